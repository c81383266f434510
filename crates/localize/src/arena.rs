//! Chinese texts of the crate `chuhe-arena`.
