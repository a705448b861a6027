"""Asking, politely and once: what is registered, as what, and what fits a reference."""
