"""Tests from outside of the program: long, hostile, or in company of programs that are not ours.

They run from the root of the repository, as `python3 -m tests.outside.soak --help`; docs/inside/testing.md lists them.
`common` is what they share, `engine` a conversation with an engine, `rules` the rules and the law of repetition once
more, slowly; `faults`, `hosts` and `web` are subjects of several files.
"""
