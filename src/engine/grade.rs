//! The grades in which UCCI states some of its options.

/// A grade, from [`Grade::None`] up to [`Grade::Huge`]; what it is a grade of depends on the option.
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
    /// The word that hosts send, in lower case.
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
