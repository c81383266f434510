//! Self-contained pages with a board: what their templates need.

/// Fills the slots of a template, which are written `{{name}}`. Inserted text is not searched for slots.
///
/// ```
/// use chuhe::picture::page::fill;
///
/// assert_eq!(fill("<p>{{text}}</p>", |slot| format!("the {slot}")), "<p>the text</p>");
/// ```
pub fn fill(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, (slot, after))) =
        rest.split_once("{{").and_then(|(before, slot)| Some((before, slot.split_once("}}")?)))
    {
        page.push_str(before);
        page.push_str(&value(slot));
        rest = after;
    }
    page.push_str(rest);
    page
}

/// Text as HTML.
///
/// ```
/// assert_eq!(chuhe::picture::page::escape("<b> & \"c\""), "&lt;b&gt; &amp; &quot;c&quot;");
/// ```
#[must_use]
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// JSON that may stand in a script element: it contains neither the end of a script nor the start of a comment.
#[must_use]
pub fn script_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_is_filled_once() {
        let filled = fill("a{{x}}b{{y}}c", |slot| format!("<{slot}{{{{x}}}}>"));
        assert_eq!(filled, "a<x{{x}}>b<y{{x}}>c");
        assert_eq!(fill("a{{x", |_| "y".to_owned()), "a{{x");
    }

    #[test]
    fn scripts_are_not_ended_by_what_they_hold() {
        assert_eq!(script_json(r#"{"a":"</script>"}"#), r#"{"a":"\u003c/script>"}"#);
    }
}
