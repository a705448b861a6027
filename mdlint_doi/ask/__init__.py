"""Look-ups: whether DOIs are registered, for which works, and which work a reference means."""
