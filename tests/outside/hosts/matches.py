"""Judges the games in a match from the lines sent to and from both engines, without trusting the host or the engine."""

import collections
import itertools
import re

from .. import common
from ..rules.law import SWITCHES, Law, readings
from .record import Failure, board_of, from_one, in_check, legal_moves, play

WINNER = {"1-0": "black_loses", "0-1": "red_loses", "1/2-1/2": "draw"}
MOVE = re.compile("[a-i][0-9][a-i][0-9]")
Game = collections.namedtuple("Game", "start moves keys board quiet")
"""`keys` are the keys of all positions, `board` is the last position, and `quiet` the number of plies without a capture
before it."""
Draw = collections.namedtuple("Draw", "reason plies quiet", defaults=(0, 0))
"""A draw declared by the host: its wording, and the number of plies required, in total and without a capture."""


def openings(count, step=25):
    """Start positions that are far apart in the list."""
    return common.openings()[::step][:count]


def games_of(talks):
    """The games that one engine played, in order."""
    games = []
    for talk in talks:
        read = from_one if talk.counts_from_one() else str
        games += [[tuple(map(read, turn)) for turn in game] for game in talk.games()]
    return games


def begins(game, other):
    """Whether one side's first move leads to the position in the other side's first request."""
    board = board_of(game[0][0])
    play(board, game[0][1])
    return not other or board.key() == board_of(other[0][0]).key()


def follow(one, other):
    """Builds a game from the searches of both sides. Each position sent to a side must be the one on the board."""
    first, second = (one, other) if begins(one, other) else (other, one)
    turns = [turn for pair in itertools.zip_longest(first, second) for turn in pair]
    while turns and turns[-1] is None:
        turns.pop()
    board, quiet, moves = board_of(turns[0][0]), 0, []
    start, keys = board.fen(), [board.key()]
    for ply, turn in enumerate(turns):
        if turn is None:
            raise Failure(f"no engine was asked to play ply {ply} at {board.fen()}")
        position, move = turn
        if board_of(position).key() != board.key():
            raise Failure(f"ply {ply} is requested at {position} instead of {board.fen()}")
        if not MOVE.fullmatch(move) and not legal_moves(board):
            break
        quiet = 0 if move[2:] in board.cells else quiet + 1
        play(board, move)
        moves.append(move)
        keys.append(board.key())
    return Game(start, moves, keys, board, quiet)


def end_of(game, result, reason, draws):
    """The kind of ending of a game, such as "by mate"; raises Failure if the result is wrong."""
    board = game.board
    if not legal_moves(board):
        if result != ("0-1" if board.red else "1-0"):
            raise Failure(f"{result} ({reason}), where the side to move at {board.fen()} has no move")
        return "by mate" if in_check(board) else "by stalemate"
    if game.keys.count(board.key()) >= 3:
        verdict = Law().verdict(game.start, game.moves)
        if WINNER[result] == verdict:
            return "by repetition"
        if result == "1/2-1/2" or readings(game.start, game.moves, WINNER[result], tuple(SWITCHES)):
            return f"by repetition ({result}, by chuhe's rules {verdict.replace('_', ' ')})"
    for draw in draws if result == "1/2-1/2" else ():
        if re.search(draw.reason, reason) and len(game.moves) >= draw.plies and game.quiet >= draw.quiet:
            return "by length"
    raise Failure(f"{result} ({reason}) at {board.fen()} after {' '.join(game.moves)}")


def judge(name, ones, others, results, draws=()):
    """Judges all games in a match, whose results the host reports as (result, reason); returns the line to print."""
    if not len(ones) == len(others) == len(results):
        raise Failure(f"{len(results)} results, but the engines played {len(ones)} and {len(others)} games")
    ends, moves = collections.Counter(), 0
    for one, other, (result, reason) in zip(ones, others, results):
        game = follow(one, other)
        moves += len(game.moves)
        ends[end_of(game, result, reason, draws)] += 1
    kinds = ", ".join(f"{count} {end}" for end, count in ends.most_common())
    return f"{name}: {len(results)} games, {moves} moves; ends: {kinds}"
