//! System errors in words.

use std::io;

use super::FileProblem;

/// The reason for a system error, without the error number that the system appends, and in the same words whether the
/// system or the standard library reports it. All of the project's errors that contain a system error display it this
/// way.
///
/// ```
/// let missing = std::fs::read("no such file").unwrap_err();
/// # #[cfg(unix)]
/// assert_eq!(chuhe_util::files::reason(&missing), "No such file or directory");
/// ```
pub fn reason(error: &io::Error) -> String {
    if let Some(own) = error.get_ref() {
        return own.downcast_ref().map_or_else(|| own.to_string(), reason);
    }
    let said = error.to_string();
    let said = match error.raw_os_error() {
        Some(code) => said.strip_suffix(&format!(" (os error {code})")).unwrap_or(&said),
        None => &said,
    };
    match error.kind() {
        io::ErrorKind::IsADirectory => FileProblem::Folder.to_string(),
        io::ErrorKind::NotADirectory => "part of the path is not a folder".to_owned(),
        // The standard library has its own messages for these errors.
        io::ErrorKind::InvalidData => "it is not UTF-8 text".to_owned(),
        io::ErrorKind::UnexpectedEof => "unexpected end of the file".to_owned(),
        io::ErrorKind::NotFound if error.raw_os_error().is_none() => {
            "No such file or directory".to_owned()
        }
        _ => said.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_speaks_without_its_numbers() {
        for code in 1..140 {
            let error = io::Error::from_raw_os_error(code);
            let wrapped = io::Error::other(io::Error::from_raw_os_error(code));
            assert!(!reason(&error).contains("os error"), "{}", reason(&error));
            assert_eq!(reason(&wrapped), reason(&error));
        }
    }

    #[test]
    #[cfg(unix)]
    fn one_fault_has_one_reason() {
        let folder = tempfile::tempdir().unwrap();
        let missing = std::fs::read(folder.path().join("missing")).unwrap_err();
        assert_eq!(reason(&missing), reason(&io::ErrorKind::NotFound.into()));
        let text = folder.path().join("text");
        std::fs::write(&text, b"\xff\xfe").unwrap();
        let no_text = std::fs::read_to_string(&text).unwrap_err();
        assert_eq!(reason(&no_text), "it is not UTF-8 text");
        let no_file = std::fs::read(folder.path()).unwrap_err();
        assert_eq!(reason(&no_file), FileProblem::Folder.to_string());
    }
}
