//! The language of the program's messages.

use std::str::FromStr;

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese in simplified characters.
    Chinese,
}

impl Language {
    /// The language of the environment, from the first of `CHUHE_LANG`, `LC_ALL`, `LC_MESSAGES` and `LANG` that is set;
    /// English if that language is not supported.
    pub fn of_environment() -> Self {
        let names = ["CHUHE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"];
        let values = names.iter().filter_map(|name| std::env::var(name).ok());
        let first = values.into_iter().find(|value| !value.is_empty());
        first.and_then(|value| value.parse().ok()).unwrap_or_default()
    }

    /// The text in this language.
    pub const fn choose<'a>(self, english: &'a str, chinese: &'a str) -> &'a str {
        match self {
            Self::English => english,
            Self::Chinese => chinese,
        }
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(tag: &str) -> Result<Self, String> {
        let language = tag.split(['-', '_', '.', '@']).next().unwrap_or_default();
        match &language.to_ascii_lowercase()[..] {
            "en" | "c" | "posix" => Ok(Self::English),
            "zh" | "cn" => Ok(Self::Chinese),
            _ => Err(format!("unknown language {tag:?}; expected en or zh")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_name_languages() {
        assert_eq!("zh_CN.UTF-8".parse(), Ok(Language::Chinese));
        assert_eq!("en".parse(), Ok(Language::English));
        assert!("de".parse::<Language>().is_err());
    }
}
