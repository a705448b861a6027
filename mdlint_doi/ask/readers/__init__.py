"""The readers of what services answer, one file each; `mdlint_doi.services` is their table."""
