//! Tests of the screen, drawn as a terminal would show it.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use super::app::{App, ScreenAction};
use super::geometry::{Geometry, HEIGHT_MIN, WIDTH_MIN};
use super::view::render;
use crate::tui::BoardStyle;
use crate::tui::dialogue::Dialogue;
use crate::tui::puzzle_run::PuzzleRun;
use crate::tui::review::Reviewer;
use chuhe_engine::board::Position;
use chuhe_engine::engine::config::Config;
use chuhe_engine::notation::diagram::Pieces;
use chuhe_engine::search::Limits;
use chuhe_engine::types::{Color, Score, Square};
use chuhe_localize::columns::width;
use chuhe_localize::tr;
use chuhe_localize::{Language, with};
use chuhe_play::{CasualGame, CasualSettings, Opponent, OpponentEvent, Purpose};
use chuhe_review::puzzles::{Goal, Puzzle, PuzzleSource};

/// Red mates with b1b9.
const ENDING: &str = "3k5/8R/9/p8/9/9/9/9/1R7/4K4 w - - 0 1";
const TALL: (u16, u16) = (90, 30);

/// A screen that receives no events from the engine.
fn app(fen: Option<&str>, clock: Option<&str>, style: BoardStyle) -> App {
    let config = Config { hash_mb: 1, skill_level: 4, ..Config::default() };
    let opponent = Opponent::new(config, Limits::nodes(100)).unwrap();
    let control = clock.map(|text| text.parse().unwrap());
    let settings = CasualSettings { control, ..CasualSettings::new(Color::Red) };
    let start = fen.map_or_else(Position::startpos, |fen| Position::from_fen(fen).unwrap());
    let game = CasualGame::new(opponent, start, settings, |_| {}).unwrap();
    App::new(Dialogue::new(game, None, Reviewer::new(mpsc::channel().0)), style)
}

const LETTERS: BoardStyle = BoardStyle { pieces: Pieces::Letters, color: false };
const CHINESE: BoardStyle = BoardStyle { pieces: Pieces::Chinese, color: true };

fn drawn(app: &App, now: Instant, (width, height): (u16, u16)) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| render(app, now, frame.area(), frame.buffer_mut())).unwrap();
    terminal
}

fn text(app: &App, size: (u16, u16)) -> String {
    drawn(app, Instant::now(), size).backend().to_string()
}

fn press(app: &mut App, code: KeyCode) -> ScreenAction {
    let key = Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
    app.on_event(&key, Rect::new(0, 0, TALL.0, TALL.1), Instant::now())
}

fn type_line(app: &mut App, line: &str) -> ScreenAction {
    press(app, KeyCode::Char(':'));
    for c in line.chars() {
        press(app, KeyCode::Char(c));
    }
    press(app, KeyCode::Enter)
}

fn click(app: &mut App, square: &str) {
    let area = Rect::new(0, 0, TALL.0, TALL.1);
    let square: Square = square.parse().unwrap();
    let (column, row) = Geometry::of(area, app.dialogue.flipped).unwrap().point(square);
    let kind = MouseEventKind::Down(MouseButton::Left);
    let mouse = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
    app.on_event(&Event::Mouse(mouse), area, Instant::now());
}

#[test]
fn the_start_fits_into_a_usual_terminal() {
    let shown = text(&app(None, None, LETTERS), (80, 24));
    assert!(shown.contains(" 9  r---n---b---a---k---a---b---n---r"), "{shown}");
    assert!(shown.contains(" 0  R---N---B---A--[K]--A---B---N---R"), "{shown}");
    assert!(shown.contains("    a   b   c   d   e   f   g   h   i"), "{shown}");
    assert!(shown.contains("> you (red)") && shown.contains("chuhe, level 4 (black)"), "{shown}");
    assert!(shown.contains("h hint") && shown.contains("your move"), "{shown}");
    let tall = text(&app(None, None, CHINESE), TALL);
    assert!(tall.contains("俥") && tall.contains("楚") && tall.contains('/'), "{tall}");
}

