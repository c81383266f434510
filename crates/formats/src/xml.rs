//! Parses XML that may be hostile.

use roxmltree::{Document, ParsingOptions};

use super::game::{PLIES_MAX, one_line};
use super::read_error::ReadError;
use super::read_problem::ReadProblem;

/// The maximum number of attributes in an element. The parser compares each with all others.
const ATTRIBUTES_MAX: usize = 200;
/// The maximum number of namespaces in a document. Every element that declares one gets a copy of those around it.
const NAMESPACES_MAX: usize = 16;
/// The maximum nesting depth: in PFC, every move is within the previous one.
const DEPTH_MAX: usize = 10 * PLIES_MAX;

/// Parses a document that starts on this line of a file. Documents with a DTD or beyond the limits above are refused,
/// because the parser needs more than linear time or memory for them.
pub(super) fn parse(text: &str, first_line: usize) -> Result<Document<'_>, ReadError> {
    check_limits(text).map_err(|(at, found)| {
        let line = first_line + text[..at].matches('\n').count();
        ReadError::at_line(line, ReadProblem::Xml(found.to_owned()))
    })?;
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let line = first_line + error.pos().row as usize - 1;
        ReadError::at_line(line, ReadProblem::Xml(one_line(&error.to_string())))
    })
}

/// The line of a byte offset in a document that starts on this line of a file.
pub(super) fn line_at(document: &Document<'_>, first_line: usize, offset: usize) -> usize {
    first_line + document.text_pos_at(offset).row as usize - 1
}

/// Returns the offset and the name of a limit that a document exceeds. What is not well-formed is left to the parser,
/// which stops there.
fn check_limits(text: &str) -> Result<(), (usize, &'static str)> {
    let (mut depth, mut namespaces) = (0_usize, 0);
    let mut rest = text;
    while let Some(begin) = rest.find('<') {
        rest = &rest[begin..];
        let at = text.len() - rest.len();
        let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
        let skipped = skipped.into_iter().find(|(open, _)| rest.starts_with(open));
        if let Some((open, close)) = skipped {
            let Some(end) = rest[open.len()..].find(close) else { return Ok(()) };
            rest = &rest[open.len() + end + close.len()..];
            continue;
        }
        let mut quote = None;
        let mut attributes = 0;
        let end = rest.bytes().position(|byte| {
            match quote {
                Some(open) if byte == open => quote = None,
                None if byte == b'>' => return true,
                None if matches!(byte, b'"' | b'\'') => {
                    attributes += 1;
                    quote = Some(byte);
                }
                Some(_) | None => {}
            }
            false
        });
        let Some(end) = end else { return Ok(()) };
        let tag = &rest[..end];
        if attributes > ATTRIBUTES_MAX {
            return Err((at, "too many attributes"));
        }
        namespaces += tag.matches("xmlns").count();
        if namespaces > NAMESPACES_MAX {
            return Err((at, "too many namespaces"));
        }
        if tag.starts_with("</") {
            depth = depth.saturating_sub(1);
        } else if !tag.ends_with('/') {
            depth += 1;
        }
        if depth > DEPTH_MAX {
            return Err((at, "too deeply nested"));
        }
        rest = &rest[end + 1..];
    }
    Ok(())
}
