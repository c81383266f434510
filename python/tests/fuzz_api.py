"""Tests random sequences of calls: nothing may crash, and the invariants must hold. Run by hand; CI runs a short
version.

    python fuzz_api.py [SEQUENCES] [SEED]
"""

from __future__ import annotations

import copy
import pickle
import sys
import tempfile
import time
from pathlib import Path

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

import chuhe
from chuhe import Board, Book, Collection, Database, Engine, Game, GameFilters, Limit, Move, Score

NOTATIONS = st.sampled_from(["coordinates", "iccs", "wxf", "chinese", "traditional"])
SQUARES = st.builds("{}{}".format, st.sampled_from("abcdefghi"), st.integers(0, 9))
TEXTS = st.one_of(
    st.text(max_size=12),
    st.builds("{}{}".format, SQUARES, SQUARES),
    st.text("炮马车相仕帅兵前后中进退平一二三四五六七八九123456789CHREAKP+-.", max_size=5),
)
ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20), st.binary(max_size=20),
    st.lists(st.integers(), max_size=3), st.builds(dict),
)
ENDINGS = st.sampled_from(["pgn", "xqf", "dhtmlxq", "moves", "fen", "cbr", "cbl", "cbf", "wxf", None])
# The only exceptions that calls with invalid values may raise.
REFUSALS = (ValueError, TypeError, OverflowError, IndexError)