#[test]
fn a_small_terminal_shows_the_required_size() {
    let shown = text(&app(None, None, LETTERS), (40, 10));
    assert!(shown.contains(&format!("{WIDTH_MIN}×{HEIGHT_MIN}")), "{shown}");
    assert!(shown.contains("40×10") && !shown.contains("r---n"), "{shown}");
    for size in [(1, 1), (2, 3)] {
        text(&app(None, None, LETTERS), size);
    }
}

#[test]
fn keys_choose_and_move() {
    let mut app = app(Some(ENDING), None, LETTERS);
    app.cursor = "b1".parse().unwrap();
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Right);
    let shown = text(&app, TALL);
    assert!(shown.contains(" 1  *--{R}-[*]--*---*---*---*---*---*"), "{shown}");
    press(&mut app, KeyCode::Esc);
    assert!(!text(&app, TALL).contains('{'));
    press(&mut app, KeyCode::Left);
    press(&mut app, KeyCode::Enter);
    (0..9).for_each(|_| assert_eq!(press(&mut app, KeyCode::Up), ScreenAction::Stay));
    assert_eq!(app.cursor.to_string(), "b9", "the edge holds the cursor");
    press(&mut app, KeyCode::Enter);
    let shown = text(&app, TALL);
    assert!(shown.contains("by checkmate"), "{shown}");
    assert!(shown.contains("  1. b1b9"), "{shown}");
    assert!(shown.contains(" 1  +--(+)--+"), "{shown}");
    press(&mut app, KeyCode::Char('u'));
    assert!(text(&app, TALL).contains("> u_   Enter: take back"));
    press(&mut app, KeyCode::Enter);
    assert!(text(&app, TALL).contains("the game continues"));
}

#[test]
fn the_mouse_moves_on_a_turned_board_too() {
    for flips in [0, 1] {
        let mut app = app(Some(ENDING), None, LETTERS);
        for _ in 0..flips {
            press(&mut app, KeyCode::Char('f'));
            press(&mut app, KeyCode::Enter);
        }
        click(&mut app, "d5");
        assert!(text(&app, TALL).contains("choose one of your pieces"));
        click(&mut app, "b1");
        assert!(text(&app, TALL).contains("{R}"));
        click(&mut app, "b2");
        assert_eq!(app.dialogue.game.state().moves().len(), 1);
    }
}

#[test]
fn typed_lines_are_moves_or_commands() {
    let mut app = app(Some(ENDING), None, LETTERS);
    press(&mut app, KeyCode::Char('R'));
    press(&mut app, KeyCode::Char('8'));
    assert!(text(&app, TALL).contains("> R8_"));
    press(&mut app, KeyCode::Esc);
    type_line(&mut app, "b1c2");
    assert!(text(&app, TALL).contains("the red rook on b1 cannot go there"));
    type_line(&mut app, "level 9");
    assert!(text(&app, TALL).contains("chuhe, level 9"));
    type_line(&mut app, "车八进一");
    assert!(text(&app, TALL).contains("  1. b1b2"));
    press(&mut app, KeyCode::Char('?'));
    assert!(text(&app, TALL).contains("Cursor keys, Enter"));
    press(&mut app, KeyCode::Char('q'));
    assert!(!text(&app, TALL).contains("Cursor keys, Enter"));
}

/// A move that begins with the letter of a command can be typed.
#[test]
fn typing_a_move_triggers_no_command() {
    let start = "3k5/9/9/9/9/9/9/9/9/RNBAKABNR w - - 0 1";
    for text in ["d0e1", "f0e1", "h0g2", "b0c2", "c0a2", "n8+7", "r9+1"] {
        let mut app = app(Some(start), None, LETTERS);
        let flipped = app.dialogue.flipped;
        for c in text.chars() {
            assert_eq!(press(&mut app, KeyCode::Char(c)), ScreenAction::Stay);
            assert!(!app.dialogue.has_question(), "{text}");
        }
        assert_eq!(app.input.as_deref(), Some(text));
        assert_eq!(app.dialogue.game.thinks(), None, "{text}");
        press(&mut app, KeyCode::Enter);
        assert_eq!(app.dialogue.game.state().moves().len(), 1, "{text}: {}", app.message);
        assert_eq!(app.dialogue.flipped, flipped);
        assert!(app.dialogue.game.state().finish().is_none(), "{text}");
    }
}

