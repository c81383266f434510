//! Tests of the crate as a whole: imports, and queries compared with slower equivalents.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use super::record::IncomingGame;
use super::*;
use chuhe_engine::board::Position;
use chuhe_engine::notation::{MoveFormat, play_words};
use chuhe_engine::types::rng::SplitMix64;
use chuhe_engine::types::{Color, Move};
use chuhe_formats::game_files::GameFile;
use chuhe_formats::{Game, Outcome, pgn};

/// A folder that contains a database.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn database(&self) -> PathBuf {
        self.0.path().join("games.db")
    }

    /// Imports a PGN file and indexes its games.
    fn import(&self, name: &str, text: &str) -> ImportSummary {
        self.import_seen(name, text, |_| {})
    }

    /// Like [`Self::import`], with a function that is called with each event.
    fn import_seen(
        &self,
        name: &str,
        text: &str,
        mut see: impl FnMut(&ImportEvent<'_>),
    ) -> ImportSummary {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).unwrap();
        let mut writer = DatabaseWriter::open(&self.database()).unwrap();
        let mut go = |_: &Path, event: &ImportEvent<'_>| {
            see(event);
            ControlFlow::Continue(())
        };
        let summary = writer.import(&[GameFile::new(path)], None, None, &mut go).unwrap();
        assert!(writer.finish(|_, _| ControlFlow::Continue(())).unwrap());
        summary
    }

    fn open(&self) -> Database {
        Database::open(&self.database()).unwrap()
    }

    fn check(&self) -> IntegrityReport {
        self.open().check(|_, _| ControlFlow::Continue(())).unwrap()
    }
}

const GAMES: &str = r#"[Event "全國象棋個人賽"]
[Date "1977.12.03"]
[Round "3"]
[Red "楊官璘"]
[Black "胡荣华"]

1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3 1/2-1/2

[Event "Cup"]
[Date "2003.??.??"]
[Red "Li Laiqun"]
[Black "楊官璘"]

1. 炮八平五 马2进3 2. 马八进七 1-0

[Red "许银川"]
[FEN "3k5/9/9/9/9/4p4/9/9/9/R3K4 w - - 0 1"]

1. a0a4 d9e9 2. a4e4 e9f9 3. e0e1 0-1

[Red "许银川"]
[Black "Nobody"]
[Date "2003.06.01"]

1. 相三进五 炮8平4 {well} *

"#;

fn numbers(place: &Place, query: &Query) -> Vec<i64> {
    let database = place.open();
    let found = database.search(query, 0, 100).unwrap();
    assert_eq!(found.total, found.games.len() as u64);
    assert_eq!(found.total, database.count(query).unwrap());
    found.games.iter().map(|game| game.id).collect()
}

fn query(set: impl FnOnce(&mut Query)) -> Query {
    let mut query = Query::default();
    set(&mut query);
    query
}

fn moves(text: &str) -> Vec<Move> {
    text.split(' ').map(|mv| mv.parse().unwrap()).collect()
}

