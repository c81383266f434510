"""Has another engine solve puzzles from `chuhe puzzles`, to check that their solutions are right and unique.

    python3 -m tests.outside.puzzles PUZZLES.json... --engine ENGINE (--nodes N | --movetime MS) [--gap CP] [--jobs N]

ENGINE is given as for `tactics`, for example "cmd=pikafish proto=uci coord=0 option.Hash=64". It searches each puzzle
with two lines, starting from an empty table. A puzzle is
- right, if its first move is the engine's best, or mates as fast as the best move;
- unique, if the second line is worth at least --gap centipawns less (default 200, the minimum that `chuhe puzzles`
  requires), or if the first line mates and the second does not.

Each puzzle that is not both right and unique is printed with the engine's lines; the last line contains the counts.
"""

import concurrent.futures
import json
import pathlib
import threading

from .common import parser
from .tactics import Engine, mate_moves


def opinion(engine, puzzle, limits, gap):
    """Returns whether the puzzle is right, whether it is unique, and the engine's lines."""
    _, lines, _ = engine.search(puzzle["fen"], limits)
    if 1 not in lines:
        return False, False, lines
    best, move = lines[1]
    second = lines[2][0] if 2 in lines else None
    same = puzzle["other_mates"]
    right = move == puzzle["solution"][0]["move"] or move in same
    mates, second_mates = mate_moves(best), second is not None and mate_moves(second)
    if second is None:
        unique = True
    elif mates:
        # If several lines mate, any of them solves the puzzle.
        unique = not second_mates or second_mates > mates or bool(same)
    else:
        unique = best - second >= gap
    return right, unique, lines


def arguments():
    options = parser(__doc__)
    options.add_argument("files", nargs="+", type=pathlib.Path)
    options.add_argument("--engine", required=True)
    limit = options.add_mutually_exclusive_group(required=True)
    limit.add_argument("--nodes", type=int)
    limit.add_argument("--movetime", type=int)
    options.add_argument("--gap", type=int, default=200)
    options.add_argument("--jobs", type=int, default=1)
    return options.parse_args()


def main():
    options = arguments()
    puzzles = [puzzle for file in options.files for puzzle in json.loads(file.read_text())["puzzles"]]
    mine = threading.local()

    def ask(puzzle):
        if not hasattr(mine, "engine"):
            mine.engine = Engine(options.engine, (("option.MultiPV", 2),))
        limits = f"nodes {options.nodes}" if options.nodes else mine.engine.move_time.format(options.movetime)
        return opinion(mine.engine, puzzle, limits, options.gap)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        opinions = list(pool.map(ask, puzzles))
    for puzzle, (right, unique, lines) in zip(puzzles, opinions):
        if not (right and unique):
            source = puzzle["source"]
            said = ", ".join(f"{move} {value}" for value, move in lines.values())
            print(f"{'right' if right else 'WRONG'} {'unique' if unique else 'SEVERAL'}: {puzzle['fen']}: "
                  f"{puzzle['task']}, {puzzle['solution'][0]['move']}; {said} ({source['file']}, game {source['game']})")
    right = sum(right for right, _, _ in opinions)
    unique = sum(unique for _, unique, _ in opinions)
    both = sum(right and unique for right, unique, _ in opinions)
    print(f"{len(puzzles)} puzzles: {right} right, {unique} unique, {both} both")


if __name__ == "__main__":
    main()