#[test]
fn letters_that_begin_moves_wait_for_enter() {
    let mut app = app(Some(ENDING), None, LETTERS);
    press(&mut app, KeyCode::Char('h'));
    assert!(text(&app, TALL).contains("> h_   Enter: a hint"));
    assert_eq!(app.dialogue.game.thinks(), None);
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.dialogue.game.thinks(), Some(Purpose::Hint));
    press(&mut app, KeyCode::Char('d'));
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.message, "offer a draw? y/n");
    assert_ne!(app.dialogue.game.thinks(), Some(Purpose::Draw));
    press(&mut app, KeyCode::Char('y'));
    assert_eq!(app.dialogue.game.thinks(), Some(Purpose::Draw));
}

/// Words whose first letter is a shortcut can be typed. "solution" once saved a file named "olution".
#[test]
fn typing_a_word_triggers_no_shortcut() {
    for word in ["solution", "save", "undo", "quit", "level 9", "load x", "new red", "help"] {
        let mut app = app(Some(ENDING), None, LETTERS);
        for c in word.chars() {
            assert_eq!(press(&mut app, KeyCode::Char(c)), ScreenAction::Stay);
        }
        assert_eq!(app.input.as_deref(), Some(word));
    }
    let mut app = app(Some(ENDING), None, LETTERS);
    for (letter, begun) in [('s', "save "), ('l', "level ")] {
        press(&mut app, KeyCode::Char(letter));
        press(&mut app, KeyCode::Enter);
        assert_eq!(app.input.as_deref(), Some(begun));
        press(&mut app, KeyCode::Esc);
    }
}

/// A screen and the queue of its events from the engine.
fn with_events(
    fen: &str,
    coach: bool,
    puzzles: Vec<Puzzle>,
) -> (App, mpsc::Receiver<OpponentEvent>) {
    let config = Config { hash_mb: 1, ..Config::default() };
    let opponent = Opponent::new(config, Limits::nodes(100)).unwrap();
    let (sender, events) = mpsc::channel();
    let start = Position::from_fen(fen).unwrap();
    let settings = CasualSettings { coach, ..CasualSettings::new(start.side_to_move()) };
    let deliver = move |event| drop(sender.send(event));
    let game = CasualGame::new(opponent, start, settings, deliver).unwrap();
    let reviewer = Reviewer::new(mpsc::channel().0);
    (App::new(Dialogue::new(game, PuzzleRun::new(puzzles), reviewer), LETTERS), events)
}

/// Handles engine events until the engine has finished thinking.
fn think(app: &mut App, events: &mpsc::Receiver<OpponentEvent>) {
    app.tick(Instant::now());
    while app.dialogue.game.thinks().is_some() {
        app.handle(events.recv().unwrap(), Instant::now());
    }
}

#[test]
fn the_coach_stands_beside_the_board_and_asks() {
    let (mut app, events) =
        with_events("3k5/8R/9/9/6r2/9/9/9/1R5r1/4K4 w - - 0 1", true, Vec::new());
    think(&mut app, &events);
    for size in [(80, 24), (WIDTH_MIN, HEIGHT_MIN), TALL] {
        let shown = text(&app, size);
        assert!(shown.contains("############ red mates"), "{shown}");
        assert!(shown.contains("b1b9") && shown.contains("your move"), "{shown}");
    }
    assert!(app.message.starts_with("You play red"), "{}", app.message);
    type_line(&mut app, "i8i7");
    think(&mut app, &events);
    assert!(text(&app, TALL).contains("i8i7 allows mate in 1: g5g0"), "{}", app.message);
    press(&mut app, KeyCode::Char('n'));
    assert_eq!((app.message.as_str(), app.dialogue.game.state().moves().len()), ("cancelled", 0));
    type_line(&mut app, "i8i7");
    think(&mut app, &events);
    press(&mut app, KeyCode::Char('y'));
    assert_eq!(app.dialogue.game.state().moves().len(), 1);
}

