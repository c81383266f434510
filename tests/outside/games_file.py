"""Games of `chuhe datagen` in format 1 of docs/reference/data-format.md, and positions from them. Format 2 is not read."""

import collections
import json
import struct
import sys
import zlib

from .common import START
from .rules.board import Board

NO_SCORE = -32768
SWING, SWING_PLIES = 200, 8
PASSES = 8

Game = collections.namedtuple("Game", "start winner adjudicated plies")
"""Winner: 1 Red, 0 nobody, -1 Black. Plies: pairs of a move and the score of the mover, or None for no search."""


def move_text(bits):
    """A move as text; two points, each with its row in the high half."""
    def point(byte):
        return "abcdefghi"[(byte & 15) - 3] + str((byte >> 4) - 3)
    return point(bits & 255) + point(bits >> 8)


def files_of(paths):
    """The files themselves, and those of datagen in folders."""
    return [file for path in paths for file in (sorted(path.glob("*.games")) if path.is_dir() else [path])]


def read(path):
    """Returns the header and the games of a file."""
    data = path.read_bytes()
    if data[:8] == b"chuhegm2":
        raise ValueError(f"{path} has format 2, which only the program and the Python package read; give a list of FENs")
    if data[:8] != b"chuhegm1" or zlib.crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
        raise ValueError(f"{path} is no file of games, or it is damaged")
    length, = struct.unpack_from("<I", data, 8)
    at = 12 + length
    header = json.loads(data[12:at])
    count, = struct.unpack_from("<I", data, at)
    at += 4
    games = []
    for _ in range(count):
        length = data[at]
        start = data[at + 1:at + 1 + length].decode() or START
        at += 1 + length
        result, plies = struct.unpack_from("<BH", data, at)
        at += 3
        moves = [(move_text(bits), None if score == NO_SCORE else score)
                 for bits, score in struct.iter_unpack("<Hh", data[at:at + 4 * plies])]
        at += 4 * plies
        games.append(Game(start, (result & 127) - 1, result > 127, moves))
    return header, games


def swings(game):
    """The plies at which the score begins to rise for the mover: there may be more in the position than was seen."""
    scores = [score for _, score in game.plies]
    found = []
    for ply, score in enumerate(scores):
        later = [then for then in scores[ply + 2:ply + SWING_PLIES + 1:2] if then is not None]
        if score is not None and later and max(later) >= score + SWING:
            found.append(ply)
    return found


class Sources:
    """Places to take positions from: games of datagen, or lists of FENs."""

    def __init__(self, paths):
        self._games, self._lists = [], []
        for file in files_of(paths):
            if file.suffix == ".games":
                self._games.extend((file, number) for number in range(len(read(file)[1])))
            else:
                lines = file.read_text(encoding="utf-8").splitlines()
                self._lists.extend((f"{file.name} line {n}", line) for n, line in enumerate(lines, 1) if line)
        if not self._games and not self._lists:
            sys.exit("there are no games and no positions")

    def shuffled(self, rng):
        """Places in random order: what it is part of, its name and its FEN.

        Of a game, one position in which a swing begins, if any; after all games another one of each, and so on.
        """
        for turn in range(PASSES):
            places = [*self._games, *self._lists] if turn == 0 else list(self._games)
            rng.shuffle(places)
            for place in places:
                if isinstance(place[0], str):
                    name, fen = place
                    yield name, name, fen
                    continue
                file, number = place
                header, games = read(file)
                game = games[number]
                plies = swings(game)
                if not plies:
                    continue
                ply = rng.choice(plies)
                board = Board(game.start)
                for move, _ in game.plies[:ply]:
                    board.play(move)
                yield place, f"game {header['first'] + number} ply {ply + 1} of {header['command']}", board.fen()
