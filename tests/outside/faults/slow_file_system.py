#!/usr/bin/env python3
"""A file system (FUSE) that mirrors a folder and delays every write operation.

    slow_file_system.py FOLDER MOUNT --least 0.05 --most 0.3 --hang 5 --hang-every 60

Every operation that changes something (write, fsync, close, rename, opening for writing, creating and removing files)
waits for a random time between --least and --most, and one in --hang-every for the time --hang. Operations wait in
parallel. The total delay and the number of operations are recorded in the file `waits` next to FOLDER. Needs mfusepy,
libfuse3 and root; ends when it is unmounted.
"""

import argparse
import errno
import json
import os
import pathlib
import random
import threading
import time

import mfusepy


class Slow(mfusepy.Operations):
    """FOLDER with delays."""

    use_ns = True

    def __init__(self, folder, args):
        self.folder, self.args = folder, args
        self.counts, self.waited, self.chance = {}, 0.0, random.Random(args.seed)
        self.told, self.guard = folder.parent / "waits", threading.Lock()

    def place(self, path):
        return os.path.join(self.folder, path.lstrip("/"))

    def wait(self, what):
        with self.guard:
            number = sum(self.counts.values()) + 1
            self.counts[what] = self.counts.get(what, 0) + 1
            seconds = self.chance.uniform(self.args.least, self.args.most)
            if self.args.hang_every and number % self.args.hang_every == 0:
                seconds = self.args.hang
                self.counts["hang"] = self.counts.get("hang", 0) + 1
            self.waited += seconds
            self.told.write_text(json.dumps({"seconds": self.waited, "operations": self.counts}))
        time.sleep(seconds)

    # Operations that only read.

    def getattr(self, path, fh=None):
        found = os.lstat(self.place(path)) if fh is None else os.fstat(fh)
        times = {f"st_{name}": getattr(found, f"st_{name}_ns") for name in ("atime", "mtime", "ctime")}
        rest = ("st_mode", "st_nlink", "st_uid", "st_gid", "st_size", "st_blocks", "st_ino")
        return {**times, **{name: getattr(found, name) for name in rest}}

    def readdir(self, path, fh):
        return [".", "..", *os.listdir(self.place(path))]

    def readlink(self, path):
        return os.readlink(self.place(path))

    def read(self, path, size, offset, fh):
        return os.pread(fh, size, offset)

    def statfs(self, path):
        found = os.statvfs(self.place(path))
        return {name: getattr(found, name) for name in ("f_bavail", "f_bfree", "f_blocks", "f_bsize", "f_files", "f_frsize")}

    # Operations that write.

    def open(self, path, flags):
        if flags & os.O_ACCMODE != os.O_RDONLY:
            self.wait("open")
        # The kernel decides where to write, and O_DIRECT requires an alignment that these bytes lack.
        return os.open(self.place(path), flags & ~os.O_APPEND & ~getattr(os, "O_DIRECT", 0))

    def create(self, path, mode, fi=None):
        self.wait("create")
        return os.open(self.place(path), os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)

    def write(self, path, data, offset, fh):
        self.wait("write")
        return os.pwrite(fh, data, offset)

    def flush(self, path, fh):
        return 0

    def release(self, path, fh):
        os.close(fh)
        return 0

    def fsync(self, path, datasync, fh):
        self.wait("fsync")
        os.fsync(fh)
        return 0

    def fsyncdir(self, path, datasync, fh):
        self.wait("fsync")
        return 0

    def truncate(self, path, length, fh=None):
        self.wait("truncate")
        os.truncate(self.place(path) if fh is None else fh, length)
        return 0

    def rename(self, old, new):
        self.wait("rename")
        os.rename(self.place(old), self.place(new))
        return 0

    def link(self, target, source):
        self.wait("link")
        os.link(self.place(source), self.place(target))
        return 0

    def unlink(self, path):
        self.wait("unlink")
        os.unlink(self.place(path))
        return 0

    def mkdir(self, path, mode):
        self.wait("mkdir")
        os.mkdir(self.place(path), mode)
        return 0

    def rmdir(self, path):
        self.wait("rmdir")
        os.rmdir(self.place(path))
        return 0

    def chmod(self, path, mode):
        os.chmod(self.place(path), mode)
        return 0

    def chown(self, path, uid, gid):
        os.chown(self.place(path), uid, gid)
        return 0

    def utimens(self, path, times=None):
        os.utime(self.place(path), ns=times)
        return 0

    def mknod(self, path, mode, dev):
        raise mfusepy.FuseOSError(errno.EPERM)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("mount", type=pathlib.Path)
    parser.add_argument("--least", type=float, default=0.05, help="seconds [default: 0.05]")
    parser.add_argument("--most", type=float, default=0.3, help="seconds [default: 0.3]")
    parser.add_argument("--hang", type=float, default=5, help="delay of some operations in seconds [default: 5]")
    parser.add_argument("--hang-every", type=int, default=60, help="one in N operations has it; 0 for none [default: 60]")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    slow = Slow(args.folder.resolve(), args)
    mfusepy.FUSE(slow, str(args.mount), foreground=True, nothreads=False, allow_other=False, fsname="chuhe-slow",
                 hard_remove=True, default_permissions=True)


if __name__ == "__main__":
    main()
