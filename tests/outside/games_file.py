"""Reads games from `chuhe datagen`, and lists of positions.

Format 1 of docs/reference/data-format.md is read here, format 2 by the Python package: pip install ./python.
"""

import collections
import functools
import json
import struct
import sys
import zlib

from .common import START
from .rules.board import Board

NO_SCORE = -32768

Game = collections.namedtuple("Game", "start winner adjudicated plies name")
"""`winner` is 1 for Red, 0 for a draw and -1 for Black. `plies` contains pairs of a move and the mover's score, which
is None without a search. The name contains the game's number in its run and the run's command."""


def move_text(bits):
    """The text of a move, given as two points in one number, each with its row in the high half."""
    def point(byte):
        return "abcdefghi"[(byte & 15) - 3] + str((byte >> 4) - 3)
    return point(bits & 255) + point(bits >> 8)


def files_of(paths):
    """The given files, and the datagen files in the given folders."""
    return [file for path in paths for file in (sorted(path.glob("*.games")) if path.is_dir() else [path])]


def packed(path):
    """The games in a file in format 2."""
    try:
        from chuhe._native import DataFile
    except ImportError:
        sys.exit(f"{path}: format 2 needs the Python package: pip install ./python")
    games = []
    for block in DataFile.parts(path):
        _, _, command, first = block.header()
        for number in range(len(block)):
            start, moves, scores, winner, adjudicated = block.game(number)
            plies = list(zip(map(str, moves), scores))
            games.append(Game(start, {"red": 1, None: 0, "black": -1}[winner], adjudicated, plies, f"game {first + number} of {command}"))
    return games


@functools.lru_cache(maxsize=8)
def read(path):
    """The games in a file."""
    data = path.read_bytes()
    if data[:8] == b"chuhegm2":
        return packed(path)
    if data[:8] != b"chuhegm1" or zlib.crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
        raise ValueError(f"{path} is not a game file or is damaged")
    length, = struct.unpack_from("<I", data, 8)
    at = 12 + length
    header = json.loads(data[12:at])
    count, = struct.unpack_from("<I", data, at)
    at += 4
    games = []
    for number in range(count):
        length = data[at]
        start = data[at + 1:at + 1 + length].decode() or START
        at += 1 + length
        result, plies = struct.unpack_from("<BH", data, at)
        at += 3
        moves = [(move_text(bits), None if score == NO_SCORE else score)
                 for bits, score in struct.iter_unpack("<Hh", data[at:at + 4 * plies])]
        at += 4 * plies
        name = f"game {header['first'] + number} of {header['command']}"
        games.append(Game(start, (result & 127) - 1, result > 127, moves, name))
    return games


def positions(file, number):
    """The positions of a game from datagen: pairs of a name and a FEN."""
    game = read(file)[number]
    board = Board(game.start)
    named = []
    for ply, (move, _) in enumerate(game.plies, 1):
        named.append((f"ply {ply} of {game.name}", board.fen()))
        board.play(move)
    return named


def listed(file):
    """The games in a list of FENs, as pairs of a name and a FEN. While each line is one move after the line before, the
    game continues."""
    games, before = [], None
    for number, fen in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not fen:
            continue
        board = Board(fen)
        if not before or board.red == before.red or len(dict(board.cells.items() ^ before.cells.items())) != 2:
            games.append([])
        games[-1].append((f"{file.name} line {number}", fen))
        before = board
    return games


def shuffled(paths, rng):
    """The games in datagen files and lists of FENs, in random order."""
    places = []
    for file in files_of(paths):
        if file.suffix == ".games":
            places.extend((file, number) for number in range(len(read(file))))
        else:
            places.extend(listed(file))
    if not places:
        sys.exit("there are no games and no positions")
    rng.shuffle(places)
    for place in places:
        yield positions(*place) if isinstance(place, tuple) else place
