# Errors in opening files.
