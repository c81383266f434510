"""Tests of the program from outside: long runs, hostile conditions, and games and conversations with programs by
others.

Run them from the root of the repository, for example `python3 -m tests.outside.soak --help`; docs/inside/testing.md
lists them. `common` holds shared code, `engine` a conversation with an engine, and `rules` a second, slow
implementation of the rules including the law of repetition; `faults`, `hosts` and `web` each consist of several files.
"""
