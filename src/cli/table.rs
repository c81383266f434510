//! Tables in text output.

use chuhe_localize::columns::{left, right, width};

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

/// Formats cells as a table, whose columns are as wide as their widest cell and two spaces apart.
pub(super) fn table(heads: &[(String, Side)], rows: &[Vec<String>]) -> String {
    let widths: Vec<usize> = (0..heads.len())
        .map(|at| {
            let cells = rows.iter().map(|row| width(&row[at]));
            cells.chain([width(&heads[at].0)]).max().unwrap_or_default()
        })
        .collect();
    let line = |cells: &[String]| {
        let cells =
            cells.iter().zip(heads).zip(&widths).map(|((cell, (_, side)), &width)| match side {
                Side::Left => left(cell, width),
                Side::Right => right(cell, width),
            });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    let names: Vec<String> = heads.iter().map(|(name, _)| name.clone()).collect();
    std::iter::once(&names).chain(rows).map(|row| line(row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_never_touch() {
        let heads = [("名称", Side::Left), ("a long title", Side::Right), ("末", Side::Left)];
        let heads = heads.map(|(name, side)| (name.to_owned(), side));
        let rows = [["炮二平五", "7", "x"], ["b", "123456789012345", ""]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let expected = "\
名称         a long title  末
炮二平五                7  x
b         123456789012345\n";
        assert_eq!(table(&heads, &rows), expected);
    }
}
