//! Chinese texts of the crate `chuhe-formats`.

use chuhe_engine::types::Color;
use chuhe_formats::ccbridge::CcbridgeProblem;
use chuhe_formats::collection::{FilePlace, Others, ReadError, ReadProblem, SalvageExtent};
use chuhe_formats::conversion::{OutputError, OutputPlace};
use chuhe_formats::dhtmlxq::DhtmlXqProblem;
use chuhe_formats::game_files::{GameFileError, GameReadError};
use chuhe_formats::lines::LineProblem;
use chuhe_formats::pfc::PfcProblem;
use chuhe_formats::pgn::PgnProblem;
use chuhe_formats::qq::QqProblem;
use chuhe_formats::wxf::WxfProblem;
use chuhe_formats::xqf::{self, XqfProblem};
use chuhe_formats::{
    IllegalGameMove, Losses, NESTING_MAX, Outcome, PLIES_MAX, PlacementError, TreeProblem,
    WriteError,
};

use crate::Localize;

impl Localize for Outcome {
    fn chinese(&self) -> String {
        match self {
            Self::Win(Color::Red) => "红胜",
            Self::Win(Color::Black) => "黑胜",
            Self::Draw => "和棋",
            Self::Unknown => "结果未记录",
        }
        .to_owned()
    }
}

impl Localize for ReadError {
    fn chinese(&self) -> String {
        let error = at_place(self.place, &self.problem);
        let others = self.others.as_ref().map(Localize::chinese);
        let error = error + &others.unwrap_or_default();
        match self.extent() {
            None => error,
            Some(extent) => format!("{error}；{}", extent.chinese()),
        }
    }
}

fn at_place(place: Option<FilePlace>, problem: &ReadProblem) -> String {
    let problem = problem.chinese();
    match place {
        Some(FilePlace::Line(line)) => at_line(line, &problem),
        Some(FilePlace::Byte(offset)) => at_byte(offset, &problem),
        None => problem,
    }
}

impl Localize for Others {
    fn chinese(&self) -> String {
        let told = self.first.iter().map(|(place, problem)| at_place(*place, problem));
        let rest = (self.more > 0).then(|| format!("还有 {} 处", self.more));
        told.chain(rest).fold(String::new(), |all, text| format!("{all}；{text}"))
    }
}

impl Localize for ReadProblem {
    fn chinese(&self) -> String {
        match self {
            Self::Pgn(problem) => problem.chinese(),
            Self::DhtmlXq(problem) => problem.chinese(),
            Self::Xqf(problem) => problem.chinese(),
            Self::Ccbridge(problem) => problem.chinese(),
            Self::Wxf(problem) => problem.chinese(),
            Self::Pfc(problem) => problem.chinese(),
            Self::Qq(problem) => problem.chinese(),
            Self::Line(problem) => problem.chinese(),
            Self::Bytes { count } => format!("有 {count} 个字节无法解码"),
            Self::Rest(error) => format!("文件的其余部分无法读取：{error}"),
        }
    }
}

impl Localize for SalvageExtent {
    fn chinese(&self) -> String {
        match self {
            Self::Rest => "其余已读取".to_owned(),
            Self::Start => "开始局面已读取".to_owned(),
            Self::Moves(moves) => format!("读到第 {moves} 着为止"),
        }
    }
}

impl Localize for PgnProblem {
    fn chinese(&self) -> String {
        match self {
            Self::Tag { found } => format!("{found:?} 不是标签：应为 [名称 \"值\"]"),
            Self::Fen(error) => format!("FEN 标签：{}", error.chinese()),
            Self::Move { ply, error } => at_ply(*ply, &error.chinese()),
            Self::Glyph { found } => format!("{found:?} 不是评注符号：应为 $0 到 $255"),
            Self::OpenComment => "注释没有结束：缺少 } 或 )".to_owned(),
            Self::OpenSlashedComment => "注释没有结束：缺少 */".to_owned(),
            Self::OpenVariation => "变着没有结束：缺少 )".to_owned(),
            Self::StrayClose => "变着没有开始就结束了：多了 )".to_owned(),
            Self::EarlyVariation => "变着之前没有它可以替换的着法".to_owned(),
            Self::TooDeep => too_deep(),
            Self::TooLong => too_long(),
            Self::NoGame => "没有棋谱：应为 [Event \"值\"] 这样的标签，或着法".to_owned(),
        }
    }
}

