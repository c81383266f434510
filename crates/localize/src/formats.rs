//! Chinese texts of the crate `chuhe-formats`.

use chuhe_engine::types::Color;
use chuhe_formats::collection::{
    FilePlace, Others, ReadError, ReadProblem, SalvageExtent, StartSource,
};
use chuhe_formats::conversion::{OutputError, OutputPlace};
use chuhe_formats::encoding::UnknownEncoding;
use chuhe_formats::game_files::{GameFileError, GameReadError};
use chuhe_formats::xqf;
use chuhe_formats::{
    IllegalGameMove, Losses, NESTING_MAX, OtherGame, Outcome, PLIES_MAX, WriteError,
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
            Self::NoPgn => "没有棋谱：应为 [Event \"值\"] 这样的标签，或着法".to_owned(),
            Self::NoDhtmlXq => {
                "没有棋谱：应有 [DhtmlXQ_movelist]、[DhtmlXQ_binit] 或 [DhtmlXQ_fen]".to_owned()
            }
            Self::NoWxf => "没有棋谱：应为 START{、着法和 }END".to_owned(),
            Self::NoPfc => "没有棋谱：应为 <n m=\"FEN\"> 这样的元素".to_owned(),
            Self::NoQq => "没有棋谱：应为 1、着数，以及每着十个数".to_owned(),
            Self::NoLine { found } => {
                format!("{found:?}：应为 FEN，或 h2e2、C2.5、炮二平五 这样的着法")
            }
            Self::NoXqf { found } => format!(
                "不是 XQF 文件：文件头应有 {} 字节并以 XQ 开头，实有 {found} 字节",
                xqf::HEADER_LENGTH
            ),
            Self::NoCcbridge => {
                "不是象棋桥文件：应为 CCBridge Record 或 CCBridgeLibrary".to_owned()
            }
            Self::EmptyLibrary => "棋谱库里没有棋谱".to_owned(),
            Self::GameCount { declared, found } => format!("索引 {declared} 局，实有 {found} 局"),
            Self::OtherGame(other) => format!("这是{}的对局，不是象棋", other.chinese()),
            Self::Xml(error) => format!("不是 XML：{error}"),
            Self::Element(name) => format!("缺少元素 {name}"),
            Self::ShortHeader { expected } => {
                format!("棋谱在文件头中间结束：还缺 {expected} 字节")
            }
            Self::Bytes { count } => format!("有 {count} 个字节无法解码"),
            Self::Rest(error) => format!("文件的其余部分无法读取：{error}"),

            Self::Tag { found } => format!("{found:?} 不是标签：应为 [名称 \"值\"]"),
            Self::Counter { opcode, found } => format!("操作 {opcode}：{found:?} 不是数字"),
            Self::TwiceOperation { opcode } => format!("操作 {opcode} 写了两次"),
            Self::Results { taken, other } => contradiction(*taken, *other),

            Self::Start { from, error } => from.chinese() + &error.chinese(),
            Self::TwoPieces { from, square } => {
                format!("{}{square} 上有两个棋子", from.chinese())
            }
            Self::Piece { found } => format!("开始局面：{found:#x} 不是棋子"),
            Self::OpenSetup => "SETUP{ 之后没有 }".to_owned(),
            Self::Setup { found } => format!(
                "SETUP{{：{found:?} 不对：应为 Ke0、ke9 这样的棋子、RED 或 BLACK，以及 MOVE 加数字"
            ),
            Self::Binit { found } => {
                format!("字段 binit 有 {found} 个数字：应为 64 个，每个棋子两个")
            }
            Self::BinitPoint { found } => {
                format!("字段 binit：{found:?} 不是棋盘上的点：应为列 0-8 加行 0-9，或 99")
            }

            Self::Move { ply, error } => at_ply(*ply, &error.chinese()),
            Self::Illegal { ply, found, error } => {
                at_ply(*ply, &format!("{found:?}：{}", error.chinese()))
            }
            Self::FieldMove { field, ply, error } => {
                format!("字段 {} {}", field.escape_debug(), at_ply(*ply, &error.chinese()))
            }
            Self::FieldDigits { field, found } => {
                format!("字段 {} 有 {found} 个数字：每着应为四个", field.escape_debug())
            }
            Self::Pass { ply } => at_ply(*ply, "停着不是着法，从这里起的文字作为注释保留"),
            Self::Points { from, to } => format!("{from} 到 {to} 不是着法：点应为 0 到 89"),
            Self::Value { found } => {
                format!("{found:?} 不是着法：应为两个点，列 0-8、行 0-9，如 77-47")
            }
            Self::Content { found } => {
                format!("{found:?} 不是着法：应为 <n m=\"h2e2\"> 这样的元素")
            }
            Self::Numbers { ply, found } => at_ply(
                *ply,
                &format!("{found:?} 不是着法：应为 26 32 1 2 1 2 4 0 {ply} 0 这样的十个数"),
            ),
            Self::MoveCount { declared, found } => {
                format!("文件说有 {declared} 着，实有 {found} 着")
            }
            Self::ShortFile { expected } => {
                format!("文件在一步着法中间结束：还缺 {expected} 字节")
            }
            Self::ShortGame { expected } => {
                format!("棋谱在一步着法中间结束：还缺 {expected} 字节")
            }
            Self::TooLong => too_long(),
            Self::OpenMoves => "START{ 之后没有 }END".to_owned(),

            Self::Glyph { found } => format!("{found:?} 不是评注符号：应为 $0 到 $255"),
            Self::OpenComment => "注释没有结束：缺少 } 或 )".to_owned(),
            Self::OpenSlashedComment => "注释没有结束：缺少 */".to_owned(),
            Self::OpenVariation => "变着没有结束：缺少 )".to_owned(),
            Self::StrayClose => "变着没有开始就结束了：多了 )".to_owned(),
            Self::EarlyVariation => "变着之前没有它可以替换的着法".to_owned(),
            Self::TooDeep => format!("变着嵌套超过 {NESTING_MAX} 层"),
            Self::Branch { field } => {
                let field = field.escape_debug();
                format!("字段 {field}：应为 move_P_N_B，即从分支 P 第 N 着起的分支 B")
            }
            Self::TwiceBranch { field, branch } => {
                format!("字段 {}：分支 {branch} 已经有了", field.escape_debug())
            }
            Self::LooseBranch { branch, parent, ply } => {
                format!("分支 {branch} 要替换分支 {parent} 的第 {ply} 着，而没有这一着")
            }
            Self::LooseMove => "对局结束后还有着法，而之前没有一着有变着".to_owned(),
        }
    }
}

