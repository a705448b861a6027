"""DOIs in documentation: names, spellings, checks, look-ups."""