impl Localize for WxfProblem {
    fn chinese(&self) -> String {
        match self {
            Self::NoGame => "没有棋谱：应为 START{、着法和 }END".to_owned(),
            Self::Open => "START{ 之后没有 }END".to_owned(),
            Self::Fen(error) => format!("FEN 行：{}", error.chinese()),
            Self::OpenSetup => "SETUP{ 之后没有 }".to_owned(),
            Self::Setup { found } => format!(
                "SETUP{{：{found:?} 不对：应为 Ke0、ke9 这样的棋子、RED 或 BLACK，以及 MOVE 加数字"
            ),
            Self::Placement(error) => format!("SETUP{{：{}", error.chinese()),
        }
    }
}

impl Localize for DhtmlXqProblem {
    fn chinese(&self) -> String {
        match self {
            Self::NoGame => {
                "没有棋谱：应有 [DhtmlXQ_movelist]、[DhtmlXQ_binit] 或 [DhtmlXQ_fen]".to_owned()
            }
            Self::Placement { found } => {
                format!("字段 binit 有 {found} 个数字：应为 64 个，每个棋子两个")
            }
            Self::Point { found } => {
                format!("字段 binit：{found:?} 不是棋盘上的点：应为列 0-8 加行 0-9，或 99")
            }
            Self::Start(error) => format!("字段 binit：{}", error.chinese()),
            Self::Fen(error) => format!("字段 fen：{}", error.chinese()),
            Self::Digits { field, found } => {
                format!("字段 {} 有 {found} 个数字：每着应为四个", field.escape_debug())
            }
            Self::Move { field, ply, error } => {
                let error = error.chinese();
                format!("字段 {} 第 {ply} 着（双方合计）：{error}", field.escape_debug())
            }
            Self::Branch { field } => {
                let field = field.escape_debug();
                format!("字段 {field}：应为 move_P_N_B，即从分支 P 第 N 着起的分支 B")
            }
            Self::Twice { field, branch } => {
                format!("字段 {}：分支 {branch} 已经有了", field.escape_debug())
            }
            Self::Loose { branch, parent, ply } => {
                format!("分支 {branch} 要替换分支 {parent} 的第 {ply} 着，而没有这一着")
            }
            Self::TooDeep => too_deep(),
            Self::TooLong => too_long(),
        }
    }
}

impl Localize for XqfProblem {
    fn chinese(&self) -> String {
        match self {
            Self::Header { found } => format!(
                "不是 XQF 文件：文件头应有 {} 字节并以 XQ 开头，实有 {found} 字节",
                xqf::HEADER_LENGTH
            ),
            Self::Start(error) => start(error),
            Self::Short { expected } => {
                format!("文件在一步着法中间结束：还缺 {expected} 字节")
            }
            Self::Points { from, to } => points(*from, *to),
            Self::Moves(problem) => problem.chinese(),
        }
    }
}

impl Localize for CcbridgeProblem {
    fn chinese(&self) -> String {
        match self {
            Self::Magic => "不是象棋桥文件：应为 CCBridge Record 或 CCBridgeLibrary".to_owned(),
            Self::Header { expected } => format!("棋谱在文件头中间结束：还缺 {expected} 字节"),
            Self::EmptyLibrary => "棋谱库里没有棋谱".to_owned(),
            Self::Start(error) => start(error),
            Self::Piece { found } => format!("开始局面：{found:#x} 不是棋子"),
            Self::Short { expected } => {
                format!("棋谱在一步着法中间结束：还缺 {expected} 字节")
            }
            Self::Points { from, to } => points(*from, *to),
            Self::Moves(problem) => problem.chinese(),
            Self::Xml(error) => format!("不是 XML：{error}"),
            Self::Element(name) => format!("缺少元素 {name}"),
            Self::Fen(error) => format!("FEN：{}", error.chinese()),
            Self::Value { found } => {
                format!("{found:?} 不是着法：应为两个点，列 0-8、行 0-9，如 77-47")
            }
            Self::Loose => "对局结束后还有着法，而之前没有一着有变着".to_owned(),
        }
    }
}

