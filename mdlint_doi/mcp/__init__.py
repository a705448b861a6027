"""Tools for language models, based on the SDK of the Model Context Protocol."""
