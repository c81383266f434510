//! Chinese texts of the module `files` of the crate `chuhe-util`, and Chinese texts for system errors with files.

use std::io;

#[cfg(feature = "lab")]
use chuhe_lab::data::DataError;
use chuhe_util::files::{FileProblem, StdoutFailed, reason};

use crate::Localize;

impl Localize for FileProblem {
    fn chinese(&self) -> String {
        match self {
            Self::Folder => "这是文件夹，不是文件",
            Self::Device => "这是设备，不是文件",
            Self::Pipe => "这是管道，不是文件",
            Self::Socket => "这是套接字，不是文件",
            Self::Link => "这是链接，不是文件",
            Self::Other => "这不是普通文件",
            Self::NotAFolder => "这是文件，不是文件夹",
            Self::NoFolder(path) => return format!("没有文件夹 {}", path.display()),
            Self::ReadOnly => "文件是只读的",
            Self::ReaderGone => "读取方已关闭管道",
            Self::Endless(megabytes) => {
                return format!("内容过大或没有尽头：需要一次读入超过 {megabytes} MB");
            }
        }
        .to_owned()
    }
}

impl Localize for StdoutFailed {
    fn chinese(&self) -> String {
        format!("无法写入标准输出：{}", self.0.chinese())
    }
}

/// Translates the most frequent system errors; others keep their English text.
impl Localize for io::Error {
    fn chinese(&self) -> String {
        let own = self.get_ref();
        if let Some(error) = FileProblem::of(self) {
            return error.chinese();
        }
        if let Some(error) = own.and_then(|own| own.downcast_ref::<StdoutFailed>()) {
            return error.chinese();
        }
        #[cfg(feature = "lab")]
        // Importing files into a database wraps errors like this.
        if let Some(error) = own.and_then(|own| own.downcast_ref::<DataError>()) {
            return error.chinese();
        }
        if own.is_some() {
            return reason(self);
        }
        match self.kind() {
            io::ErrorKind::IsADirectory => return FileProblem::Folder.chinese(),
            io::ErrorKind::NotFound => "没有这个文件或文件夹",
            io::ErrorKind::PermissionDenied => "没有权限",
            io::ErrorKind::AlreadyExists => "已经存在",
            io::ErrorKind::NotADirectory => "路径中有一段不是文件夹",
            io::ErrorKind::ReadOnlyFilesystem => "文件系统是只读的",
            io::ErrorKind::StorageFull => "磁盘已满",
            io::ErrorKind::InvalidData => "不是 UTF-8 文本",
            io::ErrorKind::UnexpectedEof => "结束得太早",
            io::ErrorKind::AddrInUse => "地址已被占用",
            _ => return reason(self),
        }
        .to_owned()
    }

    fn english(&self) -> String {
        reason(self)
    }
}

/// An error that never occurs, because writing to a string cannot fail.
impl Localize for std::fmt::Error {
    fn chinese(&self) -> String {
        self.to_string()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn refused_files_are_explained() {
        let refused =
            |path: &str| chuhe_util::files::write_whole(Path::new(path), b"").unwrap_err();
        assert_eq!(refused(".").chinese(), "这是文件夹，不是文件");
        assert_eq!(refused("no/such/a.txt").chinese(), "没有文件夹 no/such");
        let read_only = io::Error::new(io::ErrorKind::PermissionDenied, FileProblem::ReadOnly);
        assert_eq!(read_only.chinese(), "文件是只读的");
        assert_eq!(io::Error::other(DataError::Checksum).chinese(), "它已损坏：校验和不对");
    }

    #[test]
    fn system_errors_are_translated() {
        let missing = std::fs::read("no such file").unwrap_err();
        assert_eq!(missing.chinese(), "没有这个文件或文件夹");
        assert!(!Box::new(&missing).english().contains("os error"));
        assert_eq!(io::Error::other("odd").chinese(), "odd");
    }
}
