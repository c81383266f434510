//! The grades in which UCCI offers some of its options.

/// The scale of the UCCI combos.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are the values hosts send")]
pub enum Grade {
    None,
    Tiny,
    Small,
    Medium,
    Large,
    Huge,
}

impl Grade {
    /// The word hosts send, lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Tiny => "tiny",
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
            Self::Huge => "huge",
        }
    }
}
