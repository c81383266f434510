"""Measures and draws how costs grow with threads, table sizes, sizes of collections, and numbers of concurrent games.

    python3 -m tests.outside.growth measure target/release/chuhe --out growth.json
    python3 -m tests.outside.growth draw growth.json growth.svg

All times are processor time, which other load on the machine affects little; the runs of a series alternate. Drawing
needs matplotlib.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from .common import call, duel, measure_and_draw, pyplot, result, start


def cost(*command):
    """Runs a command to its end; returns its output, its processor time in seconds, and its peak memory in MB."""
    with tempfile.TemporaryFile() as output:
        process = start(*command, stdout=output, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        output.seek(0)
        text = output.read().decode(errors="replace")
    if os.waitstatus_to_exitcode(status):
        sys.exit(f"{command} exited with code {os.waitstatus_to_exitcode(status)}")
    return text, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def search(engine, threads, megabytes, depth):
    """The nodes and processor time of a search to a depth, including the time for clearing the table."""
    text, seconds, memory = cost(engine, "analyze", "--depth", depth, "--threads", threads, "--hash", megabytes, "--json",
                                 "--moves", "h2e2", "h9g7", "h0g2", "i9h9", "c3c4", "c6c5")
    return json.loads(text)["lines"][0]["nodes"], seconds, memory


def searches(engine, settings, depth, turns):
    """For each number of threads and table size, the medians of thousands of nodes per second, seconds to the depth,
    and memory."""
    runs = {setting: [] for setting in settings}
    for _ in range(turns):
        for setting in settings:
            runs[setting].append(search(engine, *setting, depth))
    return [dict(threads=threads, megabytes=megabytes,
                 knps=statistics.median(nodes / seconds / 1000 for nodes, seconds, _ in found),
                 seconds=statistics.median(seconds for _, seconds, _ in found),
                 nodes=statistics.median(nodes for nodes, _, _ in found),
                 memory_mb=max(memory for *_, memory in found)) for (threads, megabytes), found in runs.items()]


def collections(engine, scratch, sizes):
    """The time and memory of commands with collections of games. `sizes` lists the largest size for each command."""
    call(*duel(engine, scratch / "played", ["nodes=30"], ["nodes=20"], "--rounds", 250, "--jobs", 2))
    text = (scratch / "played" / "games.pgn").read_text()
    rows = []
    for games in (1000, 10_000, 100_000, 1_000_000):
        if games > max(sizes.values()):
            break
        path = scratch / f"{games}.pgn"
        with path.open("w") as file:
            for _ in range(games // 500):
                file.write(text + "\n")
        commands = {
            "convert": ["convert", path, "--fresh", "--out", scratch / "out.moves"],
            "analyze": ["analyze", path, "--nodes", 1, "--hash", 1, "--out", scratch / "out.jsonl", "--fresh"],
            "annotate": ["annotate", path, "--all", "--nodes", 1, "--hash", 1, "--jobs", 1, "--out", scratch / "out.json"],
        }
        for name, words in commands.items():
            if games > sizes[name]:
                continue
            (scratch / "out.json").unlink(missing_ok=True)
            _, seconds, memory = cost(engine, *words)
            rows.append(dict(command=name, games=games, seconds=seconds, memory_mb=memory))
            print(rows[-1], file=sys.stderr, flush=True)
        path.unlink()
    return rows


def own_time(process):
    """The processor time of a process so far, without its children."""
    try:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def matches(engine, scratch, turns, rounds):
    """The cost of a match per move, excluding its engines, with 1 to 16 concurrent games."""
    found = {jobs: [] for jobs in (1, 2, 4, 8, 16)}
    for turn in range(turns):
        for jobs, costs in found.items():
            folder = scratch / f"match-{jobs}-{turn}"
            process = start(*duel(engine, folder, ["nodes=100"], ["nodes=80"], "-q", "--rounds", rounds, "--jobs", jobs),
                            stdout=subprocess.DEVNULL)
            used = 0
            while process.poll() is None:
                used = own_time(process.pid) or used
                time.sleep(0.02)
            costs.append(1000 * used / result(folder)["plies"])
    return [dict(jobs=jobs, ms_a_move=statistics.median(costs)) for jobs, costs in found.items()]


def measure(args):
    engine, report = args.engine, {}
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)

        def part(name, rows):
            report[name] = rows
            print(name, json.dumps(rows), file=sys.stderr, flush=True)
            args.out.write_text(json.dumps(report, indent=1))

        part("matches", matches(engine, scratch, args.turns, args.rounds))
        part("threads", searches(engine, [(count, 64) for count in args.threads], args.depth, args.turns))
        part("tables", searches(engine, [(1, megabytes) for megabytes in (16, 64, 256, 1024, 4096, 8192)], args.depth, args.turns))
        sizes = dict(convert=args.convert, analyze=args.analyze, annotate=args.annotate)
        part("collections", collections(engine, scratch, sizes))


def draw(args):
    plot = pyplot("growth")
    report = json.loads(args.report.read_text())
    figure, panels = plot.subplots(2, 3, figsize=(11, 6), layout="constrained")
    for row, (name, key, label) in enumerate((("threads", "threads", "threads"), ("tables", "megabytes", "table, MB"))):
        xs = [point[key] for point in report[name]]
        for column, (value, title) in enumerate((("knps", "thousand nodes a second of processor time"),
                                                 ("seconds", "processor time to the depth, s"))):
            panel = panels[row][column]
            panel.plot(xs, [point[value] for point in report[name]], "o-")
            panel.set(xlabel=label, title=title, ylim=(0, 1.1 * max(point[value] for point in report[name])))
            panel.set_xscale("log", base=2)
            panel.set_xticks(xs, [str(x) for x in xs], fontsize=8)
    for command in ("convert", "analyze", "annotate"):
        points = [point for point in report["collections"] if point["command"] == command]
        games = [point["games"] for point in points]
        panels[0][2].loglog(games, [point["seconds"] for point in points], "o-", label=command)
        panels[1][2].semilogx(games, [point["memory_mb"] for point in points], "o-", label=command)
    panels[0][2].set(xlabel="games", title="processor time, s")
    panels[1][2].set(xlabel="games", title="peak memory, MB", ylim=(0, 1.1 * max(point["memory_mb"] for point in report["collections"])))
    panels[0][2].legend()
    figure.savefig(args.out, metadata={"Date": None})


def main():
    parser, measuring = measure_and_draw(__doc__, measure, draw)
    measuring.add_argument("--turns", type=int, default=3)
    measuring.add_argument("--rounds", type=int, default=32)
    measuring.add_argument("--depth", type=int, default=16)
    measuring.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    measuring.add_argument("--convert", type=int, default=100_000, help="the largest collection")
    measuring.add_argument("--analyze", type=int, default=100_000)
    measuring.add_argument("--annotate", type=int, default=10_000)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
