//! The grades that serve as values of some UCCI options.

use crate::book::Choice;

/// A grade, from [`Grade::None`] up to [`Grade::Huge`]. Its meaning depends on the option.
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
    /// All grades, lowest first.
    pub const ALL: [Self; 6] =
        [Self::None, Self::Tiny, Self::Small, Self::Medium, Self::Large, Self::Huge];

    /// How book moves are chosen at this grade of variety: always the best one at [`Grade::None`], by weight at
    /// [`Grade::Medium`].
    pub const fn book_choice(self) -> Choice {
        match self {
            Self::None => Choice::Best,
            Self::Tiny => Choice::Weighted(4.0),
            Self::Small => Choice::Weighted(2.0),
            Self::Medium => Choice::Weighted(1.0),
            Self::Large => Choice::Weighted(0.5),
            Self::Huge => Choice::Weighted(0.0),
        }
    }

    /// The word that hosts send, in lower case.
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
