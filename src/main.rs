//! The `chuhe` binary.

fn main() {}