#[test]
fn puzzles_are_solved_on_the_screen() {
    let solution = vec!["b1b9".parse().unwrap()];
    let puzzle = |task| Puzzle {
        position: Position::from_fen(ENDING).unwrap(),
        line: solution.clone(),
        solution: solution.clone(),
        goal: Goal::Mate { moves: task },
        themes: Vec::new(),
        level: 1,
        score: Score::MateIn(1),
        second: Score::Cp(0),
        nodes: 1,
        blunder: None,
        source: PuzzleSource::default(),
    };
    let start = chuhe_engine::board::START_FEN;
    let (mut app, _events) = with_events(start, false, vec![puzzle(1), puzzle(7)]);
    assert!(text(&app, (80, 24)).contains("Puzzle 1 of 2: red to move, mate in 1"));
    assert!(text(&app, TALL).contains("find the move") && text(&app, TALL).contains("the puzzle"));
    click(&mut app, "b1");
    click(&mut app, "b2");
    assert!(app.message.starts_with("wrong move"), "{}", app.message);
    press(&mut app, KeyCode::Char('h'));
    press(&mut app, KeyCode::Enter);
    assert!(text(&app, TALL).contains(" 1  +--!R!--+"), "{}", text(&app, TALL));
    click(&mut app, "b1");
    click(&mut app, "b9");
    assert!(app.message.contains("solved"), "{}", app.message);
    click(&mut app, "b9");
    assert!(app.message.starts_with("this puzzle is solved"), "{}", app.message);
    type_line(&mut app, "next");
    assert!(app.message.contains("Puzzle 2 of 2: red to move, mate in 7"), "{}", app.message);
}

#[test]
fn the_help_fits_into_the_smallest_screen() {
    let mut app = app(None, None, LETTERS);
    press(&mut app, KeyCode::Char('?'));
    let shown = text(&app, (WIDTH_MIN, HEIGHT_MIN));
    assert!(shown.contains("Cursor keys, Enter") && shown.contains("! ! hint"), "{shown}");
}

/// Text drawn in fixed rows and columns fits in both languages.
#[test]
fn lists_of_keys_have_room() {
    for language in Language::ALL {
        let (keys, help) = with(language, || (tr!("play-screen-keys"), tr!("play-screen-help")));
        assert!(width(&keys) <= usize::from(WIDTH_MIN), "{keys}");
        assert!(help.lines().count() + 2 <= usize::from(HEIGHT_MIN), "{help}");
        for row in help.lines() {
            assert!(width(row) <= 58, "{row}");
        }
    }
    let help = with(Language::Chinese, || tr!("play-screen-help"));
    for row in help.lines().take(8) {
        let cut = row.char_indices().map(|(at, _)| at).find(|&at| width(&row[..at]) == 21);
        let cut = cut.expect("the second column begins there");
        assert!(row[..cut].ends_with(' ') && !row[cut..].starts_with(' '), "{row}");
    }
}

