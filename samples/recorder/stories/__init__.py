"""The stories, one a file."""
