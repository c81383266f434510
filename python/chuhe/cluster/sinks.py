"""Stores each result once, in order, and safely on disk."""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path
from typing import IO, Any, Protocol

from chuhe._native import write_whole

from .driver import ClusterError

__all__ = ["FolderSink", "OrderedFile", "Sink"]

_FORM = 1


class Sink(Protocol):
    """A destination for results."""

    def is_done(self, number: int) -> bool:
        """Whether the result of a shard has been stored."""
        ...

    def add(self, number: int, result: Any) -> bool:
        """Stores the result of the next shard. Returns whether more results are needed."""
        ...

    def finish(self) -> None:
        """Called once all results have been stored."""
        ...

    def close(self) -> None:
        """Called when nothing more will be added in this run."""
        ...


def _note_path(path: str | os.PathLike[str]) -> Path:
    return Path(path).with_name(Path(path).name + ".unfinished")


class OrderedFile:
    """A file to which each shard appends some bytes.

    Until the last result arrives, a note next to the file, ``NAME.unfinished``, records the settings that the results
    depend on and, for each shard, where its bytes end. Any bytes after the last recorded end, left by an interrupted
    run, are removed.
    """

    def __init__(self, path: str | os.PathLike[str], terms: dict[str, Any], *, fresh: bool = False) -> None:
        self.path: Path = Path(path)
        self.note_path: Path = _note_path(path)
        self._next = 0
        begun = self.note_path.exists()
        if self.path.is_dir():
            raise ClusterError(f"{self.path} is a folder; expected a file")
        if self.path.exists() and self.path.stat().st_size > 0 and not begun and not fresh:
            raise ClusterError(f"{self.path} is not empty; choose another file or use fresh")
        self._note: IO[bytes] = open(self.note_path, "ab+")
        try:
            _lock(self._note, self.path)
            if fresh:
                self._note.truncate(0)
            end = self._read_note({"form": _FORM, **terms})
            self._file: IO[bytes] = open(self.path, "ab")
            if self._file.tell() < end:
                raise ClusterError(f"{self.path} is shorter than recorded in {self.note_path}")
            self._file.truncate(end)
            self._end = end
        except BaseException:
            self._note.close()
            if not begun:
                self.note_path.unlink()
            raise

    @staticmethod
    def is_finished(path: str | os.PathLike[str]) -> bool:
        """Whether a file exists and is complete."""
        return os.path.exists(path) and not _note_path(path).exists()

    def is_done(self, number: int) -> bool:
        return number < self._next

    def add(self, number: int, result: bytes) -> bool:
        assert number == self._next, f"{number} comes before {self._next}"
        self._file.write(result)
        self._file.flush()
        os.fsync(self._file.fileno())
        self._end += len(result)
        self._write_note({"shard": number, "end": self._end, "crc": zlib.crc32(result)})
        self._next += 1
        return True

    def finish(self) -> None:
        self.close()
        self.note_path.unlink()

    def close(self) -> None:
        self._file.close()
        self._note.close()

    def _read_note(self, terms: dict[str, Any]) -> int:
        """Reads the note. Returns the offset at which the bytes of the last shard end."""
        self._note.seek(0)
        lines = self._note.read().split(b"\n")
        # The last line is incomplete if the run was interrupted while writing it.
        whole = [json.loads(line) for line in lines[:-1]]
        keep = sum(len(line) + 1 for line in lines[:-1])
        self._note.truncate(keep)
        if not whole:
            self._write_note(terms)
            return 0
        if whole[0] != json.loads(json.dumps(terms)):
            names = {name for name in whole[0].keys() | terms.keys() if whole[0].get(name) != terms.get(name)}
            raise ClusterError(f"{self.path} was started with other settings: {', '.join(sorted(names))}")
        self._next = len(whole) - 1
        return int(whole[-1]["end"]) if self._next else 0

    def _write_note(self, line: dict[str, Any]) -> None:
        self._note.write(json.dumps(line).encode() + b"\n")
        self._note.flush()
        os.fsync(self._note.fileno())


class FolderSink:
    """A folder with one file for each shard."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder: Path = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock: IO[bytes] = open(self.folder / ".collecting", "ab")
        _lock(self._lock, self.folder)

    def path(self, number: int) -> Path:
        """The file for a shard."""
        raise NotImplementedError

    def is_done(self, number: int) -> bool:
        return self.path(number).exists()

    def add(self, number: int, result: bytes) -> bool:
        write_whole(self.path(number), result, fresh=True)
        return True

    def finish(self) -> None:
        self.close()
        (self.folder / ".collecting").unlink()

    def close(self) -> None:
        self._lock.close()


def _lock(file: IO[bytes], path: Path) -> None:
    """Prevents two runs from writing to the same place."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise ClusterError(f"another run is writing to {path}") from error