/// What precedes an error in the position.
impl Localize for StartSource {
    fn chinese(&self) -> String {
        match self {
            Self::Tag => "FEN 标签：",
            Self::Line => "FEN 行：",
            Self::Setup => "SETUP{：",
            Self::FenField => "字段 fen：",
            Self::Binit => "字段 binit：",
            Self::Attribute => "属性 m：",
            Self::Element => "FEN：",
            Self::Board => "开始局面：",
            Self::Text => "",
        }
        .to_owned()
    }
}

/// The name of the game, spaced for the middle of a Chinese sentence.
impl Localize for OtherGame {
    fn chinese(&self) -> String {
        match self {
            Self::InternationalChess => "国际象棋".to_owned(),
            Self::Shogi => "日本将棋".to_owned(),
            Self::Janggi => "朝鲜象棋".to_owned(),
            Self::Variant(name) => format!(" {name:?} "),
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

impl Localize for UnknownEncoding {
    fn chinese(&self) -> String {
        format!("未知的编码 {:?}；应为 utf-8、gb18030、big5、utf-16le、windows-1252 等名称", self.0)
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

fn contradiction(taken: Outcome, other: Outcome) -> String {
    let [taken, other] = [taken, other].map(|outcome| outcome.chinese());
    format!("结果互相矛盾：一处为{other}，一处为{taken}；采用{taken}")
}

fn at_ply(ply: usize, error: &str) -> String {
    format!("第 {ply} 着（双方合计）：{error}")
}

fn too_long() -> String {
    format!("对局超过 {PLIES_MAX} 步")
}

#[cfg(test)]
mod tests {
    use chuhe_formats::collection::{Collection, FileFormat};

    use super::*;

    fn first_error(text: &str, format: FileFormat) -> String {
        let games = Collection::new(text.as_bytes().to_vec(), format);
        let error = games.games().find_map(Result::err).unwrap();
        error.chinese()
    }

    #[test]
    fn broken_games_are_explained() {
        let pgn = |text| first_error(text, FileFormat::Pgn);
        assert_eq!(pgn("1. h2e2 {open"), "第 1 行：注释没有结束：缺少 } 或 )；读到第 1 着为止");
        assert_eq!(
            pgn("[A B]\n\n1. h2e2 *"),
            "第 1 行：\"[A B]\" 不是标签：应为 [名称 \"值\"]；其余已读取"
        );
        assert_eq!(
            first_error("9/9 w", FileFormat::Fen),
            "第 1 行：棋盘：有 2 行，应为 10 行，以 '/' 分隔"
        );
        assert_eq!(
            first_error("XQ", FileFormat::Xqf),
            "字节 0x0：不是 XQF 文件：文件头应有 1024 字节并以 XQ 开头，实有 2 字节"
        );
        let line = first_error("nonsense and more", FileFormat::Moves);
        assert!(line.starts_with("第 1 行：") && line.contains("应为 FEN，或 h2e2"), "{line}");
    }

    #[test]
    fn losses_are_counted() {
        let losses = Losses { tags: 1, variations: 1, comments: 1, glyphs: 2, ..Losses::default() };
        assert_eq!(losses.chinese(), "1 个标签、1 个变着、1 条注释、2 个评注符号");
        assert_eq!(Losses { moves: 3, ..Losses::default() }.chinese(), "3 着");
    }
}