#[test]
fn the_screen_speaks_chinese() {
    with(Language::Chinese, || {
        let mut app = app(Some(ENDING), None, CHINESE);
        for size in [(80, 24), (120, 40), (WIDTH_MIN, HEIGHT_MIN)] {
            let shown = text(&app, size);
            for part in
                ["> 你（红方）", "楚河 4 级（黑方）", "轮到你走", "q 退出", "按 ? 查看按键。"]
            {
                assert!(shown.contains(part), "{part}: {shown}");
            }
        }
        assert!(text(&app, (40, 10)).contains("请放大窗口"));
        press(&mut app, KeyCode::Char('?'));
        let shown = text(&app, (WIDTH_MIN, HEIGHT_MIN));
        assert!(shown.contains(" 按任意键返回 ") && shown.contains("! ! 提示"), "{shown}");
        press(&mut app, KeyCode::Char('?'));
        press(&mut app, KeyCode::Char('r'));
        assert!(text(&app, TALL).contains("> r_   回车：认输"));
        press(&mut app, KeyCode::Enter);
        assert_eq!(app.message, "认输？y/n（是/否）");
        press(&mut app, KeyCode::Char('y'));
        let shown = text(&app, TALL);
        assert!(shown.contains("黑胜，红方认输"), "{shown}");
        press(&mut app, KeyCode::Char('q'));
        assert_eq!(press(&mut app, KeyCode::Enter), ScreenAction::Stay);
        assert_eq!(app.message, "本局尚未保存，可用 `保存 文件名` 保存；再次退出则放弃本局");
    });
}

#[test]
fn leaving_and_resigning_are_asked_twice() {
    let mut app = app(Some(ENDING), None, LETTERS);
    type_line(&mut app, "b1b2");
    let mut leave = || {
        press(&mut app, KeyCode::Char('q'));
        press(&mut app, KeyCode::Enter)
    };
    assert_eq!(leave(), ScreenAction::Stay);
    assert_eq!(leave(), ScreenAction::Leave);
    press(&mut app, KeyCode::Char('r'));
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.message, "resign? y/n");
    press(&mut app, KeyCode::Char('n'));
    press(&mut app, KeyCode::Char('y'));
    press(&mut app, KeyCode::Esc);
    assert!(app.dialogue.game.state().finish().is_none());
    press(&mut app, KeyCode::Char('r'));
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Char('y'));
    assert!(text(&app, TALL).contains("red resigned"));
    let interrupt = Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    let area = Rect::new(0, 0, 80, 24);
    assert_eq!(app.on_event(&interrupt, area, Instant::now()), ScreenAction::Interrupt);
}

#[test]
fn a_game_that_is_saved_after_every_move_is_left_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let opponent = Opponent::new(Config { hash_mb: 1, ..Config::default() }, Limits::nodes(100));
    let autosave = Some(folder.path().join("game.pgn"));
    let settings = CasualSettings { autosave, ..CasualSettings::new(Color::Red) };
    let game = CasualGame::new(opponent.unwrap(), Position::startpos(), settings, |_| {}).unwrap();
    let mut app = App::new(Dialogue::new(game, None, Reviewer::new(mpsc::channel().0)), LETTERS);
    type_line(&mut app, "h2e2");
    press(&mut app, KeyCode::Char('q'));
    assert_eq!(press(&mut app, KeyCode::Enter), ScreenAction::Leave);
}

#[test]
fn clocks_run_and_end_games() {
    let mut app = app(Some(ENDING), Some("10m"), LETTERS);
    let now = Instant::now();
    app.tick(now);
    let later = now + Duration::from_secs(70);
    let shown = drawn(&app, later, TALL).backend().to_string();
    assert!(shown.contains("8:50  you") && shown.contains("10:00  chuhe"), "{shown}");
    app.tick(now + Duration::from_mins(10));
    let shown = text(&app, TALL);
    assert!(shown.contains("Black wins") && shown.contains("red ran out of time"), "{shown}");
}

#[test]
fn colours_are_there_if_wished_for() {
    let colored = |style| {
        let terminal = drawn(&app(None, None, style), Instant::now(), TALL);
        let cells = terminal.backend().buffer().content().to_vec();
        cells.iter().any(|cell| cell.fg != ratatui::style::Color::Reset)
    };
    assert!(colored(CHINESE));
    assert!(!colored(BoardStyle { color: false, ..CHINESE }));
}
