"""Game files in any format."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Union

from ._native import Games, find_files
from ._types import FileFormat
from .errors import ReadError
from .game import Game

__all__ = ["Collection", "read_games"]

StrPath = Union[str, "os.PathLike[str]"]


class Collection:
    """The games in files and folders, read one at a time: only one game is held in memory.

    Formats and encodings are detected from the contents, unless ``format`` and ``encoding`` (such as ``"big5"``) name
    them. A folder stands for all game files in it.

    A broken game keeps everything that could be read, and lists its errors in :attr:`Game.errors`; a game that cannot
    be read at all is skipped. :attr:`errors` lists all errors. With ``strict``, each error is raised as a
    :class:`ReadError` instead, and iteration can continue after it.

    >>> collection = Collection.from_text("1. h2e2 h9g7 2. h0g2 *")
    >>> [len(game) for game in collection]
    [3]
    """

    errors: list[ReadError]
    """The errors in games read so far by the latest iteration."""

    def __init__(
        self,
        *paths: StrPath,
        format: FileFormat | None = None,
        encoding: str | None = None,
        strict: bool = False,
    ) -> None:
        if not paths:
            raise ValueError("give at least one path")
        self.format: FileFormat | None = format
        self.encoding: str | None = encoding
        self.strict: bool = strict
        self.errors = []
        self._files = find_files([os.fspath(path) for path in paths])
        self._bytes: tuple[bytes, str | None] | None = None

    @classmethod
    def from_bytes(
        cls,
        data: bytes,
        name: str | None = None,
        format: FileFormat | None = None,
        *,
        encoding: str | None = None,
        strict: bool = False,
    ) -> Collection:
        """The games in the contents of a file. The file's name helps to detect the format."""
        collection = cls.__new__(cls)
        collection.format = format
        collection.encoding = encoding
        collection.strict = strict
        collection.errors = []
        collection._files = []
        collection._bytes = (bytes(data), name)
        # Reports a file without games immediately.
        Games.of_bytes(data, name, format, encoding)
        return collection

    @classmethod
    def from_text(cls, text: str, format: FileFormat | None = None, *, strict: bool = False) -> Collection:
        """The games in a text."""
        return cls.from_bytes(text.encode(), None, format, encoding="utf-8", strict=strict)

    @property
    def files(self) -> list[str]:
        """The paths of the files to be read."""
        return [os.fspath(path) for path, _ in self._files]

    def __iter__(self) -> Iterator[Game]:
        self.errors = []
        return _Iteration(self)

    def __repr__(self) -> str:
        what = f"{len(self._files)} files" if self._bytes is None else f"{len(self._bytes[0])} bytes"
        return f"<Collection of {what}>"

    def _sources(self) -> Iterator[Games | ReadError]:
        if self._bytes is not None:
            yield Games.of_bytes(*self._bytes, self.format, self.encoding)
        for path, found in self._files:
            try:
                games = Games.of_file(path, found, self.format, self.encoding)
            except ReadError as error:
                yield error
            else:
                if games is not None:
                    yield games


class _Iteration(Iterator[Game]):
    """A pass through a collection. Unlike a generator, it can continue after an error."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._sources = collection._sources()
        self._games: Games | None = None

    def __next__(self) -> Game:
        while True:
            if self._games is None:
                source = next(self._sources)
                if isinstance(source, ReadError):
                    self._tell(source)
                    continue
                self._games = source
            found = self._games.next()
            if found is None:
                self._games = None
                continue
            _number, native, error = found
            game = None if native is None else Game._of(native)
            if error is not None:
                error.game = game
                self._tell(error)
                if game is not None:
                    game.errors.append(error)
            if game is not None:
                return game

    def _tell(self, error: ReadError) -> None:
        self._collection.errors.append(error)
        if self._collection.strict:
            raise error


def read_games(
    *paths: StrPath, format: FileFormat | None = None, encoding: str | None = None, strict: bool = False
) -> Iterator[Game]:
    """The games in files and folders, file by file; see :class:`Collection`."""
    return iter(Collection(*paths, format=format, encoding=encoding, strict=strict))
