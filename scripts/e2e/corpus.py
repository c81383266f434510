#!/usr/bin/env python3
"""Converts every game file below some folders and checks that what is written is read back as it was.

Usage: corpus.py CHUHE FOLDER...

Every game goes to PGN in Chinese; from there to PGN in WXF, in ICCS, in traditional characters, in
GB18030, and back, which has to give the same bytes each time; to DhtmlXQ text and back, which has to
give the same but for what convert said it left out; and to move lists in three notations, which have
to give the same moves. Prints how many games were read and refused, and the reasons. Exit code 1 if
anything came back changed.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile


def convert(chuhe, *words):
    """Runs convert; returns its reports."""
    run = subprocess.run([chuhe, "convert", *map(str, words), "--json"], stderr=subprocess.PIPE, text=True)
    if run.returncode not in (0, 3):
        sys.exit(f"convert {words}: exit code {run.returncode}\n{run.stderr[-2000:]}")
    return [json.loads(line) for line in run.stderr.splitlines()]


def tell_refusals(reports):
    kinds = collections.Counter()
    examples = {}
    for report in reports:
        if "error" in report:
            ending = report["file"].rsplit(".", 1)[-1].lower()
            kind = re.sub(r"0x[0-9a-f]+|\d+", "N", re.sub(r'".*"', '"…"', report["error"]))
            kinds[ending, kind] += 1
            examples.setdefault((ending, kind), f"{report['file']}: {report['error']}")
    for (ending, kind), count in kinds.most_common(20):
        print(f"  {count:6} {ending}: {kind}\n         e.g. {examples[ending, kind]}")


def games_of(path):
    """The texts of the games of a PGN file written by convert."""
    text = path.read_text(encoding="utf-8")
    return ["[Game " + game for game in text.split("[Game ")[1:]]


def main():
    chuhe, folders = sys.argv[1], sys.argv[2:]
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        base = scratch / "base.pgn"
        reports = convert(chuhe, *folders, "--to", "pgn", "--notation", "chinese", "-o", base)
        summary = reports[-1]["summary"]
        print(
            f"{summary['files']} files: {summary['games']} games read, {summary['games_refused']} refused; "
            f"{summary['files_refused']} files refused, {summary['files_without_games']} without games"
        )
        tell_refusals(reports)

        def check(name, same):
            nonlocal failures
            failures += not same
            print(f"  {'same' if same else 'DIFFERENT'}: {name}")

        words = base.read_bytes()
        for name, *options in [
            ("PGN", "--notation", "chinese"),
            ("PGN, WXF", "--notation", "wxf"),
            ("PGN, ICCS", "--notation", "iccs"),
            ("PGN, traditional characters", "--notation", "traditional"),
            ("PGN, GB18030", "--notation", "chinese", "--encoding", "gb18030"),
        ]:
            there, back = scratch / "there.pgn", scratch / "back.pgn"
            convert(chuhe, base, "--to", "pgn", *options, "-o", there)
            convert(chuhe, there, "--to", "pgn", "--notation", "chinese", "-o", back)
            check(name, back.read_bytes() == words)

        there, back = scratch / "there.dhtmlxq", scratch / "back.pgn"
        lossy = convert(chuhe, base, "--to", "dhtmlxq", "-o", there)
        refused = convert(chuhe, there, "--to", "pgn", "--notation", "chinese", "-o", back)[-1]["summary"]
        left_out = {report["game"] for report in lossy if "left_out" in report}
        unknown = re.compile(r'^\[\w+ "[-?. ]*"\]\n', re.MULTILINE)
        before, after = games_of(base), games_of(back)
        changed = [
            number
            for number, (old, new) in enumerate(zip(before, after), 1)
            if number not in left_out and sorted(unknown.sub("", old).splitlines()) != sorted(unknown.sub("", new).splitlines())
        ]
        check(
            f"DhtmlXQ, {len(before)} games, {len(left_out)} of them with something left out",
            len(before) == len(after) and not changed and not refused["games_refused"],
        )
        for number in changed[:3]:
            print(f"game {number}\n{before[number - 1][:1500]}\n---\n{after[number - 1][:1500]}")

        lists = []
        for notation in ["iccs", "wxf", "chinese"]:
            there, back = scratch / "there.moves", scratch / "back.moves"
            convert(chuhe, base, "--to", "moves", "--notation", notation, "-o", there)
            convert(chuhe, there, "--to", "moves", "-o", back)
            lists.append(back.read_bytes())
        check("move lists", lists[0] == lists[1] == lists[2] and lists[0].count(b"\n") == len(before))
        plies = sum(len(re.findall(r"\b[a-i]\d[a-i]\d\b", line)) for line in lists[0].decode().splitlines())
        print(f"  {plies} moves in main lines")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
