"""Code shared by all checks."""

import os
import pathlib
import random
import subprocess
import tempfile
import unittest.mock

from .. import kills
from ..common import call, start, status

CHECKS = []


class Fault(Exception):
    """A fault found by a check."""


class LeftOut(Exception):
    """The reason why a check cannot run here."""


def check(function):
    CHECKS.append(function)
    return function


def demand(fact, complaint):
    if not fact:
        raise Fault(complaint)


def run(*command, seconds=60, **options):
    """Runs a command to its end, which must come in time and without a panic; returns the completed process."""
    with start(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options) as process:
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            raise Fault(f"it did not end within {seconds} s") from None
    err = err.decode(errors="replace")
    demand("panicked" not in err, f"it panicked: {err[-500:]}")
    return subprocess.CompletedProcess(command, process.returncode, out.decode(errors="replace"), err)


class Engine:
    """The program, run as an engine."""

    def __init__(self, program, *words, **options):
        options = {"stderr": subprocess.PIPE, **options}
        self.process = start(program, *words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options)
        self.say("uci")
        self.read("uciok")

    def say(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def read(self, word):
        """Reads lines up to the first that begins with a word; returns them."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.decode(errors="replace").rstrip())
            if lines[-1].startswith(word):
                return lines
        raise Fault(f"it exited instead of sending {word}: {self.process.stderr.read().decode(errors='replace')[-400:]}")

    def memory_kb(self):
        return status(self.process.pid)

    def end(self, seconds=5):
        """Closes the input; returns the exit code."""
        self.process.stdin.close()
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Fault(f"it is still running {seconds} s after its input was closed") from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


class Disk:
    """A small file system in memory."""

    def __init__(self, scratch, size):
        if os.geteuid():
            raise LeftOut("needs root")
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
        call("mount", "-t", "tmpfs", "-o", f"size={size}", "chuhe-faults", self.folder)

    def remount(self, words):
        call("mount", "-o", f"remount,{words}", self.folder)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        call("umount", "--lazy", self.folder)


def untouched(material):
    """All commands that write files, each with the result of an undisturbed run and the disk space that it takes."""
    if not hasattr(material, "untouched"):
        material.untouched = []
        for kind in kills.WORKS:
            work, folder = kind(material), pathlib.Path(tempfile.mkdtemp(dir=material.folder))
            work.prepare(folder)
            work.old = work.result(folder) if kind is kills.Book else []
            done = run(*work.command(folder))
            demand(done.returncode == 0, f"{work.name} exits with code {done.returncode}: {done.stderr}")
            size = sum(path.stat().st_blocks * 512 for path in folder.rglob("*"))
            material.untouched.append((work, work.result(folder), size))
    return material.untouched


def same(work, folder, whole, where):
    demand(sorted(work.result(folder), key=repr) == sorted(whole, key=repr), f"{where}: the result differs")


def goes_on(work, whole, folder, where):
    """Resumes a command once there is room again, and compares the result."""
    done = run(*work.command(folder))
    demand(done.returncode == 0, f"{where}, but it does not resume: {done.stderr[-300:]}")
    same(work, folder, whole, f"{where}, then")


def refuses_too_much(engine, material, scratch, megabytes, each, running):
    """Checks that command lines that request a table of `megabytes`, two tables of `each` megabytes, or too many
    threads are refused with a reason. Returns the number of command lines."""
    lines = [["analyze", "--depth", "4", "--hash", megabytes], ["analyze", "--depth", "4", "--threads", "500"],
             ["analyze", material.positions, "--depth", "1", "--hash", each, "--jobs", "2"],
             ["annotate", material.pgn, "--nodes", "100", "--hash", megabytes], ["bench", "--hash", megabytes],
             ["serve", "--port", "0", "--hash", megabytes, "--data", scratch / "serve"]]
    for words in lines:
        done = running(engine, *words)
        demand(done.returncode in (1, 2), f"{words}: code {done.returncode}, {done.stderr[-300:]}")
        demand("error" in done.stderr, f"{words}: no error is reported: {done.stderr[-300:]}")
    return len(lines)


def kill_all(run_class, number, name, material, scratch):
    """Kills every command this many times, with runs of the given class: nothing may be lost or duplicated. Returns the
    numbers of kills and rounds."""
    killed = rounds = 0
    with unittest.mock.patch.object(kills, "Run", run_class):
        for kind in kills.WORKS:
            work = kind(material)
            tally = kills.kill_often(work, number, random.Random(f"{name} {work.name}"), scratch)
            faults = tally.lost + tally.doubled + tally.other
            demand(not faults, f"{work.name}: {'; '.join(faults[:3])}")
            killed, rounds = killed + tally.kills, rounds + tally.rounds
    return killed, rounds
