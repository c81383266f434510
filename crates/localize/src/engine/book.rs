//! Errors in opening books.

use chuhe_engine::book::BookError;

use crate::Localize;

impl Localize for BookError {
    fn chinese(&self) -> String {
        match self {
            Self::Io(error) => error.chinese(),
            Self::NotABook => "这不是能读的开局库".to_owned(),
            Self::OtherVersion => "这个开局库由其他版本的程序生成，其格式在此不能读".to_owned(),
            Self::UnreadFormat(format) => format!(
                "这是 {format} 格式的开局库，其局面键没有公开说明，因此不能读；请先导出为棋谱，再由棋谱制作开局库"
            ),
            Self::Truncated => "开局库已损坏：缺少结尾".to_owned(),
            Self::Length => "开局库已损坏：长度与文件所记不符".to_owned(),
            Self::Checksum => "开局库已损坏：校验和不符".to_owned(),
            Self::Inconsistent => "开局库已损坏：内容自相矛盾".to_owned(),
            Self::Record(number) => format!("开局库已损坏：第 {number} 条记录不合理"),
            Self::TooLarge => "内容超过开局库所能容纳".to_owned(),
            Self::NotMergeable => {
                "BOOK.DAT 没有局数和分值；请用 `chuhe book convert` 先转换".to_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_damage_is_named() {
        let damaged = BookError::Record(65);
        assert_eq!(damaged.chinese(), "开局库已损坏：第 65 条记录不合理");
        let damaged = BookError::Truncated;
        assert_eq!(damaged.chinese(), "开局库已损坏：缺少结尾");
    }
}
