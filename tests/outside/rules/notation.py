"""Compares Chinese and WXF notation from `chuhe convert` with cchess and pyffish, and explains every difference.

Uses random legal moves: half of them from games that begin at the start position, half from positions full of tandem
pawns. Each other program's text is compared with ours, and given to chuhe to read. The rules by which differences are
explained are those of docs/reference/notation.md; the exit code is 1 if a difference remains unexplained, or if a text
is read as a move other than the one meant.
"""

import collections
import json
import random
import re
import shlex
import subprocess

import cchess
import pyffish

from ..common import START, parser
from .board import Board
from .judge import VARIANT, to_pyffish
from .repetitions import is_sound, legal

GAME_PLIES = 120
FULL_WIDTH = str.maketrans("１２３４５６７８９", "123456789")


def game_moves(rng, count):
    """Moves of random games, as (FEN, move)."""
    moves = []
    while len(moves) < count:
        fen = START
        for _ in range(GAME_PLIES):
            choices = legal(fen)
            if not choices or len(moves) == count:
                break
            move = rng.choice(choices)
            moves.append((fen, move))
            fen = pyffish.get_fen(VARIANT, fen, [to_pyffish(move)])
    return moves


def tandem_fen(rng):
    """A position in which pawns, and some other pieces, share files."""
    cells = {}
    # The kings stand on different files, so that they do not face each other.
    for piece, file, ranks in zip("Kk", rng.sample((3, 4, 5), 2), ((0, 2), (7, 9))):
        cells[file, rng.randint(*ranks)] = piece
    for pawn in "Pp":
        files = rng.sample(range(9), rng.randint(1, 2))
        for _ in range(rng.randint(2, 5)):
            rank = rng.randint(5, 9)
            cells.setdefault((rng.choice(files), rank if pawn == "P" else 9 - rank), pawn)
    for piece in rng.sample("RRNNCCrrnncc", rng.randint(0, 4)):
        cells.setdefault((rng.randrange(9), rng.randrange(10)), piece)
    ranks = ("".join(cells.get((file, rank), "1") for file in range(9)) for rank in reversed(range(10)))
    placement = re.sub("1+", lambda gap: str(len(gap[0])), "/".join(ranks))
    return f"{placement} {rng.choice('wb')} - - 0 1"


def tandem_moves(rng, count):
    """Moves of pieces with an equal piece on the same file, as (FEN, move)."""
    moves = []
    while len(moves) < count:
        fen = tandem_fen(rng)
        if is_sound(fen):
            cells = Board(fen).cells
            for move in legal(fen):
                equals = [at for at, piece in cells.items() if piece == cells[move[:2]]]
                if sum(at[0] == move[0] for at in equals) > 1:
                    moves.append((fen, move))
    return moves[:count]


def convert(command, lines, notation):
    """The last word of each line after conversion, None if the line was refused; and the errors by line number."""
    words = [*shlex.split(command), "convert", "-", "--from", "moves", "--to", "moves", "--notation", notation, "--json"]
    run = subprocess.run(words, input="\n".join(lines), capture_output=True, text=True)
    if run.returncode not in (0, 3):
        raise SystemExit(run.stderr[-2000:])
    reports = [json.loads(line) for line in run.stderr.splitlines()]
    refused = {report["game"]: report["error"] for report in reports if "error" in report}
    # A broken game is converted up to the error.
    texts = enumerate(run.stdout.splitlines(), 1)
    return [None if number in refused else text.split()[-1] for number, text in texts], refused


def cchess_text(fen, move):
    return cchess.ChessBoard(" ".join(fen.split()[:2])).move_iccs(move).to_text()


def pyffish_text(fen, move):
    notation = pyffish.NOTATION_XIANGQI_WXF
    return pyffish.get_san(VARIANT, fen, to_pyffish(move), False, notation).replace("=", ".")


def explain(fen, move, theirs):
    """The rule of docs/reference/notation.md that explains why their text differs from ours; None if there is no such
    rule."""
    cells = Board(fen).cells
    piece = cells[move[:2]]
    files = collections.Counter(at[0] for at, other in cells.items() if other == piece)
    count = files[move[0]]
    if theirs[0].isascii() and theirs[0].isalpha() and theirs[1].isdigit() and count > 1:
        return "front and rear even where only one of the two pieces can make the move"
    if piece not in "Pp":
        return None
    if sum(pawns > 1 for pawns in files.values()) > 1:
        return "pawns of two doubled files are counted together, not file by file"
    if theirs.isascii() and theirs[0].isdigit() and count > 2:
        return "three or more pawns on a file: P+ P. P- and Pa to Pe, not place and file"
    if not theirs.isascii() and count > 3:
        return "four or five pawns on a file: 一兵 to 五兵, not 前 二 三 后"
    return None


def compare(command, name, notation, moves, text_of):
    ours, refused = convert(command, [f"{fen} {move}" for fen, move in moves], notation)
    if refused:
        raise SystemExit(f"refused: {next(iter(refused.values()))}")
    theirs = [text_of(*move) for move in moves]
    read, refusals = convert(command, [f"{fen} {text}" for (fen, _), text in zip(moves, theirs)], "iccs")
    reasons, faults = collections.Counter(), []
    unread = collections.Counter()
    for (fen, move), own, other, back in zip(moves, ours, theirs, read, strict=True):
        if back is None:
            unread["ambiguous"] += 1
        elif back != move:
            faults.append(f"{fen} {move}: {other} is read as {back}")
        if own.translate(FULL_WIDTH) == other.translate(FULL_WIDTH):
            continue
        reason = explain(fen, move, other)
        if reason is None:
            faults.append(f"{fen} {move}: {own} against {other}, unexplained")
        else:
            reasons[reason] += 1
    for number, error in refusals.items():
        if "ambiguous" not in error:
            faults.append(f"{moves[number - 1]}: {error}")
    print(f"{name}: {len(moves)} moves, {sum(reasons.values())} written otherwise, {unread['ambiguous']} refused as ambiguous")
    for reason, count in reasons.most_common():
        print(f"  {count:5} {reason}")
    for fault in faults[:20]:
        print(f"  FAULT {fault}")
    return len(faults)


def main():
    options = parser(__doc__)
    options.add_argument("chuhe")
    options.add_argument("--moves", type=int, default=10_000, help="of each kind")
    options.add_argument("--seed", type=int, default=1)
    args = options.parse_args()
    rng = random.Random(args.seed)
    faults = 0
    for kind, moves in (("start", game_moves(rng, args.moves)), ("tandem", tandem_moves(rng, args.moves))):
        faults += compare(args.chuhe, f"cchess, Chinese, {kind}", "chinese", moves, cchess_text)
        faults += compare(args.chuhe, f"pyffish, WXF, {kind}", "wxf", moves, pyffish_text)
    raise SystemExit(faults > 0)


if __name__ == "__main__":
    main()
