//! Books that are `SQLite` files: 兵河 OBK and pfBook. They are recognized by their tables, but cannot be read.
//!
//! Both use 64-bit position keys computed from a table of numbers. The table exists only in programs with incompatible
//! licences, and how it was generated is undocumented, so the keys cannot be computed here.

/// The first bytes of every `SQLite` file.
const SQLITE: &[u8] = b"SQLite format 3\0";
/// The number of bytes, from the start of a file, to search for the names of tables: the schema is on the first pages.
const SCHEMA: usize = 64 << 10;
/// The name of a table in each format, and the name of the format.
const TABLES: [(&[u8], &str); 2] = [(b"bhobk", "兵河 OBK"), (b"pfbook", "pfBook")];

/// The book format of an `SQLite` file; `None` if the file is in neither format.
pub(super) fn book_format(bytes: &[u8]) -> Option<&'static str> {
    let schema = bytes.strip_prefix(SQLITE)?;
    let schema = &schema[..schema.len().min(SCHEMA)];
    TABLES.into_iter().find_map(|(table, format)| {
        let mut places = schema.windows(table.len());
        places.any(|place| place.eq_ignore_ascii_case(table)).then_some(format)
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Book, BookError};

    #[test]
    fn foreign_books_are_called_by_their_names() {
        for (table, name) in [("bhobk", "OBK"), ("pfBook", "pfBook")] {
            let mut bytes = b"SQLite format 3\0".to_vec();
            bytes.resize(200, 0);
            bytes.extend(format!("CREATE TABLE {table}(id INTEGER)").bytes());
            let error = Book::from_bytes(bytes).unwrap_err();
            assert!(matches!(error, BookError::UnreadFormat(_)));
            assert!(error.to_string().contains(name), "{error}");
        }
        let other = b"SQLite format 3\0 CREATE TABLE games(id INTEGER)".to_vec();
        assert!(matches!(Book::from_bytes(other), Err(BookError::NotABook)));
    }
}