impl Localize for PfcProblem {
    fn chinese(&self) -> String {
        match self {
            Self::NoGame => "没有棋谱：应为 <n m=\"FEN\"> 这样的元素".to_owned(),
            Self::Xml(error) => format!("不是 XML：{error}"),
            Self::Fen(error) => format!("属性 m：{}", error.chinese()),
            Self::Moves(problem) => problem.chinese(),
            Self::Content { found } => {
                format!("{found:?} 不是着法：应为 <n m=\"h2e2\"> 这样的元素")
            }
        }
    }
}

impl Localize for QqProblem {
    fn chinese(&self) -> String {
        match self {
            Self::NoGame => "没有棋谱：应为 1、着数，以及每着十个数".to_owned(),
            Self::Numbers { ply, found } => at_ply(
                *ply,
                &format!("{found:?} 不是着法：应为 26 32 1 2 1 2 4 0 {ply} 0 这样的十个数"),
            ),
            Self::Count { said, found } => format!("文件说有 {said} 着，实有 {found} 着"),
            Self::Moves(problem) => problem.chinese(),
        }
    }
}

impl Localize for LineProblem {
    fn chinese(&self) -> String {
        match self {
            Self::Fen(error) => error.chinese(),
            Self::Move { ply, error } => at_ply(*ply, &error.chinese()),
            Self::Nothing { found } => {
                format!("{found:?}：应为 FEN，或 h2e2、C2.5、炮二平五 这样的着法")
            }
            Self::TooLong => too_long(),
            Self::Counter { opcode, found } => format!("操作 {opcode}：{found:?} 不是数字"),
            Self::Twice { opcode } => format!("操作 {opcode} 写了两次"),
        }
    }
}

impl Localize for TreeProblem {
    fn chinese(&self) -> String {
        match self {
            Self::Move { ply, error } => at_ply(*ply, &error.chinese()),
            Self::TooDeep => too_deep(),
            Self::TooLong => too_long(),
        }
    }
}

impl Localize for PlacementError {
    fn chinese(&self) -> String {
        match self {
            Self::Twice(square) => format!("{square} 上有两个棋子"),
            Self::Fen(error) => error.chinese(),
        }
    }
}

impl Localize for IllegalGameMove {
    fn chinese(&self) -> String {
        let Self { ply, mv, reason } = self;
        format!("第 {ply} 着 {mv} 不合规则：{}", reason.chinese())
    }
}

impl Localize for WriteError {
    fn chinese(&self) -> String {
        match self {
            Self::Illegal { number, mv } => format!("第 {number} 回合：{mv} 不合规则"),
            Self::TooLong => too_long(),
        }
    }
}

impl Localize for GameFileError {
    fn chinese(&self) -> String {
        match self {
            Self::Io { path, error } => format!("{path}：{}", error.chinese()),
            Self::EmptyFolder(path) => format!("{path}：这个文件夹里没有棋谱文件"),
        }
    }
}

impl Localize for GameReadError {
    fn chinese(&self) -> String {
        match self {
            Self::Io(error) => error.chinese(),
            Self::NoGames => {
                "没有棋谱：应为 PGN、[DhtmlXQ] 文本、XQF、CBR、CBL、CBF、WXF、PFC、QQ（CHE），或成行的着法或 FEN"
                    .to_owned()
            }
        }
    }
}

