//! Operations in Extended Position Description (EPD), which follow a position: `bm h2e2; id "WAC.1";`.
//!
//! In a [`Game`](super::Game), operations are tags named by their opcodes, except that `c0` is the comment before the
//! first move, and `hmvc` and `fmvn` are the counters of the position. Moves in operations are not checked.

/// The known opcodes, sorted. Operations with other opcodes are comments, like any text after a position.
const OPCODES: [&str; 42] = [
    "acd", "acms", "acn", "acs", "am", "bm", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8",
    "c9", "ce", "dm", "eco", "fmvn", "hmvc", "id", "nic", "noop", "pm", "pv", "rc", "resign", "sm",
    "tcgs", "tcri", "tcsi", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9",
];

/// The opcode of the comment before the first move.
pub(super) const COMMENT: &str = "c0";

/// Whether a tag with this name is an operation.
pub(super) fn is_opcode(name: &str) -> bool {
    OPCODES.contains(&name)
}

/// Whether a text starts with a comment (`c0` to `c9`), whose opcode resembles a pawn move.
pub(super) fn begins_with_comment(text: &str) -> bool {
    match text.as_bytes() {
        [b'c', b'0'..=b'9', behind @ ..] => {
            behind.starts_with(b";") || behind.trim_ascii_start().starts_with(b"\"")
        }
        _ => false,
    }
}

/// Parses a text into opcodes and operands, with quotes around a whole operand removed. Returns `None` unless the text
/// is a list of known operations, each ended by `;`.
pub(super) fn read(text: &str) -> Option<Vec<(&str, String)>> {
    let mut operations = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (operation, behind) = split_operation(rest)?;
        let (opcode, operand) =
            operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        if !is_opcode(opcode) {
            return None;
        }
        let operand = operand.trim();
        let quoted = operand.strip_prefix('"').and_then(|inside| inside.strip_suffix('"'));
        let plain = quoted.filter(|inside| !inside.contains('"')).unwrap_or(operand);
        operations.push((opcode, plain.to_owned()));
        rest = behind.trim_start();
    }
    (!operations.is_empty()).then_some(operations)
}

/// The first operation without its `;`, and the text after it. A `;` in quotes does not end the operation.
fn split_operation(text: &str) -> Option<(&str, &str)> {
    let mut in_quotes = false;
    let end = text.find(|c| {
        in_quotes ^= c == '"';
        c == ';' && !in_quotes
    })?;
    Some((text[..end].trim(), &text[end + 1..]))
}

/// An operation including its `;`. A quotation mark in a text, which EPD cannot express, becomes an apostrophe.
pub(super) fn write(opcode: &str, operand: &str) -> String {
    let takes_text =
        opcode == "id" || opcode == "eco" || opcode == "nic" || opcode.starts_with('c');
    let is_text = takes_text && opcode != "ce" || operand.contains(';');
    match operand {
        "" => format!("{opcode};"),
        _ if is_text => format!("{opcode} \"{}\";", operand.replace('"', "'")),
        _ => format!("{opcode} {operand};"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operations(text: &str) -> Option<Vec<(&str, String)>> {
        read(text)
    }

    #[test]
    fn operations_are_read_and_written_back() {
        let text = "bm Che3 Hg3; acd 12; id \"a;b\"; noop; c1 \"\";";
        let read = operations(text).unwrap();
        let expected = [("bm", "Che3 Hg3"), ("acd", "12"), ("id", "a;b"), ("noop", ""), ("c1", "")];
        assert_eq!(read, expected.map(|(name, value)| (name, value.to_owned())));
        let written: Vec<String> =
            read.iter().map(|(opcode, operand)| write(opcode, operand)).collect();
        assert_eq!(written.join(" "), "bm Che3 Hg3; acd 12; id \"a;b\"; noop; c1;");
        assert_eq!(write("id", "a \"b\""), "id \"a 'b'\";");
    }

    #[test]
    fn other_text_is_no_list_of_operations() {
        for text in
            ["", "bm h2e2", "bm", "best h2e2;", "bm h2e2; perhaps", "id \"a;", "; x;", "0.53;"]
        {
            assert_eq!(operations(text), None, "{text}");
        }
    }
}
