"""Tools for language models, on the SDK of the Model Context Protocol."""
