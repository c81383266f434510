//! Digests that tell contents apart.

/// FNV-1a with 64 bits: the same on every machine, and no protection against anybody.
///
/// ```
/// assert_eq!(chuhe::types::digest::fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
/// ```
#[must_use]
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
