"""The readers of services' answers, one file each; their table is `mdlint_doi.services`."""