class Calls(RuleBasedStateMachine):
    """A board, a game and an engine; each call is repeated on a model."""

    engine = Engine(hash=1)
    folder = tempfile.TemporaryDirectory()
    database = Database.create(Path(folder.name, "games.db"))
    database.import_files(Path(__file__).resolve().parents[2] / "tests" / "data" / "games.pgn")
    book = Book.default()

    def __init__(self) -> None:
        super().__init__()
        self.board = Board()
        self.fens: list[str] = []
        self.game = Game()

    @precondition(lambda self: self.board.legal_moves)
    @rule(number=st.integers(0, 127), notation=NOTATIONS)
    def push(self, number: int, notation: str) -> None:
        moves = self.board.legal_moves
        move = moves[number % len(moves)]
        text = self.board.text(move, notation)  # type: ignore[arg-type]
        assert self.board.parse(text) == move
        self.fens.append(self.board.fen)
        assert self.board.push(text) == move

    @rule()
    def pop(self) -> None:
        if self.fens:
            self.board.pop()
            assert self.board.fen == self.fens.pop()
        else:
            try:
                self.board.pop()
            except IndexError:
                return
            raise AssertionError("there was nothing to take back")

    @rule(text=TEXTS)
    def push_any_text(self, text: str) -> None:
        fen = self.board.fen
        try:
            self.board.push(text)
        except chuhe.Error:
            assert self.board.fen == fen
        else:
            self.fens.append(fen)

    @rule(text=st.lists(TEXTS, max_size=4))
    def push_any_line(self, text: list[str]) -> None:
        fen, count = self.board.fen, len(self.board.moves)
        try:
            moves = self.board.push_text(" ".join(text))
        except chuhe.Error:
            assert self.board.fen == fen and len(self.board.moves) == count
        else:
            for _ in moves:
                self.board.pop()
            assert self.board.fen == fen

    @rule(fen=st.one_of(st.text(max_size=80), st.text("rnbakcpRNBAKCP123456789/ wb-", max_size=90)))
    def any_fen(self, fen: str) -> None:
        try:
            board = Board(fen)
        except chuhe.FenError:
            return
        assert Board(board.fen) == board

    @rule(name=st.sampled_from([name for name in dir(Board) if not name.startswith("_")]), values=st.lists(ANYTHING, max_size=3))
    def any_call_on_the_board(self, name: str, values: list[object]) -> None:
        twin = self.board.copy()
        if name in ("perft", "divide") and any(isinstance(value, int) and value > 2 for value in values):
            return
        member = getattr(twin, name)
        if callable(member):
            try:
                member(*values)
            except REFUSALS:
                pass

    @rule(values=st.lists(ANYTHING, max_size=3), make=st.sampled_from([Move, Score, Board, Game, Limit]))
    def any_value_made(self, values: list[object], make: type) -> None:
        try:
            made = make(*values)
        except (*REFUSALS, AttributeError):
            return
        repr(made)

    @rule(data=st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)), ending=ENDINGS)
    def any_file(self, data: bytes, ending: str | None) -> None:
        try:
            collection = Collection.from_bytes(data, "a file", ending)  # type: ignore[arg-type]
        except chuhe.ReadError:
            return
        for game in collection:
            game.root
            assert game.copy() == game

    @precondition(lambda self: self.board.legal_moves)
    @rule(nodes=st.integers(1, 50), multipv=st.integers(-1, 5))
    def search(self, nodes: int, multipv: int) -> None:
        try:
            lines = self.engine.analyse(self.board, Limit(nodes=nodes), multipv=multipv)
        except REFUSALS:
            assert multipv < 1
            return
        for line in lines:
            self.board.line(line.pv)
            assert line.pv[0] in self.board.legal_moves

    @rule(options=st.dictionaries(st.sampled_from(["hash", "threads", "level", "elo", "rules", "x"]), ANYTHING, max_size=2))
    def configure(self, options: dict[str, object]) -> None:
        before = self.engine.options
        if any(isinstance(value, int) and value > 3 for value in options.values()):
            return
        try:
            self.engine.configure(**options)  # type: ignore[arg-type]
        except REFUSALS:
            assert self.engine.options == before
        else:
            self.engine.configure(hash=1, threads=1, level=None, rules="asian")

    @rule(filters=st.dictionaries(st.sampled_from(sorted(GameFilters.__annotations__)), st.one_of(ANYTHING, TEXTS), max_size=3))
    def any_search(self, filters: dict[str, object]) -> None:
        try:
            found = self.database.search(limit=3, **filters)  # type: ignore[arg-type]
        except REFUSALS:
            return
        games = list(found)
        assert found.total >= len(games) and all(game.game().moves == game.moves for game in games)

    @rule(variety=st.one_of(st.sampled_from(["none", "medium", "huge"]), TEXTS), seed=st.one_of(st.none(), ANYTHING))
    def any_choice(self, variety: str, seed: object) -> None:
        moves = self.book.moves(self.board)
        assert all(found.move in self.board.legal_moves for found in moves)
        try:
            chosen = self.book.choose(self.board, variety, seed)  # type: ignore[arg-type]
        except REFUSALS:
            return
        assert chosen is None or chosen in moves

    @invariant()
    def what_is_played_is_explored(self) -> None:
        assert all(self.board.is_legal(found.move) for found in self.database.explore(self.board).moves)

    @rule(number=st.integers(0, 200), comment=st.text(max_size=10), glyphs=st.lists(st.integers(0, 255), max_size=2))
    def grow_the_game(self, number: int, comment: str, glyphs: list[int]) -> None:
        node = self.game.root
        while node.children and number % 3:
            node = node.children[number % len(node.children)]
            number //= 3
        moves = node.board().legal_moves
        if moves:
            added = node.add(moves[number % len(moves)], comment, glyphs)
            assert added in node.children and added.parent is node

    @rule(number=st.integers(0, 200), remove=st.booleans())
    def prune_the_game(self, number: int, remove: bool) -> None:
        node = self.game.root
        while node.children and number:
            node = node.children[number % len(node.children)]
            number //= 2
        if remove:
            node.remove()
        else:
            node.promote()

    @rule(notation=NOTATIONS)
    def the_game_survives_a_file(self, notation: str) -> None:
        native = self.game.copy()
        assert native == self.game
        written = self.game.to_string("pgn", notation)  # type: ignore[arg-type]
        (read,) = Collection.from_text(written, "pgn")
        assert not read.errors and read.moves == self.game.moves
        assert pickle.loads(pickle.dumps(self.game)) == self.game

    @invariant()
    def the_board_is_sound(self) -> None:
        board = self.board
        assert len(board.moves) == len(self.fens)
        twin = Board(board.fen)
        assert twin == board and twin.key == board.key and set(twin.legal_moves) == set(board.legal_moves)
        assert copy.copy(board).moves == board.moves
        assert all(board.is_legal(move) for move in board.legal_moves)
        assert board.judge().is_over == board.is_game_over()


def main() -> None:
    sequences = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    chosen = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    options = settings(
        max_examples=sequences, stateful_step_count=30, deadline=None, database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], phases=[Phase.generate, Phase.shrink],
    )
    since = time.perf_counter()
    run_state_machine_as_test(seed(chosen)(Calls), settings=options)
    print(f"{sequences} sequences of up to 30 calls, seed {chosen}, {time.perf_counter() - since:.0f} s: no failures")


if __name__ == "__main__":
    main()
