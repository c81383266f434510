#!/usr/bin/env python3
"""Measures how throughput grows with the number of workers on this machine, and predicts it by simulation for this
machine and for clusters.

Needs the Python package and SimPy: pip install ./python[numpy] simpy
    simulate-cluster.py measure FILES --nodes N -o costs.json     the costs of shards and messages on this machine
    simulate-cluster.py check costs.json                          the simulation compared with the measurements
    simulate-cluster.py predict costs.json --cores 10 1000 100000 predictions for clusters of these sizes
"""

import argparse
import json
import os
import random
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

SLICE_S = 0.02
"""The number of seconds for which the simulated scheduler lets a process run."""


def measure(args):
    from chuhe import Limit, cluster
    from chuhe.cluster import LocalWorkers, RayWorkers

    runs = {}
    for count in args.workers:
        chosen = RayWorkers(args.ray, count) if args.ray else LocalWorkers(count)
        with tempfile.TemporaryDirectory() as folder, chosen as workers:
            # Runs once to warm up, because a worker's first shard includes its start.
            cluster.analyze(args.files, Path(folder) / "warm", Limit(nodes=args.nodes), shard=args.shard, workers=workers,
                            part=(1, 10))
            before = resource.getrusage(resource.RUSAGE_SELF)
            report = cluster.analyze(args.files, Path(folder) / "out", Limit(nodes=args.nodes), shard=args.shard,
                                     workers=workers, positions=args.positions)
            after = resource.getrusage(resource.RUSAGE_SELF)
        driver = (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
        runs[count] = {
            "seconds": report.seconds,
            "shards": report.shards,
            "positions": report.size,
            "driver_s": driver / report.shards,
            "work_s": report.work_seconds,
        }
        print(f"{count} workers: {report}; driver's time {1e3 * driver / report.shards:.2f} ms per shard", flush=True)
    costs = {"cores": len(os.sched_getaffinity(0)), "nodes": args.nodes, "shard": args.shard, "runs": runs}
    args.out.write_text(json.dumps(costs))


def simulate(workers, cores, services, driver_s, latency_s=0.0, seed=1, window=None):
    """Returns the number of seconds until all shards are done.

    One driver assigns shards and stores results, one after the other. Workers and the driver share the cores in time
    slices; with a core for each, none of them waits.
    """
    import simpy

    env = simpy.Environment()
    driver = simpy.Resource(env)
    machine = simpy.PriorityResource(env, cores) if cores < workers + 1 else None
    todo = list(enumerate(services))
    todo.reverse()
    window = window or max(64, 8 * workers)
    kept, early, begun, room = 0, set(), 0, env.event()

    def compute(seconds, priority):
        while machine is not None and seconds > 0:
            with machine.request(priority) as core:
                yield core
                part = min(SLICE_S, seconds)
                yield env.timeout(part)
                seconds -= part
        if seconds > 0:
            yield env.timeout(seconds)

    def work():
        nonlocal kept, begun, room
        while todo:
            while begun - kept >= window and todo:
                yield room
            if not todo:
                return
            number, seconds = todo.pop()
            begun += 1
            yield env.timeout(latency_s)
            yield from compute(seconds, 1)
            yield env.timeout(latency_s)
            with driver.request() as turn:
                yield turn
                # Like Linux, the scheduler prefers the process that sleeps most.
                yield from compute(driver_s, 0)
            early.add(number)
            while kept in early:
                early.discard(kept)
                kept += 1
            room.succeed()
            room = env.event()

    for _ in range(workers):
        env.process(work())
    env.run()
    return env.now


def check(args):
    costs = json.loads(args.costs.read_text())
    runs = {int(count): run for count, run in costs["runs"].items()}
    alone = runs[1]
    print("workers  measured s  predicted s  ratio  measured efficiency")
    for count, run in runs.items():
        # Uses the costs of shards and messages measured with one worker.
        services = alone["work_s"] if len(alone["work_s"]) == run["shards"] else random.choices(alone["work_s"], k=run["shards"])
        predicted = simulate(count, costs["cores"], services, alone["driver_s"])
        useful = min(count, costs["cores"])
        efficiency = alone["seconds"] / run["seconds"] / useful
        print(f"{count:7} {run['seconds']:11.2f} {predicted:12.2f} {predicted / run['seconds']:6.2f} {efficiency:20.1%}")


def predict(args):
    costs = json.loads(args.costs.read_text())
    alone = costs["runs"]["1"]
    mean, driver = statistics.mean(alone["work_s"]), args.driver or alone["driver_s"]
    print(f"a shard takes a worker {mean:.3f} s and the driver {1e3 * driver:.2f} ms; latency {1e3 * args.latency:.0f} ms")
    print("cores    shard s  shards/s  of ideal  driver busy")
    for cores in args.cores:
        for longer in args.longer:
            generator = random.Random(1)
            count = max(10 * cores, 200) if cores <= 2000 else 3 * cores
            services = [longer * generator.choice(alone["work_s"]) for _ in range(count)]
            took = simulate(cores, cores + 1, services, driver, args.latency)
            ideal = sum(services) / cores
            print(f"{cores:7} {longer * mean:8.2f} {count / took:9.1f} {ideal / took:9.1%} {count * driver / took:12.1%}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("measure")
    one.add_argument("files", nargs="+")
    one.add_argument("--nodes", type=int, default=20_000)
    one.add_argument("--shard", type=int, default=8)
    one.add_argument("--positions", default="first")
    one.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    one.add_argument("--ray", metavar="ADDRESS", help="use the Ray cluster at ADDRESS")
    one.add_argument("-o", "--out", type=Path, required=True)
    one.set_defaults(do=measure)
    one = commands.add_parser("check")
    one.add_argument("costs", type=Path)
    one.set_defaults(do=check)
    one = commands.add_parser("predict")
    one.add_argument("costs", type=Path)
    one.add_argument("--cores", type=int, nargs="+", default=[10, 1000, 100_000])
    one.add_argument("--longer", type=float, nargs="+", default=[1, 10, 100], help="factors by which to lengthen shards")
    one.add_argument("--driver", type=float, metavar="S",
                     help="driver's time per shard; with `--nodes 200 --shard 1`, `measure` shows it without waits")
    one.add_argument("--latency", type=float, default=0.002, help="transit time of a message in seconds")
    one.set_defaults(do=predict)
    args = parser.parse_args()
    since = time.monotonic()
    args.do(args)
    print(f"{time.monotonic() - since:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