#[test]
fn every_question_finds_its_games_and_no_others() {
    let place = Place::new();
    place.import("games.pgn", GAMES);
    let text = |text: &str| Some(text.to_owned());
    let date = |text: &str| Some(text.parse().unwrap());
    let at = |words: &str| Some(play_words(&Position::startpos(), words, None).unwrap());
    let fen = |fen: &str| Some(Position::from_fen(fen).unwrap());
    let material = |text: &str| Some(text.parse().unwrap());
    let cases: Vec<(Query, &[i64])> = vec![
        (Query::default(), &[1, 2, 3, 4]),
        (query(|q| q.player = text("杨官璘")), &[1, 2]),
        (query(|q| q.player = text("許銀")), &[3, 4]),
        (query(|q| q.player = text("li LAI")), &[2]),
        (query(|q| q.player = text("Somebody")), &[]),
        (query(|q| q.red = text("杨官璘")), &[1]),
        (query(|q| q.black = text("杨官璘")), &[2]),
        (query(|q| q.red = text("胡荣华")), &[]),
        (query(|q| q.event = text("全国")), &[1]),
        (query(|q| q.event = text("个人杯")), &[]),
        (query(|q| q.from = date("2003")), &[2, 4]),
        (query(|q| q.from = date("2003.02")), &[4]),
        (query(|q| q.to = date("2003.05")), &[1, 2]),
        (query(|q| (q.from, q.to) = (date("1978"), date("2002"))), &[]),
        (query(|q| q.result = Some(Outcome::Draw)), &[1]),
        (query(|q| q.result = Some(Outcome::Win(Color::Black))), &[3]),
        (query(|q| q.result = Some(Outcome::Unknown)), &[4]),
        (query(|q| q.opening = text("屏风马")), &[1]),
        (query(|q| q.opening = text("中炮")), &[1, 2]),
        (query(|q| q.opening = text("elephant")), &[4]),
        (query(|q| q.opening = text("顺炮")), &[]),
        // These queries are for positions, their mirror images, and boards with the other side to move.
        (query(|q| q.position = at("炮二平五 马8进7 马二进三")), &[1, 2]),
        (query(|q| q.position = at("炮二平五 马2进3")), &[]),
        (query(|q| q.position = at("")), &[1, 2, 4]),
        (query(|q| q.position = fen("3k5/9/9/9/9/R3p4/9/9/9/4K4 b")), &[3]),
        (query(|q| q.position = fen("5k3/9/9/9/9/4p3R/9/9/9/4K4 b")), &[3]),
        (query(|q| q.position = fen("3k5/9/9/9/9/R3p4/9/9/9/4K4 w")), &[]),
        (query(|q| q.material = material("KRKP")), &[3]),
        (query(|q| q.material = material("KPKR")), &[3]),
        (query(|q| q.material = material("KRK*")), &[3]),
        (query(|q| q.material = material("KNK")), &[]),
        (query(|q| (q.material, q.material_plies) = (material("KRKP"), 3)), &[3]),
        (query(|q| (q.material, q.material_plies) = (material("KRKP"), 4)), &[]),
        (query(|q| (q.material, q.material_plies) = (material("KRK"), 3)), &[3]),
        (query(|q| (q.material, q.material_plies) = (material("KRK"), 4)), &[]),
        (query(|q| q.beginning = moves("h2e2 h9g7")), &[1, 2]),
        (query(|q| q.beginning = moves("h2e2 b9c7")), &[]),
        (query(|q| q.beginning = moves("g0e2")), &[4]),
        (query(|q| q.stretch = moves("a4e4 e9f9")), &[3]),
        (query(|q| q.stretch = moves("i4e4 e9d9")), &[3]),
        (query(|q| q.stretch = moves("h9g7 h0g2")), &[1, 2]),
        (query(|q| q.stretch = moves("h9g7 a4e4")), &[]),
        // All fields must match.
        (
            query(|q| {
                (q.player, q.position) = (text("杨官璘"), at("炮二平五 马8进7"));
                q.from = date("2000");
            }),
            &[2],
        ),
        (query(|q| (q.position, q.material) = (at(""), material("KRKP"))), &[]),
        (query(|q| (q.red, q.material) = (text("许"), material("KRKP"))), &[3]),
        (query(|q| (q.position, q.beginning) = (at(""), moves("h2e2"))), &[1, 2]),
    ];
    for (query, expected) in cases {
        assert_eq!(numbers(&place, &query), expected, "{query:?}");
    }
    let database = place.open();
    let part = database.search(&Query::default(), 1, 2).unwrap();
    assert_eq!((part.total, part.games[0].id, part.games.len()), (4, 2, 2));
    let after = |query: &Query, after, limit| -> Vec<i64> {
        database.search_after(query, after, limit).unwrap().iter().map(|game| game.id).collect()
    };
    assert_eq!(after(&Query::default(), 1, 2), [2, 3]);
    let begun = query(|q| (q.position, q.player) = (at(""), text("杨官璘")));
    assert_eq!(
        (after(&begun, 0, 1), after(&begun, 1, 9), after(&begun, 2, 9)),
        (vec![1], vec![2], vec![])
    );
    assert_eq!(place.check().findings, []);
    assert!(place.check().is_sound());
}

#[test]
fn games_come_out_as_they_went_in() {
    let place = Place::new();
    place.import("games.pgn", GAMES);
    let database = place.open();
    for (id, game) in (1..).zip(pgn::read(GAMES)) {
        let stored = database.game(id).unwrap().unwrap();
        let (back, mut game) = (stored.game().unwrap(), game.unwrap());
        assert_eq!(back.line, game.line);
        assert_eq!((back.outcome, back.start.fen()), (game.outcome, game.start.fen()));
        game.tags.retain(|(name, _)| game_has(&back, name));
        for (name, value) in &game.tags {
            assert_eq!(back.tag(name), Some(value.as_str()));
        }
    }
    assert_eq!(database.game(5).unwrap(), None);
    let info = database.info().unwrap();
    assert_eq!((info.games, info.annotated, info.players), (4, 1, 5));
    assert_eq!((info.first_year, info.last_year), (Some(1977), Some(2003)));
}

fn game_has(game: &Game, name: &str) -> bool {
    let has = game.tag(name).is_some();
    assert!(has, "{name}");
    has
}

#[test]
fn doubles_are_counted_and_not_stored() {
    let place = Place::new();
    assert_eq!(place.import("a.pgn", GAMES).stored, 4);
    // Files with the same bytes are recognized by their digest, regardless of their path.
    let again = place.import("b.pgn", GAMES);
    assert_eq!((again.files_known, again.stored, again.doubles), (1, 0, 0));
    // A game that says less than a stored one is no new game; one with another player or one more move is.
    let fewer = "1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 *\n\n[Black \"杨官璘\"]\n[Date \"2003\"]\n\n\
                 1. b2e2 b9c7 2. b0c2 1-0\n\n[Black \"杨官璘\"]\n\n1. b2e2 b9c7 2. b0c2 h9g7 1-0\n\n\
                 [Red \"Another\"]\n\n1. b2e2 b9c7 2. b0c2 1-0\n";
    let mut told = Vec::new();
    let other = place.import_seen("c.pgn", fewer, |event| match *event {
        ImportEvent::Double { game, of } => told.push((game, Some(of))),
        ImportEvent::Game { game } => told.push((game, None)),
        _ => {}
    });
    assert_eq!((other.stored, other.doubles, other.files), (2, 2, 1));
    assert_eq!(told, [(1, Some(1)), (2, Some(2)), (3, None), (4, None)]);
    let another = query(|q| q.player = Some("another".to_owned()));
    assert_eq!(numbers(&place, &another), [6]);
    let yang = query(|q| q.player = Some("Yangguan".to_owned()));
    assert_eq!(numbers(&place, &yang), [1, 2, 5], "by pinyin");
    let writer = DatabaseWriter::open(&place.database()).unwrap();
    assert_eq!(writer.database().count(&yang).unwrap(), 3, "the writer reads the same");
    assert!(place.check().is_sound());
}

