"""Too little memory."""

import resource

from .checks import Engine, check, demand, run


def limited(megabytes):
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


@check
def memory_limits(engine, material, scratch):
    """Less address space than a table or threads need: a clear error, and the conversation goes on."""
    with Engine(engine, preexec_fn=limited(1000)) as talk:
        for line in ("setoption name Hash value 4096", "setoption name Threads value 500"):
            talk.say(line, "position startpos", "go depth 5")
            lines = talk.read("bestmove")
            demand(any(said.startswith("info string") for said in lines), f"{line}: nothing is told: {lines[:3]}")
        demand(talk.end() == 0, "it does not end with 0")
    for words in (["analyze", "--depth", "4", "--hash", "8192"], ["analyze", "--depth", "4", "--threads", "500"],
                  ["analyze", material.positions, "--depth", "1", "--hash", "4096", "--jobs", "2"],
                  ["annotate", material.pgn, "--nodes", "100", "--hash", "8192"], ["bench", "--hash", "8192"],
                  ["serve", "--port", "0", "--hash", "8192", "--data", scratch / "serve"]):
        done = run(engine, *words, preexec_fn=limited(1000), seconds=20)
        demand(done.returncode in (1, 2), f"{words}: code {done.returncode}, {done.stderr[-300:]}")
        demand("error" in done.stderr, f"{words}: no error is told: {done.stderr[-300:]}")
    return "an engine and 6 command lines"
