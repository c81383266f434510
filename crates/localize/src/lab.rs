//! Chinese texts of the crate `chuhe-lab`.
