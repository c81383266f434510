//! The checks, in the order in which they run.

use super::dialogue::{Break, Subject};
use super::report::{Notes, Severity};
use super::{greeting, limits, lines, options, positions, stopping};
use crate::phrase::Phrase;
use chuhe_engine::protocol::Dialect;

/// A check of one requirement.
#[derive(Debug)]
pub struct ProtocolCheck {
    /// The name, in lower-case words joined by `-`.
    pub name: &'static str,
    /// The requirement.
    pub about: Phrase,
    dialects: &'static [Dialect],
    /// The maximum severity of the check's findings.
    pub(super) worst: Severity,
    pub(super) run: fn(&Subject, &mut Notes) -> Result<(), Break>,
}

/// The checks for a dialect, in the order in which they run.
pub fn checks(dialect: Dialect) -> impl Iterator<Item = &'static ProtocolCheck> {
    CHECKS.iter().filter(move |check| check.dialects.contains(&dialect))
}

/// The check on which all others depend.
pub(super) const GREETING: &str = "greeting";

const BOTH: &[Dialect] = &[Dialect::Ucci, Dialect::Uci];
const UCCI: &[Dialect] = &[Dialect::Ucci];
const UCI: &[Dialect] = &[Dialect::Uci];

macro_rules! table {
    ($($name:literal $dialects:ident $worst:ident $run:path, $english:literal, $chinese:literal;)*) => {
        &[$(ProtocolCheck {
            name: $name,
            about: Phrase::new($english, $chinese),
            dialects: $dialects,
            worst: Severity::$worst,
            run: $run,
        }),*]
    };
}

