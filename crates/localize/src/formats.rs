//! Chinese texts of the crate `chuhe-formats`.
