//! Chinese texts of the crate `chuhe-review`.