static CHECKS: &[ProtocolCheck] = table! {
    "quiet-start" BOTH Warning greeting::quiet_start,
        "prints nothing before the greeting, and nothing on stderr",
        "收到问候之前不输出任何内容，标准错误也不输出";
    "greeting" BOTH Failure greeting::greeting,
        "answers its greeting with its name, its options and ucciok or uciok",
        "对问候回答名称、选项以及 ucciok 或 uciok";
    "option-lines" BOTH Warning options::option_lines,
        "announces options in the form of the protocol, each once, with defaults that fit",
        "按协议的格式声明选项，每个一次，默认值合乎取值范围";
    "coordinates" BOTH Failure greeting::coordinates,
        "counts ranks 0 to 9 in UCCI; in UCI as configured",
        "UCCI 中横线从 0 数到 9；UCI 中按用户所说";
    "options-at-default" BOTH Failure options::options_at_default,
        "accepts every option it announced, set to its default",
        "接受它声明的每个选项被设为默认值";
    "unknown-option" BOTH Failure options::unknown_option,
        "ignores unknown options",
        "忽略不认识的选项";
    "unknown-command" BOTH Failure options::unknown_command,
        "ignores unknown commands and empty lines",
        "忽略不认识的命令和空行";
    "new-game" BOTH Failure options::new_game,
        "continues after the command for a new game",
        "得知新对局开始后照常走棋";
    "positions" BOTH Failure positions::positions,
        "answers with legal moves: from the start, from a FEN, with moves, for either side",
        "走出合法着法：初始局面、FEN 局面、带着法的局面，红黑双方";
    "moves-are-played" BOTH Failure positions::moves_are_played,
        "plays the moves of the position line and moves for the side to move",
        "走完局面命令中的着法，再为轮到的一方走棋";
    "long-game" BOTH Failure positions::long_game,
        "reads a game of 300 plies on one line",
        "读入一行 300 步的对局";
    "line-ends" BOTH Failure positions::line_ends,
        "reads lines that end in CRLF or a blank, as many hosts send them",
        "读入以 CRLF 或空格结尾的行，许多软件这样发送";
    "extra-blanks" BOTH Warning positions::extra_blanks,
        "reads lines with leading blanks, runs of blanks and tabs",
        "读入行首有空格、有连续空格和制表符的行";
    "short-fen" BOTH Warning positions::short_fen,
        "reads a FEN with board and side only, as scripts send it",
        "读入只有棋盘和走棋方的 FEN，脚本常这样发送";
    "bad-fen" BOTH Warning positions::bad_fen,
        "survives an invalid FEN, and plays on after a valid one",
        "收到错误的 FEN 后不退出，收到正确的之后照常走棋";
    "illegal-move" BOTH Warning positions::illegal_move,
        "survives an illegal move in the position line",
        "局面命令中有不合法的着法时不退出";
    "mate-score" BOTH Warning positions::mate_score,
        "reports a mate in one as a mate score",
        "一步杀时用分值说明是杀棋";
    "no-moves" BOTH Failure positions::no_moves,
        "answers nobestmove or \"bestmove (none)\" when mated or stalemated",
        "被将死或困毙时回答 nobestmove 或“bestmove (none)”";
    "drawn-by-rule" BOTH Failure positions::drawn_by_rule,
        "moves in a repeated position and after many quiet moves: the referee calls draws",
        "局面重复或长久未吃子时仍给出着法：是否和棋由裁判决定";
    "banmoves" UCCI Failure positions::banmoves,
        "does not play banned moves, until the next position",
        "不走被禁止的着法，直到下一个局面";
    "searchmoves" UCI Warning positions::searchmoves,
        "plays only moves listed in searchmoves",
        "只走要它搜索的着法";
    "draws-and-resignation" UCCI Failure positions::draws_and_resignation,
        "answers when a draw is offered, and neither offers nor resigns unasked",
        "对方提和时照常应着，自己不无故提和或认输";
    "depth" BOTH Failure limits::depth,
        "stops at the given depth",
        "到达给定的深度即停止";
    "nodes" BOTH Failure limits::nodes,
        "stops near the given number of nodes",
        "在给定的节点数附近停止";
    "fixed-time" BOTH Failure limits::fixed_time,
        "moves within the time for one move",
        "在限定的每着时间内走棋";
    "movetime-word" UCCI Warning limits::movetime_word,
        "understands movetime, which is not standard but common in hosts",
        "认识 movetime，标准中没有而许多软件使用";
    "clock" BOTH Failure limits::clock,
        "never exceeds its clock, with little or no time left and as either side",
        "从不超时，所剩时间很少或没有时也是，红黑双方都是";
    "usemillisec" UCCI Failure limits::usemillisec,
        "offers milliseconds, uses them when switched on, and seconds otherwise",
        "提供毫秒选项，设定后按毫秒计时，否则按秒";
    "isready" BOTH Failure stopping::isready,
        "answers isready with readyok",
        "对 isready 回答 readyok";
    "isready-while-thinking" BOTH Failure stopping::isready_while_thinking,
        "answers isready at once while thinking, and keeps thinking",
        "思考时立即回答 isready，并继续思考";
    "infinite" BOTH Failure stopping::infinite,
        "thinks until stop, then answers promptly",
        "思考到 stop 为止，然后很快回答";
    "infinite-with-mate" UCI Failure stopping::infinite_with_mate,
        "thinks until stop even after finding mate",
        "已找到杀棋也思考到 stop 为止";
    "one-answer" BOTH Failure stopping::one_answer,
        "answers every go exactly once",
        "每个 go 回答一次";
    "stop-at-once" BOTH Failure stopping::stop_at_once,
        "obeys a stop right after go",
        "能收到紧跟 go 之后的 stop";
    "back-to-back" BOTH Failure stopping::back_to_back,
        "handles stop, position and go sent at once, and answers both searches",
        "能收到连续发来的 stop、position 和 go，两次搜索都回答";
    "stop-when-idle" BOTH Failure stopping::stop_when_idle,
        "answers a stray stop with nobestmove in UCCI, with nothing in UCI",
        "空闲时收到 stop，UCCI 回答 nobestmove，UCI 不回答";
    "info-lines" BOTH Warning lines::info_lines,
        "reports a search in well-formed lines with growing numbers",
        "用格式正确的行说明搜索情况，其中的数字只增不减";
    "pv-legal" BOTH Warning lines::pv_legal,
        "reports legal lines of play, the last one beginning with its move",
        "给出的变化可以走通，最后一条以所走的着法开头";
    "ponder-move" BOTH Warning lines::ponder_move,
        "expects a legal reply to its move, if any",
        "预期的应着（如果有）是合法的";
    "repeatable" BOTH Warning lines::repeatable,
        "repeats its result in a new game at a fixed depth on one thread",
        "新对局中，同样深度、单线程得到同样的结果";
    "ponderhit" BOTH Failure stopping::ponder_hit,
        "ponders without an answer until ponderhit, then moves within its clock",
        "后台思考，ponderhit 之前不回答，之后在时限内走棋";
    "ponder-stop" BOTH Failure stopping::ponder_stop,
        "ponders without an answer until stop, then answers once",
        "后台思考，stop 之前不回答，之后回答一次";
    "idle-is-idle" BOTH Warning stopping::idle_is_idle,
        "uses no processor time while it waits for a command (Linux)",
        "等待命令时不占用处理器（Linux）";
    "quit" BOTH Failure stopping::quit,
        "exits on quit: within 500 ms, with bye in UCCI",
        "收到 quit 后 500 毫秒内退出，UCCI 中先回答 bye";
    "quit-while-thinking" BOTH Failure stopping::quit_while_thinking,
        "exits on quit while thinking: within 500 ms, with bye in UCCI",
        "思考时收到 quit 也在 500 毫秒内退出，UCCI 中先回答 bye";
    "end-of-input" BOTH Warning stopping::end_of_input,
        "exits within 500 ms when its input ends, idle or thinking",
        "输入结束后 500 毫秒内退出，空闲或思考时都是";
};

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn checks_have_distinct_names_and_texts_in_both_languages() {
        let mut names = HashSet::new();
        for check in CHECKS {
            assert!(names.insert(check.name), "{}", check.name);
            assert!(check.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
            assert!(check.about.english.is_ascii() && !check.about.chinese.is_ascii());
        }
        assert!(names.contains(GREETING));
    }
}
