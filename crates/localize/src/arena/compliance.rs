//! The results of checking an engine for compliance with its protocol.

use chuhe_arena::compliance::{
    DialogueLine, ExaminationError, Expectation, Observation, ProtocolCheck, SearchOutcome,
};

use super::io_error;
use crate::Localize;

impl Localize for ProtocolCheck {
    fn chinese(&self) -> String {
        match self.name {
            "quiet-start" => "收到问候之前不输出任何内容，标准错误也不输出",
            "greeting" => "对问候回答名称、选项以及 ucciok 或 uciok",
            "option-lines" => "按协议的格式声明选项，每个一次，默认值合乎取值范围",
            "coordinates" => "UCCI 中横线从 0 数到 9；UCI 中按用户所说",
            "options-at-default" => "接受它声明的每个选项被设为默认值",
            "unknown-option" => "忽略不认识的选项",
            "unknown-command" => "忽略不认识的命令和空行",
            "new-game" => "得知新对局开始后照常走棋",
            "positions" => "走出合法着法：初始局面、FEN 局面、带着法的局面，红黑双方",
            "moves-are-played" => "走完局面命令中的着法，再为轮到的一方走棋",
            "long-game" => "读入一行 300 步的对局",
            "line-ends" => "读入以 CRLF 或空格结尾的行，许多软件这样发送",
            "extra-blanks" => "读入行首有空格、有连续空格和制表符的行",
            "short-fen" => "读入只有棋盘和走棋方的 FEN，脚本常这样发送",
            "bad-fen" => "收到错误的 FEN 后不退出，收到正确的之后照常走棋",
            "illegal-move" => "局面命令中有不合法的着法时不退出",
            "mate-score" => "一步杀时用分值说明是杀棋",
            "no-moves" => "被将死或困毙时回答 nobestmove 或“bestmove (none)”",
            "drawn-by-rule" => "局面重复或长久未吃子时仍给出着法：是否和棋由裁判决定",
            "banmoves" => "不走被禁止的着法，直到下一个局面",
            "searchmoves" => "只走要它搜索的着法",
            "draws-and-resignation" => "对方提和时照常应着，自己不无故提和或认输",
            "depth" => "到达给定的深度即停止",
            "nodes" => "在给定的节点数附近停止",
            "fixed-time" => "在限定的每着时间内走棋",
            "movetime-word" => "认识 movetime，标准中没有而许多软件使用",
            "clock" => "从不超时，所剩时间很少或没有时也是，红黑双方都是",
            "usemillisec" => "提供毫秒选项，设定后按毫秒计时，否则按秒",
            "isready" => "对 isready 回答 readyok",
            "isready-while-thinking" => "思考时立即回答 isready，并继续思考",
            "infinite" => "思考到 stop 为止，然后很快回答",
            "infinite-with-mate" => "已找到杀棋也思考到 stop 为止",
            "one-answer" => "每个 go 回答一次",
            "stop-at-once" => "能收到紧跟 go 之后的 stop",
            "back-to-back" => "能收到连续发来的 stop、position 和 go，两次搜索都回答",
            "stop-when-idle" => "空闲时收到 stop，UCCI 回答 nobestmove，UCI 不回答",
            "info-lines" => "用格式正确的行说明搜索情况，其中的数字只增不减",
            "pv-legal" => "给出的变化可以走通，最后一条以所走的着法开头",
            "ponder-move" => "预期的应着（如果有）是合法的",
            "repeatable" => "新对局中，同样深度、单线程得到同样的结果",
            "ponderhit" => "后台思考，ponderhit 之前不回答，之后在时限内走棋",
            "ponder-stop" => "后台思考，stop 之前不回答，之后回答一次",
            "idle-is-idle" => "等待命令时不占用处理器（Linux）",
            "quit" => "收到 quit 后 500 毫秒内退出，UCCI 中先回答 bye",
            "quit-while-thinking" => "思考时收到 quit 也在 500 毫秒内退出，UCCI 中先回答 bye",
            "end-of-input" => "输入结束后 500 毫秒内退出，空闲或思考时都是",
            "other" => "{ $about }",
            _ => self.about,
        }
        .to_owned()
    }
}

