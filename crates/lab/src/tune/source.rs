//! Weights as Rust source.

use std::fmt::Write;

use chuhe_engine::eval::Linear;

/// The sizes of groups that are boards: the left five files, or all nine.
const HALF_BOARD: usize = 50;
const BOARD: usize = 90;

/// The source file of the weights. The lines of `how` say how they were made.
#[must_use]
pub fn source(weights: &[[f32; 2]], how: &[String]) -> String {
    let mut text = "//! The numbers of the evaluation, in the order of `terms`. Generated: they change by `chuhe tune`, \
                    not by hand.\n//!\n"
        .to_owned();
    for line in how {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "//! {line}");
    }
    text.push_str(
        "\nuse super::tapered::Tapered;\nuse super::terms::COUNT;\n\n\
         const fn w(mg: i32, eg: i32) -> Tapered {\n    Tapered::new(mg, eg)\n}\n\n\
         /// Middle game and endgame weight of each coefficient, in centipawns, its owner's view.\n\
         #[rustfmt::skip]\npub(super) static WEIGHTS: [Tapered; COUNT] = [\n",
    );
    let mut rest = weights;
    for (name, places, len) in Linear::groups() {
        let colon = if places.is_empty() { "" } else { ": " };
        let _ = writeln!(text, "    // {name}{colon}{places}");
        let (group, others) = rest.split_at(len.min(rest.len()));
        rest = others;
        let columns = match len {
            HALF_BOARD => 5,
            BOARD => 9,
            _ => 6,
        };
        for row in group.chunks(columns) {
            let row: Vec<String> = row
                .iter()
                .map(|[mg, eg]| format!("w({}, {}),", mg.round() as i32, eg.round() as i32))
                .collect();
            let _ = writeln!(text, "    {}", row.join(" "));
        }
    }
    text.push_str("];\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_in_use_give_their_own_source() {
        let committed = include_str!("../../../engine/src/eval/hce/weights.rs");
        let how: Vec<String> = committed
            .lines()
            .skip(2)
            .map_while(|line| line.strip_prefix("//! "))
            .map(str::to_owned)
            .collect();
        let weights = super::super::weights_in_use();
        assert_eq!(source(&weights, &how), committed);
    }
}
