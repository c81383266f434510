//! The evaluation term by term, and errors in networks.

use std::fmt::Write as _;

use crate::columns::{left, right, width};
use chuhe_engine::eval::network::{NetworkError, NetworkTrace, Role};
use chuhe_engine::eval::{Term, Trace};
use chuhe_engine::types::{Score, Value};

use crate::Localize;

/// The widths of the columns: a term's name, a number, and a side's total, which consists of two numbers with spaces
/// around them.
const NAME_WIDTH: usize = 25;
const NUMBER_WIDTH: usize = 6;
const SIDE_WIDTH: usize = 2 * NUMBER_WIDTH + 3;

/// The Chinese text has the same table as the English text, aligned for a terminal.
impl Localize for Trace {
    fn chinese(&self) -> String {
        let [red, black, difference] =
            ["红方", "黑方", "红减黑"].map(|text| centred(text, SIDE_WIDTH));
        let heading = left("单位：兵", NAME_WIDTH);
        let phases = ["中局", "残局"].map(|text| right(text, NUMBER_WIDTH)).join(" ");
        let line = "-".repeat(SIDE_WIDTH);
        let rule = format!("{:-<NAME_WIDTH$}+{line}+{line}+{line}\n", "");
        let mut text = format!("{heading}|{red}|{black}|{}\n", difference.trim_end());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:<NAME_WIDTH$}|{phases}  |{phases}  |{phases}", "");
        text.push_str(&rule);
        text.extend(self.terms.iter().map(|term| row(title(term), term.row())));
        text.push_str(&rule);
        text.push_str(&row("合计", self.sums()));
        let turn = if self.side_to_move == "red" { "红方" } else { "黑方" };
        let (sum, total) = (Score::Cp(self.sum).in_pawns(), Score::Cp(self.total).in_pawns());
        let _ = writeln!(text, "中局占 {} %：{sum}，轮到{turn}走", self.middle_game_percent);
        if self.endgame_known {
            let _ = writeln!(text, "结果已知的残局：改为 {total}");
        }
        let _ = write!(text, "总分 {total} 兵（红方为正）");
        text
    }
}

fn row(name: &str, row: [Value; 6]) -> String {
    let mut text = left(name, NAME_WIDTH);
    for [mg, eg] in row.as_chunks().0 {
        let [mg, eg] = [mg, eg].map(|&cp| f64::from(cp) / 100.0);
        // Writing to a string cannot fail.
        let _ = write!(text, "|{mg:>NUMBER_WIDTH$.2} {eg:>NUMBER_WIDTH$.2}  ");
    }
    text + "\n"
}

fn centred(text: &str, columns: usize) -> String {
    let before = columns.saturating_sub(width(text)) / 2;
    left(&format!("{}{text}", " ".repeat(before)), columns)
}