#[test]
fn broken_games_are_reported_and_the_rest_is_stored() {
    let place = Place::new();
    let text = "[Red \"A\"]\n\n1. h2e2 h9g7 2. a0a9 1-0\n\n[Red \"B\"]\n\n1. h0g2 *\n\n[FEN \"x\"]\n\n1. h2e2 *\n";
    let path = place.0.path().join("broken.pgn");
    std::fs::write(&path, text).unwrap();
    let mut writer = DatabaseWriter::open(&place.database()).unwrap();
    let mut told = Vec::new();
    let summary = writer
        .import(&[GameFile::new(&path)], None, None, |path, event| {
            if let ImportEvent::Trouble(event) = event {
                told.push(format!("{}: {event:?}", path.display()));
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!((summary.stored, summary.broken, summary.refused), (2, 1, 1));
    assert!(!summary.is_whole());
    assert_eq!(told.len(), 2);
    assert!(told[0].contains("broken.pgn") && told[0].contains("game: 1"), "{}", told[0]);
    assert!(told[1].contains("GameUnreadable") && told[1].contains("game: 3"), "{}", told[1]);
    let kept = writer.database().game(1).unwrap().unwrap();
    assert_eq!(kept.moves, "h2e2 h9g7");
    assert!(kept.game().unwrap().line.moves[1].comment.contains("not read"));
}

/// Random games with few different openings, with results, dates and scores.
fn random_games(seed: u64, count: usize) -> Vec<IncomingGame> {
    let mut rng = SplitMix64::new(seed);
    let mut games = Vec::new();
    while games.len() < count {
        let mut game = Game::new(Position::startpos());
        let mut position = game.start.clone();
        let mut scores = Vec::new();
        for ply in 0..4 + rng.below(30) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // The first moves are chosen from a small set, so that games share positions.
            let most = if ply < 4 { 2 } else { moves.len() as u64 };
            let mut mv = moves[rng.below(most) as usize];
            if rng.below(2) == 0 && position.is_legal(mv.mirror()) {
                mv = mv.mirror();
            }
            // Pieces sometimes move back, so that games repeat positions.
            let before = ply.checked_sub(2).and_then(|at| game.line.moves.get(at as usize));
            let back = before.map(|before| Move::new(before.mv.to(), before.mv.from()));
            if let Some(back) = back.filter(|&back| rng.below(4) == 0 && position.is_legal(back)) {
                mv = back;
            }
            game.line.push(mv);
            position.make_unchecked(mv, &mut ());
            scores.push((rng.below(2) == 0).then(|| rng.below(5000) as i32 - 2500));
        }
        game.outcome =
            [Outcome::Win(Color::Red), Outcome::Win(Color::Black), Outcome::Draw, Outcome::Unknown]
                [rng.below(4) as usize];
        if rng.below(3) > 0 {
            game.set_tag("Date", format!("{}.0{}.11", 1980 + rng.below(40), 1 + rng.below(9)));
        }
        games.push(IncomingGame { game, scores });
    }
    games
}

/// Imports games through a custom reader, which can supply scores.
fn import_games(place: &Place, name: &str, games: &[IncomingGame]) -> Vec<IncomingGame> {
    let path = place.0.path().join(name);
    std::fs::write(&path, name).unwrap();
    let mut writer = DatabaseWriter::open(&place.database()).unwrap();
    let mut stored = Vec::new();
    let all = games.to_vec();
    let other: OtherReader = Arc::new(move |_: &[u8]| Some(("test", Ok(all.clone()))));
    writer
        .import(&[GameFile::new(path)], None, Some(other), |_, event| {
            if let ImportEvent::Game { game } = event {
                stored.push(games[*game as usize - 1].clone());
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    assert!(writer.finish(|_, _| ControlFlow::Continue(())).unwrap());
    stored
}

/// The result of a recount, by move, `all` and `end`: games, wins, draws, losses, scored games, sum of scores, and
/// latest date.
type Naive = BTreeMap<String, (u64, u64, u64, u64, u64, i32, String)>;

/// The placement and the side to move, for the position or its mirror image, whichever sorts first, and whether it is
/// the image.
fn naive_key(position: &Position) -> (String, bool) {
    let fen = position.fen();
    let placement = fen.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let (board, side) = placement.split_once(' ').unwrap();
    let mirror = |rank: &str| rank.chars().rev().collect::<String>();
    let image = board.split('/').map(mirror).collect::<Vec<_>>().join("/");
    let image = format!("{image} {side}");
    if image < placement { (image, true) } else { (placement, false) }
}

fn recount(games: &[IncomingGame], position: &Position) -> Naive {
    let (wanted, is_image) = naive_key(position);
    let is_symmetric = {
        let mut board = wanted.split(' ').next().unwrap().split('/');
        board.all(|rank| rank.chars().eq(rank.chars().rev()))
    };
    let side = position.side_to_move();
    let mut naive = Naive::new();
    for incoming in games {
        let mut seen: Vec<String> = Vec::new();
        let mut at = incoming.game.start.clone();
        let all: Vec<Move> = incoming.game.moves().collect();
        for ply in 0..=all.len() {
            let (key, image) = naive_key(&at);
            if key == wanted {
                let mv = all.get(ply).copied();
                let mv = mv.map(|mv| if image == is_image { mv } else { mv.mirror() });
                let right = |mv: Move| (mv.from().file(), mv.to().file());
                let mv = mv.map(|mv| match mv.mirror() {
                    other if is_symmetric && right(other) > right(mv) => other,
                    _ => mv,
                });
                let name = mv.map_or("end".to_owned(), |mv| mv.to_string());
                for name in [name, "all".to_owned()] {
                    if seen.contains(&name) {
                        continue;
                    }
                    seen.push(name.clone());
                    let row = naive.entry(name).or_default();
                    row.0 += 1;
                    match incoming.game.outcome {
                        Outcome::Win(winner) if winner == side => row.1 += 1,
                        Outcome::Draw => row.2 += 1,
                        Outcome::Win(_) => row.3 += 1,
                        Outcome::Unknown => {}
                    }
                    if let Some(score) = incoming.scores.get(ply).copied().flatten() {
                        row.4 += 1;
                        let score = score.clamp(-2000, 2000);
                        row.5 += if side == Color::Red { score } else { -score };
                    }
                    let date = incoming.game.known_tag("Date").unwrap_or_default();
                    row.6 = row.6.clone().max(date.to_owned());
                }
            }
            if let Some(&mv) = all.get(ply) {
                at.play(mv).unwrap();
            }
        }
    }
    naive
}

fn shown(exploration: &Exploration) -> Naive {
    let row = |tally: &Tally| {
        let sum = tally.mean_score.unwrap_or_default() * tally.scored as f64;
        let last = tally.last_played.clone().unwrap_or_default();
        (tally.games, tally.wins, tally.draws, tally.losses, tally.scored, sum.round() as i32, last)
    };
    let moves = exploration.moves.iter();
    moves.map(|explored| (explored.mv.to_string(), row(&explored.tally))).collect()
}

#[test]
fn the_explorer_agrees_with_a_recount_however_the_games_came_in() {
    let place = Place::new();
    let mut games = Vec::new();
    // The indexes are built, extended, extended slightly, and rebuilt.
    for (seed, count) in [(1, 60), (2, 12), (3, 1), (4, 1), (5, 100)] {
        games.extend(import_games(&place, &format!("{seed}.test"), &random_games(seed, count)));
        let database = place.open();
        let start = Position::startpos();
        let mut positions = vec![start.clone()];
        for text in ["h2e2", "a3a4", "i3i4", "a0a1", "a3a4 a6a5", "a0a1 a9a8"] {
            positions.extend(play_words(&start, text, None));
        }
        for game in games.iter().step_by(19) {
            let mut position = start.clone();
            for mv in game.game.moves().take(8) {
                position.play(mv).unwrap();
                positions.push(position.clone());
            }
        }
        for position in &positions {
            let exploration = database.explore(position).unwrap();
            let mut naive = recount(&games, position);
            let ended = naive.remove("end").map_or(0, |row| row.0);
            assert_eq!(exploration.ended, ended, "{}", position.fen());
            let all = naive.remove("all").map_or(0, |row| row.0);
            assert_eq!(all, exploration.tally.games);
            assert_eq!(shown(&exploration), naive, "{}", position.fen());
            let at = query(|q| q.position = Some(position.clone()));
            assert_eq!(database.count(&at).unwrap(), exploration.tally.games);
            // The numbers of games by result must add up to the number of all games.
            let results = [Outcome::Win(Color::Red), Outcome::Win(Color::Black), Outcome::Draw];
            let parts = results.into_iter().chain([Outcome::Unknown]).map(|result| {
                let only = query(|q| q.result = Some(result));
                let part = database.explore_among(position, &only).unwrap();
                let both =
                    query(|q| (q.result, q.position) = (Some(result), Some(position.clone())));
                assert_eq!(part.tally.games, database.count(&both).unwrap());
                part.tally.games
            });
            assert_eq!(parts.sum::<u64>(), exploration.tally.games);
            let found = database.search(&at, 0, 1000).unwrap();
            assert_eq!(found.games.len() as u64, exploration.tally.games);
        }
        let report = place.check();
        assert!(report.is_sound(), "{report:?}");
    }
    let kept: i64 = place
        .open()
        .connection
        .query_row("SELECT count(DISTINCT key) FROM tallies", [], |row| row.get(0))
        .unwrap();
    assert!(kept > 5, "{kept} positions have their sums in the file");
}

#[test]
fn a_stream_is_imported_like_a_small_file_and_goes_on_after_a_break() {
    let text: String = random_games(9, 60)
        .iter()
        .map(|incoming| pgn::write(&incoming.game, MoveFormat::Iccs).unwrap())
        .collect();
    assert!(text.len() > 4000, "it is read piece by piece");
    let whole = Place::new();
    let summary = whole.import("all.pgn", &text);
    let parts = Place::new();
    let path = parts.0.path().join("all.pgn");
    std::fs::write(&path, &text).unwrap();
    let mut left = 0;
    for stop_after in [1, 7, 20, 1000] {
        let mut writer = DatabaseWriter::open(&parts.database()).unwrap();
        let mut games = 0;
        let part = writer.import(&[GameFile::new(&path)], None, None, |_, event| {
            games += u64::from(matches!(event, ImportEvent::Game { .. }));
            if games >= stop_after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let part = part.unwrap();
        assert_eq!(part.interrupted, stop_after < 1000);
        left += part.stored;
        if part.interrupted {
            let error = parts.open().explore(&Position::startpos()).unwrap_err();
            assert!(matches!(error, DatabaseError::Unfinished { .. }), "{error}");
            assert!(!parts.check().is_sound());
        }
        // Indexing may be interrupted as well.
        let finished = writer.finish(|_, _| ControlFlow::Break(())).unwrap();
        assert!(finished || part.interrupted || stop_after == 1000);
    }
    assert_eq!(left, summary.stored);
    let mut writer = DatabaseWriter::open(&parts.database()).unwrap();
    assert!(writer.finish(|_, _| ControlFlow::Continue(())).unwrap());
    drop(writer);
    let all = |place: &Place| {
        let found = place.open().search(&Query::default(), 0, 1000).unwrap();
        found.games.into_iter().map(|game| (game.number, game.moves)).collect::<Vec<_>>()
    };
    assert_eq!(all(&whole), all(&parts));
    assert!(parts.check().is_sound());
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let place = Place::new();
    let path = place.0.path().join("other.db");
    let foreign = rusqlite::Connection::open(&path).unwrap();
    foreign.execute_batch("CREATE TABLE notes (text TEXT)").unwrap();
    drop(foreign);
    let text = place.0.path().join("text.db");
    std::fs::write(&text, "no database at all, and long enough to be looked at ".repeat(40))
        .unwrap();
    for path in [&path, &text] {
        let before = std::fs::read(path).unwrap();
        let error = Database::open(path).unwrap_err();
        assert!(matches!(error, DatabaseError::Foreign(_)), "{error}");
        let error = DatabaseWriter::open(path).unwrap_err();
        assert!(matches!(error, DatabaseError::Foreign(_)), "{error}");
        assert_eq!(std::fs::read(path).unwrap(), before);
    }
    assert!(matches!(Database::open(place.0.path()), Err(DatabaseError::Io { .. })));
    assert!(matches!(Database::open(&place.database()), Err(DatabaseError::Io { .. })));
    place.import("games.pgn", GAMES);
    let own = rusqlite::Connection::open(place.database()).unwrap();
    own.pragma_update(None, "user_version", 99).unwrap();
    let error = Database::open(&place.database()).unwrap_err();
    assert!(matches!(error, DatabaseError::Newer { version: 99, .. }), "{error}");
}

/// Each of these could run statements of somebody else, or never come to an end.
#[test]
fn only_own_tables_are_read() {
    let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)";
    let changes = [
        ("extra", "CREATE TABLE extra (x)".to_owned()),
        ("extra", format!("CREATE VIEW extra AS {endless} SELECT x FROM n")),
        (
            "games",
            format!(
                "ALTER TABLE games RENAME TO extra; CREATE VIEW games AS {endless} SELECT e.* FROM n, extra e"
            ),
        ),
        (
            "tallies",
            "DROP TABLE tallies; CREATE TABLE tallies (key, move, games AS (abs(1)))".to_owned(),
        ),
        (
            "extra",
            "CREATE TRIGGER extra AFTER INSERT ON games BEGIN DELETE FROM games; END".to_owned(),
        ),
        ("extra", "CREATE INDEX extra ON games (length(moves))".to_owned()),
        ("games_day", "DROP INDEX games_day; CREATE INDEX games_day ON players (name)".to_owned()),
        ("state", "ALTER TABLE state ADD COLUMN x DEFAULT 5".to_owned()),
        ("openings", "DROP TABLE openings".to_owned()),
        (
            "sqlite_sequence",
            "CREATE TABLE sources2 (x INTEGER PRIMARY KEY AUTOINCREMENT); DROP TABLE sources2"
                .to_owned(),
        ),
    ];
    for (name, change) in changes {
        let place = Place::new();
        place.import("games.pgn", GAMES);
        let other = rusqlite::Connection::open(place.database()).unwrap();
        other.pragma_update(None, "foreign_keys", false).unwrap();
        other.execute_batch(&change).unwrap();
        drop(other);
        let before = std::fs::read(place.database()).unwrap();
        let errors = [
            Database::open(&place.database()).unwrap_err(),
            DatabaseWriter::open(&place.database()).unwrap_err(),
        ];
        for error in errors {
            let is_told =
                matches!(&error, DatabaseError::Altered { name: told, .. } if told == name);
            assert!(
                is_told || name == "games" && matches!(error, DatabaseError::Altered { .. }),
                "{change}: {error}"
            );
        }
        assert_eq!(std::fs::read(place.database()).unwrap(), before, "{change}");
    }
}

/// The pages of a table refer to each other so that a walk through it takes longer than anybody can wait.
#[test]
fn tables_without_end_are_damage() {
    const PAGE: usize = 4096;
    let place = Place::new();
    place.import("games.pgn", GAMES);
    let other = rusqlite::Connection::open(place.database()).unwrap();
    other
        .execute_batch(
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 3000)
             INSERT INTO players (name, folded) SELECT x || hex(zeroblob(100)), x FROM n",
        )
        .unwrap();
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'players'";
    let root: i64 = other.query_row(sql, [], |row| row.get(0)).unwrap();
    let root = root as usize;
    drop(other);
    let mut bytes = std::fs::read(place.database()).unwrap();
    let count = bytes.len() / PAGE;
    let mut page = bytes[(root - 1) * PAGE..root * PAGE].to_vec();
    assert_eq!(page[0], 5, "an inner page");
    let word = |page: &[u8], at: usize| u16::from_be_bytes([page[at], page[at + 1]]) as usize;
    let leaf = u32::from_be_bytes(page[8..12].try_into().unwrap());
    let levels = 8;
    for level in 0..levels {
        // All children of a page are the page of the next level.
        let child = if level + 1 == levels { leaf } else { (count + level + 1) as u32 };
        for cell in 0..word(&page, 3) {
            let at = word(&page, 12 + 2 * cell);
            page[at..at + 4].copy_from_slice(&child.to_be_bytes());
        }
        page[8..12].copy_from_slice(&child.to_be_bytes());
        if level == 0 {
            bytes[(root - 1) * PAGE..root * PAGE].copy_from_slice(&page);
        } else {
            bytes.extend_from_slice(&page);
        }
    }
    let pages = (bytes.len() / PAGE) as u32;
    bytes[28..32].copy_from_slice(&pages.to_be_bytes());
    std::fs::write(place.database(), bytes).unwrap();
    let database = place.open();
    let nobody = query(|q| q.player = Some("nobody".to_owned()));
    assert!(matches!(database.count(&nobody), Err(DatabaseError::Stopped)));
    // The steps of another query are counted anew.
    assert_eq!(database.info().unwrap().games, 4);
}

#[test]
fn readers_cannot_write() {
    let place = Place::new();
    place.import("games.pgn", GAMES);
    let database = place.open();
    for change in ["DELETE FROM games", "CREATE TEMP TABLE x (y)", "PRAGMA user_version = 9"] {
        assert!(database.connection.execute_batch(change).is_err(), "{change}");
    }
}

#[test]
fn there_is_one_writer_and_readers_see_finished_imports() {
    let place = Place::new();
    place.import("games.pgn", GAMES);
    let writer = DatabaseWriter::open(&place.database()).unwrap();
    assert!(matches!(DatabaseWriter::open(&place.database()), Err(DatabaseError::Busy)));
    assert_eq!(place.open().count(&Query::default()).unwrap(), 4);
    drop(writer);
    drop(DatabaseWriter::open(&place.database()).unwrap());
    let left: Vec<_> = std::fs::read_dir(place.0.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn writes_reach_the_file_despite_open_readers() {
    let place = Place::new();
    place.import("games.pgn", GAMES);
    let reader = place.open();
    place.import("more.pgn", "1. c3c4 c6c5 *\n");
    let copy = Place::new();
    std::fs::copy(place.database(), copy.database()).unwrap();
    assert_eq!(copy.open().count(&Query::default()).unwrap(), 5);
    assert!(copy.check().is_sound());
    assert_eq!(reader.count(&Query::default()).unwrap(), 5);
}

#[test]
fn damage_is_found() {
    let damages = [
        "UPDATE games SET moves = CAST(x'8000' || substr(moves, 3) AS BLOB) WHERE id = 1",
        "UPDATE games SET plies = plies + 1 WHERE id = 2",
        "UPDATE games SET source = 77 WHERE id = 2",
        "DELETE FROM positions WHERE game = 3 AND ply = 2",
        "UPDATE positions SET move = move + 1 WHERE game = 1 AND ply = 0",
        "UPDATE stretches SET plies = plies + 1 WHERE game = 3",
        "INSERT INTO tallies VALUES (12345, -1, 9, 9, 0, 0, 0, 0, 0)",
        "UPDATE games SET notes = 'x' WHERE id = 4",
    ];
    for damage in damages {
        let place = Place::new();
        place.import("games.pgn", GAMES);
        assert!(place.check().is_sound());
        let connection = rusqlite::Connection::open(place.database()).unwrap();
        connection.pragma_update(None, "foreign_keys", false).unwrap();
        assert!(connection.execute(damage, []).unwrap() > 0);
        drop(connection);
        let report = place.check();
        assert!(!report.findings.is_empty(), "{damage}");
        assert!(report.findings.iter().all(|finding| !finding.to_string().is_empty()));
    }
}

#[test]
fn examples_stand_where_they_say() {
    let place = Place::new();
    // The second game is a mirror image, the third reaches the position twice, and the last does not reach it.
    place.import(
        "games.pgn",
        "1. h2e2 h9g7 2. h0g2 *\n\n1. b2e2 b9c7 *\n\n1. h0g2 i9i8 2. g2h0 i8i9 3. h2e2 h9g7 4. h0g2 i9h9 5. g2h0 h9i9 *\n\n\
         1. g3g4 *\n",
    );
    let database = place.open();
    let at = |words: &str| play_words(&Position::startpos(), words, None).unwrap();
    let found = |words: &str, limit| {
        let examples = database.examples(&at(words), limit).unwrap();
        let told = examples.iter().map(|it| (it.game.id, it.ply, it.is_mirrored));
        told.collect::<Vec<_>>()
    };
    assert_eq!(found("h2e2 h9g7", 9), [(1, 2, false), (2, 2, true), (3, 6, false)]);
    assert_eq!(found("h2e2 h9g7 h0g2", 9), [(1, 3, false), (3, 7, false)]);
    assert_eq!(found("b2e2 b9c7 b0c2", 1), [(1, 3, true)]);
    assert_eq!(found("g3g4", 9), [(4, 1, false)]);
    assert_eq!(found("", 2), [(1, 0, false), (2, 0, false)]);
    assert_eq!(found("a0a1", 9), []);
    assert_eq!(found("", 0), []);
}

#[test]
fn forfeits_and_short_games_of_other_players_are_kept() {
    let place = Place::new();
    let game = |red: &str, round: u32, moves: &str, result: &str| {
        format!(
            "[Event \"League\"]\n[Round \"{round}\"]\n[Red \"{red}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
        )
    };
    let mut text = String::new();
    for (red, round) in [("Anna", 1), ("Carl", 1), ("Anna", 2)] {
        text += &game(red, round, "", "1-0");
        text += &game(red, round, "1. h2e2 h9g7 2. h0g2", "1/2-1/2");
    }
    assert_eq!(place.import("a.pgn", &text).stored, 6);
    let again = place.import("b.pgn", &format!("{text}\n"));
    assert_eq!((again.stored, again.doubles), (0, 6));
    // The first result of a game in progress is new.
    let live = place.import("c.pgn", &game("Dora", 1, "1. h2e2", "*"));
    let ended = place.import("d.pgn", &game("Dora", 1, "1. h2e2", "0-1"));
    assert_eq!((live.stored, ended.stored), (1, 1));
}

/// The time must not grow with the square of the number of games without moves.
#[test]
fn many_games_without_moves_are_each_found_again() {
    let place = Place::new();
    let games: Vec<String> =
        (0..3000).map(|round| format!("[Round \"{round}\"]\n\n*\n\n")).collect();
    let text = games.concat();
    assert_eq!(place.import("a.pgn", &text).stored, 3000);
    let again = place.import("b.pgn", &format!("{text}\n"));
    assert_eq!((again.stored, again.doubles), (0, 3000));
}

/// The names of the files beside a database.
fn beside(place: &Place) -> Vec<String> {
    let entries = std::fs::read_dir(place.0.path()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with("games.db") && name != "games.db").collect()
}

#[test]
fn readers_leave_nothing_beside_the_file() {
    let place = Place::new();
    place.import("games.pgn", GAMES);
    let readers = [place.open(), place.open()];
    for reader in &readers {
        assert_eq!(reader.count(&Query::default()).unwrap(), 4);
        assert_eq!(beside(&place), [""; 0], "while it is read");
    }
    // A writer leaves its log to those who read meanwhile.
    let mut writer = DatabaseWriter::open(&place.database()).unwrap();
    let more = place.0.path().join("more.pgn");
    std::fs::write(&more, "1. c3c4 c6c5 *\n").unwrap();
    let go = |_: &Path, _: &ImportEvent<'_>| ControlFlow::Continue(());
    writer.import(&[GameFile::new(more)], None, None, go).unwrap();
    for reader in &readers {
        assert_eq!(reader.count(&Query::default()).unwrap(), 5, "what is written can be read");
    }
    drop(writer);
    assert!(!beside(&place).is_empty());
    let [first, last] = readers;
    drop(first);
    assert_eq!(last.count(&Query::default()).unwrap(), 5);
    drop(last);
    assert_eq!(beside(&place), [""; 0]);
    // Earlier versions left the log on.
    for is_read_only in [false, true] {
        let old = rusqlite::Connection::open(place.database()).unwrap();
        old.pragma_update(None, "journal_mode", "wal").unwrap();
        drop(old);
        set_read_only(&place, is_read_only);
        assert_eq!(place.open().count(&Query::default()).unwrap(), 5);
        assert_eq!(beside(&place), [""; 0], "{is_read_only}");
    }
    set_read_only(&place, false);
}

fn set_read_only(place: &Place, is_read_only: bool) {
    let mut permissions = place.database().metadata().unwrap().permissions();
    permissions.set_readonly(is_read_only);
    std::fs::set_permissions(place.database(), permissions).unwrap();
}

#[test]
fn only_a_query_that_runs_keeps_writers_out() {
    let place = Place::new();
    place.import("games.pgn", GAMES);
    let reader = place.open();
    let mut statement = reader.connection.prepare("SELECT id FROM games").unwrap();
    let mut rows = statement.query([]).unwrap();
    assert!(rows.next().unwrap().is_some());
    let error = DatabaseWriter::open(&place.database()).unwrap_err();
    assert!(matches!(error, DatabaseError::Read(_)), "{error}");
    drop(rows);
    // While games are visited, no query runs.
    let mut visited = Vec::new();
    let seen = reader.visit(&Query::default(), |game| {
        drop(DatabaseWriter::open(&place.database()).unwrap());
        visited.push(game.id);
        ControlFlow::Continue(())
    });
    assert!(seen.unwrap().is_continue());
    assert_eq!(visited, [1, 2, 3, 4]);
    drop(DatabaseWriter::open(&place.database()).unwrap());
}

/// Turns a database into one of version 1, as that version left it.
fn into_version_1(place: &Place) {
    let old = rusqlite::Connection::open(place.database()).unwrap();
    old.execute_batch(
        "PRAGMA journal_mode = wal;
         UPDATE players SET folded = lower(name);
         DROP INDEX games_identity; ALTER TABLE games DROP COLUMN headers;
         CREATE INDEX games_identity ON games (identity);
         PRAGMA user_version = 1;",
    )
    .unwrap();
}

#[test]
fn databases_of_version_1_are_read_as_they_are_and_upgraded_by_writers() {
    let place = Place::new();
    let text = "[Red \"José Ångström\"]\n\n1. h2e2 *\n\n[Red \"Dora\"]\n\n1. h2e2 *\n";
    assert_eq!(place.import("games.pgn", text).stored, 2);
    into_version_1(&place);
    // That version left out the second game.
    let old = rusqlite::Connection::open(place.database()).unwrap();
    old.execute_batch(
        "DELETE FROM games WHERE id = 2; DELETE FROM positions WHERE game = 2; DELETE FROM stretches WHERE game = 2;
         UPDATE state SET indexed = 1, positions = positions - 2, stretches = stretches - 1;
         UPDATE sources SET stored = 1, doubles = 1;",
    )
    .unwrap();
    drop(old);
    let jose = query(|q| q.player = Some("jose angstrom".to_owned()));
    set_read_only(&place, true);
    let before = std::fs::read(place.database()).unwrap();
    assert_eq!(numbers(&place, &jose), [1]);
    assert_eq!(std::fs::read(place.database()).unwrap(), before);
    assert_eq!(beside(&place), [""; 0]);
    set_read_only(&place, false);
    drop(DatabaseWriter::open(&place.database()).unwrap());
    assert_eq!(numbers(&place, &jose), [1]);
    assert_eq!(place.open().info().unwrap().incomplete_files, 1);
    let again = place.import("games.pgn", text);
    assert_eq!((again.stored, again.doubles), (1, 0), "the game that was left out");
    let again = place.import("other.pgn", &format!("{text}\n"));
    assert_eq!((again.stored, again.doubles), (0, 2));
    assert!(place.check().is_sound());
}

#[test]
fn names_are_found_without_regard_to_accents_spaces_and_hyphens() {
    let place = Place::new();
    place.import(
        "games.pgn",
        "[Red \"NGUYỄN VĂN-ĐỨC\"]\n[Black \"José Ångström\"]\n\n1. h2e2 *\n\n[Red \"Li Laiqun\"]\n[Black \"吕钦\"]\n\n1. c3c4 *\n",
    );
    for (name, games) in [
        ("nguyễn", &[1][..]),
        ("nguye\u{302}\u{303}n van đuc", &[1]),
        ("Nguyen Vanduc", &[1]),
        ("angstrom", &[1]),
        ("Jose A", &[1]),
        ("Li Lai-qun", &[2]),
        ("ｌｉｌａｉ", &[2]),
        ("lǚ qīn", &[2]),
        ("Lv Qin", &[2]),
        ("lu'qin", &[2]),
        ("nguyen an", &[]),
        ("-", &[]),
    ] {
        let query = query(|q| q.player = Some(name.to_owned()));
        assert_eq!(numbers(&place, &query), games, "{name}");
    }
}

#[test]
fn scores_of_matches_are_stored() {
    let place = Place::new();
    place.import(
        "match.pgn",
        "[Red \"a\"]\n\n1. h2e2 {+0.49/5 0.001s n=706} h9g7 {-0.31/4 0.004s} *\n",
    );
    let database = place.open();
    assert_eq!(database.info().unwrap().scored, 1);
    let after = play_words(&Position::startpos(), "h2e2", None).unwrap();
    for (position, score) in [(Position::startpos(), 49.0), (after, -31.0)] {
        let mean = database.explore(&position).unwrap().moves[0].tally.mean_score;
        assert_eq!(mean, Some(score), "from the mover's point of view");
    }
}
