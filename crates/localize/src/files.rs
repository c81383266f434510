//! Chinese texts of the crate `chuhe-files`.