/// The name of a term. Untranslated terms stay English; a test makes sure that there are none.
fn title(term: &Term) -> &str {
    match &term.name[..] {
        "advisor" => "仕",
        "elephant" => "相",
        "horse" => "马",
        "rook" => "车",
        "cannon" => "炮",
        "pawn" => "兵",
        "king placement" => "帅的位置",
        "advisor placement" => "仕的位置",
        "elephant placement" => "相的位置",
        "horse placement" => "马的位置",
        "rook placement" => "车的位置",
        "cannon placement" => "炮的位置",
        "pawn placement" => "兵的位置",
        "advisor mobility" => "仕的灵活性",
        "elephant mobility" => "相的灵活性",
        "horse mobility" => "马的灵活性",
        "rook mobility" => "车的灵活性",
        "cannon mobility" => "炮的灵活性",
        "horse blocked ahead" => "马前受阻",
        "horse near enemy king" => "马近敌将",
        "cannon on king's file" => "炮在将线",
        "cannon on king's rank" => "炮在将的横线",
        "hollow cannon" => "空头炮",
        "cannon on palace horse" => "炮镇窝心马",
        "rook's file" => "车占直线",
        "threats" => "捉子",
        "guarded" => "子有根",
        "palace attackers" => "攻击九宫的子",
        "king's escapes" => "将的退路",
        "safe checks" => "安全的将军",
        "guarded checks" => "有根的将军",
        "kinds with safe checks" => "能安全将军的兵种",
        "guards" => "仕相",
        "guards in shape" => "仕相联防",
        "advisors against rooks" => "缺仕怕车",
        "advisors against horses" => "缺仕怕马",
        "elephants and cannons" => "缺相怕炮",
        "pawns across the river" => "过河兵",
        "pawn across" => "过河兵对仕",
        "pawn near enemy king" => "兵近敌将",
        "pairs" => "双马双车双炮",
        "mixed pairs" => "车马炮配合",
        "crowded board" => "子多子少",
        "cannon and guards" => "炮与仕相",
        "massed on a wing" => "一翼集中",
        "attack and defence" => "攻守兵力",
        "horse, king aside" => "敌将偏位时的马",
        "rook, king aside" => "敌将偏位时的车",
        "cannon, king aside" => "敌将偏位时的炮",
        "pawn, king aside" => "敌将偏位时的兵",
        "to move" => "先手",
        name => name,
    }
}

impl Localize for NetworkTrace {
    fn chinese(&self) -> String {
        let role = match self.role {
            Role::Whole => "网络评估",
            Role::Correction => "网络修正",
        };
        let (value, total) = (Score::Cp(self.value).in_pawns(), Score::Cp(self.total).in_pawns());
        format!(
            "{role}：{value} 兵，总计 {total}（红方为正）\n各子所占：网络的分值，减去拿掉此子后的分值{}",
            self.board()
        )
    }
}

impl Localize for NetworkError {
    fn chinese(&self) -> String {
        match self {
            Self::Io(error) => error.chinese(),
            Self::NotNetwork => "不是楚河的网络文件：开头的字节不符".to_owned(),
            Self::Checksum => "文件已损坏：校验和不符".to_owned(),
            Self::Header => "文件头已损坏，或属于其他版本".to_owned(),
            Self::Shape { what, found, expected } => {
                format!("{what} 为 {found}，而本程序只能用 {expected}")
            }
            Self::Length => "权重的数量不符".to_owned(),
            Self::Weight => "有的权重过大，求和会溢出".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use chuhe_engine::board::Position;
    use chuhe_engine::eval::network::Network;

    use super::*;

    #[test]
    fn the_table_has_straight_columns() {
        let trace = Trace::of(Position::startpos().board());
        let text = trace.chinese();
        let rows: Vec<&str> = text.lines().filter(|line| line.contains('|')).collect();
        assert_eq!(rows.len(), trace.terms.len() + 3);
        let bars = |row: &str| -> Vec<usize> {
            row.match_indices('|').map(|(at, _)| width(&row[..at])).collect()
        };
        assert!(rows.iter().all(|row| bars(row) == [25, 41, 57]), "{text}");
        assert!(text.ends_with("兵（红方为正）"), "{text}");
    }

    #[test]
    fn every_term_has_a_name_that_fits() {
        let mut count = 0;
        for name in Term::names() {
            let term = Term { name: name.to_owned(), red: [0; 2], black: [0; 2] };
            let title = title(&term);
            assert!(title != name && width(title) <= NAME_WIDTH, "{title}");
            count += 1;
        }
        assert_eq!(count, 51, "and no other is here");
    }

    #[test]
    fn a_network_is_explained() {
        let network = Network::random(9);
        let mut bytes = network.to_bytes();
        let trace = NetworkTrace::of(&network.into(), Position::startpos().board()).chinese();
        assert!(trace.starts_with("网络修正：") && trace.lines().count() == 23, "{trace}");
        *bytes.last_mut().unwrap() ^= 1;
        let error = Network::from_bytes(&bytes).unwrap_err();
        assert_eq!(error.chinese(), "文件已损坏：校验和不符");
    }
}