impl Localize for Expectation {
    fn chinese(&self) -> String {
        match self {
            Self::Words(words) => words.clone(),
            Self::AnswerTo(line) => format!("对 {line} 的回答"),
            Self::Reads(line) => format!("引擎读入 {line:?}"),
            Self::LegalIn(fen) => format!("{fen} 中的合法着法"),
            Self::OneAnswer => "一个 go 只回答一次".to_owned(),
            Self::Search => "搜索".to_owned(),
            Self::Silence => "问候之前没有输出".to_owned(),
            Self::QuietStderr => "标准错误没有输出（软件或把它并入通信，或从不读取）".to_owned(),
            Self::GreetingSoon => "1 秒内答完问候".to_owned(),
            Self::IdLine => "有“id name ..”一行".to_owned(),
            Self::GreetingLines => "回答问候时只有 id 和 option 行".to_owned(),
            Self::OptionType => "选项有名称和已知的类型".to_owned(),
            Self::OptionOnce => "选项不重复".to_owned(),
            Self::OptionFormUci => "UCI 的格式“option name NAME type ..”".to_owned(),
            Self::OptionFormUcci => "UCCI 的格式“option NAME type ..”，没有“name”".to_owned(),
            Self::OptionOneWord => "UCCI 中名称为一个词".to_owned(),
            Self::DefaultTruth => "默认值为 true 或 false".to_owned(),
            Self::DefaultInRange => "默认值在 min 与 max 之间".to_owned(),
            Self::DefaultNumbers => "default、min 和 max 为数字".to_owned(),
            Self::Default => "有默认值".to_owned(),
            Self::DefaultVar => "默认值是 var 之一".to_owned(),
            Self::DefaultEmpty => "默认值为空时写“default <empty>”，否则解析会出错".to_owned(),
            Self::BackRank => "从底线走出的合法着法，横线从 0 或从 1 数起均可".to_owned(),
            Self::RanksOfUcci => "UCCI 中横线为 0 到 9".to_owned(),
            Self::RanksAsSet => "如 coord=1 所说，横线为 1 到 10".to_owned(),
            Self::OptionTaken(line) => format!("默默接受 {line:?}"),
            Self::PassOver => "对不认识的内容不作声".to_owned(),
            Self::NewGame => "知道新对局开始".to_owned(),
            Self::MatingMove(mv) => format!("杀着 {mv}"),
            Self::UcciMateScore => "评估达不到的分值，如 30000 或 10000 减去杀棋步数".to_owned(),
            Self::NotBanned => "被禁着法以外的着法".to_owned(),
            Self::BanLifted => "杀着：新局面解除禁令".to_owned(),
            Self::AllBanned => "所有着法被禁时回答 nobestmove".to_owned(),
            Self::OnlySearched => "要它搜索的唯一着法".to_owned(),
            Self::NoResignation => "均势时不认输".to_owned(),
            Self::NoDrawOffer => "不无故提和".to_owned(),
            Self::Depth(depth) => format!("迭代不超过 {depth} 层"),
            Self::Nodes(nodes) => format!("约 {nodes} 个节点"),
            Self::MoveWithin(ms) => format!("{ms} ms 内走棋"),
            Self::MoveWithinAll(ms) => format!("{ms} ms 内走棋，它只有这么多时间"),
            Self::CountsSeconds => "“usemillisec false”之后思考约一秒".to_owned(),
            Self::NoUsemillisec => {
                "提供 usemillisec 选项，否则按秒理解时间，软件那时按秒发送".to_owned()
            }
            Self::WithinSecond => "在它有的一秒内走棋".to_owned(),
            Self::CountsMillis => "“usemillisec true”之后 200 毫秒内走棋".to_owned(),
            Self::ReadySoon => "1 秒内回答 readyok".to_owned(),
            Self::StopSoon => "stop 之后 200 毫秒内回答".to_owned(),
            Self::ThinksOn => "stop 之前不回答".to_owned(),
            Self::ReadyThinking => "思考时回答 readyok".to_owned(),
            Self::ReadyThinkingSoon => "思考时 200 毫秒内回答 readyok".to_owned(),
            Self::FirstAnswer => "对被停止的搜索的回答".to_owned(),
            Self::SecondAnswer => "对第二次搜索的回答".to_owned(),
            Self::TwoAnswers => "两次搜索只回答两次".to_owned(),
            Self::Unasked => "没有提问时不回答".to_owned(),
            Self::IdleNobestmove => "回答 nobestmove，有的软件在等".to_owned(),
            Self::DepthsGrow => "深度不减".to_owned(),
            Self::NodesGrow => "节点数不减".to_owned(),
            Self::TimesGrow => "时间不减".to_owned(),
            Self::SomeScores => "有带深度和分值的行".to_owned(),
            Self::SomeNodes => "有的行带节点数".to_owned(),
            Self::InfoOnly => "搜索时只有 info 行".to_owned(),
            Self::ShortLines => "每行最多 1000 字节，有的软件缓冲区大小固定".to_owned(),
            Self::NoDrawWord => {
                "除 bestmove 外不出现“draw”和“resign”，有的软件会找这些词".to_owned()
            }
            Self::BareInfo => "没有空的 info".to_owned(),
            Self::KeyOnce => "一行中没有重复的项".to_owned(),
            Self::ScoreOfUci => "UCI 中写“score cp N”或“score mate N”".to_owned(),
            Self::ScoreOfUcci => "UCCI 中分值只写数字".to_owned(),
            Self::LegalFor(word, fen) => format!("{word} 应为 {fen} 中的合法着法"),
            Self::FirstOfLine => "最后一条变化的第一着".to_owned(),
            Self::SomeLine => "有变化".to_owned(),
            Self::LegalReply(fen) => format!("{fen} 中合法的应着"),
            Self::OnceMore(outcome) => format!("再次得到 {}", outcome.chinese()),
            Self::PondersOn => "ponderhit 或 stop 之前不回答".to_owned(),
            Self::MoveAfterHit => "ponderhit 之后走棋".to_owned(),
            Self::MoveWithinHit(ms) => format!("ponderhit 之后在它有的 {ms} ms 内走棋"),
            Self::Idle => "空闲时不占用处理器".to_owned(),
            Self::EndAfterQuit => "quit 之后退出".to_owned(),
            Self::EndSoon => "quit 之后 500 毫秒内退出".to_owned(),
            Self::Bye => "最后一行是 bye".to_owned(),
            Self::ExitStatus => "退出码为 0".to_owned(),
            Self::EndOfInputThinking => "思考时输入结束，500 毫秒内退出".to_owned(),
            Self::EndOfInputIdle => "空闲时输入结束，500 毫秒内退出".to_owned(),
        }
    }
}