impl Localize for OutputError {
    fn chinese(&self) -> String {
        match self {
            Self::Stream(source) => source.chinese(),
            Self::Write { path, source } => {
                format!("无法写入 {}：{}", path.display(), source.chinese())
            }
            Self::IsInput(path) => {
                format!("{}：这是输入文件，不能覆盖", path.display())
            }
            Self::Exists(path) => format!("{} 已存在", path.display()),
            Self::OneGame(place) => {
                let place = place.chinese();
                format!(
                    "{place}：这种格式的文件只能存一局；请给出文件夹（如 -o out/），每局一个文件"
                )
            }
            Self::Taken(path) => {
                format!("{}：有两个要读取的文件都会写成它", path.display())
            }
        }
    }
}

impl Localize for OutputPlace {
    fn chinese(&self) -> String {
        match self {
            Self::Stream => "标准输出".to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }
}

impl Localize for Losses {
    fn chinese(&self) -> String {
        let Self { tags, moves, variations, comments, changed_comments, glyphs, results, counters } =
            *self;
        let counts = [
            (tags, "个标签"),
            (moves, "着"),
            (variations, "个变着"),
            (comments, "条注释"),
            (changed_comments, "条注释的位置"),
            (glyphs, "个评注符号"),
            (results, "个结果"),
            (counters, "个开始局面的走棋方或步数"),
        ];
        let counts = counts.into_iter().filter(|&(count, _)| count > 0);
        counts.map(|(count, noun)| format!("{count} {noun}")).collect::<Vec<_>>().join("、")
    }
}

fn at_line(line: usize, problem: &str) -> String {
    format!("第 {line} 行：{problem}")
}

fn at_byte(offset: usize, problem: &str) -> String {
    format!("字节 {offset:#x}：{problem}")
}

fn at_ply(ply: usize, error: &str) -> String {
    format!("第 {ply} 着（双方合计）：{error}")
}

fn start(error: &PlacementError) -> String {
    format!("开始局面：{}", error.chinese())
}

fn points(from: u8, to: u8) -> String {
    format!("{from} 到 {to} 不是着法：点应为 0 到 89")
}

fn too_deep() -> String {
    format!("变着嵌套超过 {NESTING_MAX} 层")
}

fn too_long() -> String {
    format!("对局超过 {PLIES_MAX} 步")
}

#[cfg(test)]
mod tests {
    use chuhe_formats::collection::{Collection, FileFormat};

    use super::*;

    fn told(text: &str, format: FileFormat) -> String {
        let games = Collection::new(text.as_bytes().to_vec(), format);
        let error = games.games().find_map(Result::err).unwrap();
        error.chinese()
    }

    #[test]
    fn broken_games_are_explained() {
        let pgn = |text| told(text, FileFormat::Pgn);
        assert_eq!(pgn("1. h2e2 {open"), "第 1 行：注释没有结束：缺少 } 或 )；读到第 1 着为止");
        assert_eq!(
            pgn("[A B]\n\n1. h2e2 *"),
            "第 1 行：\"[A B]\" 不是标签：应为 [名称 \"值\"]；其余已读取"
        );
        assert_eq!(
            told("9/9 w", FileFormat::Fen),
            "第 1 行：棋盘：有 2 行，应为 10 行，以 '/' 分隔"
        );
        assert_eq!(
            told("XQ", FileFormat::Xqf),
            "字节 0x0：不是 XQF 文件：文件头应有 1024 字节并以 XQ 开头，实有 2 字节"
        );
        let line = told("nonsense and more", FileFormat::Moves);
        assert!(line.starts_with("第 1 行：") && line.contains("应为 FEN，或 h2e2"), "{line}");
    }

    #[test]
    fn losses_are_counted() {
        let losses = Losses { tags: 1, variations: 1, comments: 1, glyphs: 2, ..Losses::default() };
        assert_eq!(losses.chinese(), "1 个标签、1 个变着、1 条注释、2 个评注符号");
        assert_eq!(Losses { moves: 3, ..Losses::default() }.chinese(), "3 着");
    }
}
