"""Tests the program from outside: in long runs, under hostile conditions, and with programs by others.

Run them from the root of the repository, for example `python3 -m tests.outside.soak --help`; docs/inside/testing.md
lists them. `common` contains shared code; `engine` runs an engine; and `rules` is a second, slow
implementation of the rules, including the law of repetition.
"""
