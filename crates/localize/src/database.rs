//! Chinese texts of the crate `chuhe-database`.