impl Localize for Observation {
    fn chinese(&self) -> String {
        match self {
            Self::Words(words) => words.clone(),
            Self::Nothing => "没有回答".to_owned(),
            Self::Missing => "没有".to_owned(),
            Self::NothingWithin(ms) => format!("{ms} ms 内没有"),
            Self::Ended(how) => format!("引擎已退出：{}", how.chinese()),
            Self::NoGreeting => "引擎不回答问候".to_owned(),
            Self::Time(ms) => format!("{ms} ms"),
            Self::After(ms) => format!("{ms} ms 后"),
            Self::Of(ms, all) => format!("{ms} ms，限 {all} ms"),
            Self::UsedOf(ms, all) => format!("{all} ms 中占用了 {ms} ms"),
            Self::AfterTries(ms, tries) => format!("{ms} ms 后，{tries} 次中最快的一次"),
            Self::OfSecond(ms) => format!("{ms} ms，限一秒"),
            Self::MoveAfter(ms) => format!("{ms} ms 后走棋"),
            Self::StopTime(ms) => format!("stop：{ms} ms"),
            Self::Banner => "有一段开场白，严格的软件会出错".to_owned(),
            Self::Options(count) => format!("{count} 个选项"),
            Self::RanksFromZero => "横线 0 到 9".to_owned(),
            Self::RanksFromOne => "横线 1 到 10".to_owned(),
            Self::RanksAndVariant(ranks) => {
                format!("{}，UCI_Variant 设为 xiangqi", ranks.chinese())
            }
            Self::SayCoord => "对抗赛中请写 coord=1".to_owned(),
            Self::Set(count) => format!("设置了 {count} 个"),
            Self::NoScore => "没有分值".to_owned(),
            Self::Depth(depth) => format!("深度 {depth}"),
            Self::Nodes(nodes) => format!("{nodes} 个节点"),
            Self::NodesTold(nodes, all) => format!("报告了 {nodes} 个节点，限 {all} 个"),
            Self::AtOnce => "不论时间多少都立即走棋".to_owned(),
            Self::Told(count) => format!("给出了 {count} 个"),
            Self::Outcome(outcome) => outcome.chinese(),
            Self::NoPonder => "它不提供后台思考".to_owned(),
            Self::Untold => "系统不提供此信息".to_owned(),
            Self::StillRuns => "仍在运行".to_owned(),
            Self::ClosedButRuns => "关闭了输出，但仍在运行".to_owned(),
            Self::OutlivesHost => "仍在运行，软件崩溃后也会如此".to_owned(),
        }
    }
}

impl Localize for SearchOutcome {
    fn chinese(&self) -> String {
        let mv = self.mv.as_deref().unwrap_or("没有着法");
        let score = self.score.map(|score| format!(", {score:?}")).unwrap_or_default();
        let nodes = self.nodes.map(|nodes| format!(", {nodes} 个节点")).unwrap_or_default();
        format!("{mv}{score}{nodes}")
    }
}

impl Localize for DialogueLine {
    fn chinese(&self) -> String {
        match self {
            Self::Said(..) => self.to_string(),
            Self::EndOfInput(at) => format!("{at:>6} > （输入结束）"),
            Self::LeftOut(count) => format!("         （省略 {count} 行）"),
        }
    }
}

impl Localize for ExaminationError {
    fn chinese(&self) -> String {
        match self {
            Self::Start { command, reason } => format!("无法启动 {command}：{}", io_error(reason)),
            Self::Interrupted => "已中断".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use chuhe_arena::compliance::checks;
    use chuhe_engine::protocol::Dialect;

    use super::*;

    #[test]
    fn every_check_is_explained_in_chinese() {
        for check in [Dialect::Ucci, Dialect::Uci].into_iter().flat_map(checks) {
            assert_ne!(check.chinese(), check.about, "{}", check.name);
        }
    }

    #[test]
    fn findings_are_told_in_chinese() {
        let outcome = SearchOutcome { mv: None, score: None, nodes: Some(7) };
        let once_more = Expectation::OnceMore(outcome).chinese();
        assert_eq!(once_more, "再次得到 没有着法, 7 个节点");
        let ranks = Observation::RanksAndVariant(Box::new(Observation::RanksFromOne)).chinese();
        assert_eq!(ranks, "横线 1 到 10，UCI_Variant 设为 xiangqi");
        assert_eq!(DialogueLine::LeftOut(1).chinese(), "         （省略 1 行）");
    }
}
