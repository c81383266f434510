"""Checks with full and read-only disks."""

import pathlib
import resource
import signal
import tempfile
import time

from .. import kills
from .checks import Disk, Fault, check, demand, goes_on, run, untouched


@check
def disk_full(engine, material, scratch):
    """The disk fills up during the work: exit code 1, a reason that names the file, and the command resumes once there
    is room."""
    tried = 0
    for work, whole, size in untouched(material):
        for share in (0.1, 0.4, 0.7, 0.95):
            where = f"{work.name} with room for {share:.0%}"
            with Disk(scratch, "64m") as disk:
                work.prepare(disk.folder)
                base = sum(path.stat().st_blocks * 512 for path in disk.folder.rglob("*"))
                disk.remount(f"size={int(base + (size - base) * share) // 4096 * 4096 + 4096}")
                try:
                    done = run(*work.command(disk.folder))
                except Fault as fault:
                    raise Fault(f"{where}: {fault}") from None
                if done.returncode == 0:
                    # There was enough room, because the last block is not full.
                    continue
                tried += 1
                demand(done.returncode == 1, f"{where}: code {done.returncode}, {done.stderr[-300:]}")
                demand("No space left" in done.stderr or "full" in done.stderr, f"{where}: no reason: {done.stderr[-300:]}")
                demand(str(disk.folder) in done.stderr, f"{where}: no file is named: {done.stderr[-300:]}")
                if isinstance(work, kills.Book):
                    demand(work.result(disk.folder) == work.old or not work.may_stand(disk.folder, whole), f"{where}: the old book is gone")
                disk.remount("size=64m")
                goes_on(work, whole, disk.folder, where)
    return f"{tried} runs of {len(kills.WORKS)} commands"


@check
def disk_read_only(engine, material, scratch):
    """The disk is read-only: exit code 1 and a reason that names the file, before the work begins."""
    for work, _, _ in untouched(material):
        with Disk(scratch, "64m") as disk:
            work.prepare(disk.folder)
            disk.remount("ro")
            begun = time.monotonic()
            done = run(*work.command(disk.folder))
            seconds = time.monotonic() - begun
            demand(done.returncode == 1, f"{work.name}: code {done.returncode}")
            demand("ead-only" in done.stderr and str(disk.folder) in done.stderr, f"{work.name}: no reason: {done.stderr[-300:]}")
            # A message at the end would come too late, because the work would be wasted.
            demand(seconds < 0.5, f"{work.name}: reported only after {seconds:.1f} s")
    return f"{len(kills.WORKS)} commands"


@check
def disk_limit_of_a_file(engine, material, scratch):
    """Files may not exceed 16 kB (ulimit -f): the command fails, and resumes to the same result without the limit."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (16384, 16384))

    stopped = 0
    for work, whole, _ in untouched(material):
        folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
        work.prepare(folder)
        done = run(*work.command(folder), preexec_fn=limit)
        stopped += done.returncode != 0
        demand(done.returncode in (0, 1, -signal.SIGXFSZ), f"{work.name}: code {done.returncode}")
        if done.returncode:
            goes_on(work, whole, folder, f"{work.name} under a limit")
    return f"{stopped} of {len(kills.WORKS)} commands reached the limit"
