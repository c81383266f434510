//! Enums of phrases.

/// Defines an enum whose variants are phrases, each displayed, and serialized to JSON, as its English text.
/// Translations match on the variants.
macro_rules! phrases {
    ($(#[$meta:meta])* pub enum $name:ident {
        $($variant:ident $(($($field:ident: $type:ty),*))? => $english:literal $(, $argument:expr)*;)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name {
            $(#[doc = concat!("`", $english, "`")] $variant $(($($type),*))?,)*
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$variant $(($($field),*))? => write!(f, $english $(, $argument)*),)*
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    };
}

pub(crate) use phrases;
