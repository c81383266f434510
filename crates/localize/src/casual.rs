//! Chinese texts of the crate `chuhe-casual`.
