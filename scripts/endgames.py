#!/usr/bin/env python3
"""Tests whether an engine wins won endgames and holds drawn ones. Plays every position in tests/data/endgames.jsonl,
whose exact results are known, with both colours against a defender.

Usage: endgames.py ENGINE DEFENDER [--each SETTING...] [--only ID...] [--arena CHUHE] [--out FOLDER]

ENGINE and DEFENDER are settings as for `chuhe match --engine`, such as "cmd=target/release/chuhe proto=ucci" and
"cmd=pikafish proto=uci"; SETTING applies to both (default: tc=1+0.01 timemargin=100). Exit code 1 if a win was missed
or a draw lost.
"""

import argparse
import json
import os
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "tests/data/endgames.jsonl"
POINTS = {"win": 2, "draw": 1, "loss": 0}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("defender")
    parser.add_argument("--each", nargs="+", default=["tc=1+0.01", "timemargin=100"])
    parser.add_argument("--only", nargs="+", metavar="ID", help="only these positions")
    parser.add_argument("--arena", default=str(ROOT / "target/release/chuhe"), help="chuhe program to run the match")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "matches/endgames")
    options = parser.parse_args()
    records = {}
    known = set()
    for line in DATA.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        known.add(record["id"])
        if not options.only or record["id"] in options.only:
            records[record["fen"]] = record
    if strange := set(options.only or ()) - known:
        parser.error(f"{DATA.name} has no position {', '.join(sorted(strange))}")
    options.out.mkdir(parents=True, exist_ok=True)
    openings = options.out / "endgames.fen"
    openings.write_text("".join(f"{fen}\n" for fen in records), encoding="utf-8")
    match = options.out / "match"
    command = [
        options.arena, "match",
        "--engine", *shlex.split(options.engine), "name=engine",
        "--engine", *shlex.split(options.defender), "name=defender",
        "--each", *options.each,
        "--openings", f"file={openings}", "--rounds", str(len(records)), "--concurrency", str(os.cpu_count()),
        "--out", str(match),
    ]
    code = subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode
    if code != 0:
        sys.exit(f"the match ended with exit code {code}; see its output above")

    due = {"win": 0, "draw": 0, "loss": 0}
    met = dict(due)
    for line in (match / "journal.jsonl").read_text(encoding="utf-8").splitlines():
        game = json.loads(line)
        if "moves" not in game:
            continue
        record = records[game["fen"]]
        # Engines are listed Red first; 0 is the engine being tested.
        color = "red" if game["engines"][0] == 0 else "black"
        to_move = "red" if record["side"] == "w" else "black"
        expected = POINTS[record["result"]] if color == to_move else 2 - POINTS[record["result"]]
        got = 1 if game["winner"] is None else 2 if game["winner"] == color else 0
        word = next(word for word, points in POINTS.items() if points == expected)
        due[word] += 1
        met[word] += got >= expected
        if got < expected:
            print(f"{record['id']} {record['name']} ({record.get('zh', '')}): {word} for {color}, but scored {got / 2:g}")
    print(f"won {met['win']} of {due['win']} won positions, held {met['draw']} of {due['draw']} drawn ones")
    return 0 if met["win"] == due["win"] and met["draw"] == due["draw"] else 1


if __name__ == "__main__":
    sys.exit(main())
