"""Checks with too little memory."""

import functools
import resource

from .checks import Engine, check, demand, refuses_too_much, run


def limited(megabytes):
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


@check
def memory_limits(engine, material, scratch):
    """With too little address space for a table or threads, the engine reports a clear error and the session
    continues."""
    with Engine(engine, preexec_fn=limited(1000)) as talk:
        for line in ("setoption name Hash value 4096", "setoption name Threads value 500"):
            talk.say(line, "position startpos", "go depth 5")
            lines = talk.read("bestmove")
            demand(any(said.startswith("info string") for said in lines), f"{line}: nothing is reported: {lines[:3]}")
        demand(talk.end() == 0, "it does not exit with code 0")
    running = functools.partial(run, preexec_fn=limited(1000), seconds=20)
    return f"an engine and {refuses_too_much(engine, material, scratch, 8192, 4096, running)} command lines"
