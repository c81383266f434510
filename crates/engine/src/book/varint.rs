//! Whole numbers in as few bytes as possible: seven bits per byte, lowest bits first, with the highest bit of a byte
//! set if more bytes follow.

/// Appends a number.
pub(super) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number from the front. Returns `None` if the number is truncated, exceeds 64 bits, or is encoded in more
/// bytes than necessary.
pub(super) fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for (at, &byte) in bytes.iter().enumerate().take(10) {
        let bits = u64::from(byte & 0x7f);
        if at == 9 && bits > 1 {
            return None;
        }
        number |= bits << (7 * at);
        if byte & 0x80 == 0 {
            *bytes = &bytes[at + 1..];
            return (byte != 0 || at == 0).then_some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_take_the_bytes_they_need() {
        for (number, length) in [(0, 1), (127, 1), (128, 2), (16_384, 3), (u64::MAX, 10)] {
            let mut bytes = Vec::new();
            put(&mut bytes, number);
            assert_eq!(bytes.len(), length);
            assert_eq!(take(&mut &bytes[..]), Some(number));
            assert_eq!(take(&mut &bytes[..length - 1]), None);
        }
        for bad in [&[][..], &[0x80], &[0x80, 0], &[0xff; 10], &[0xff; 11]] {
            assert_eq!(take(&mut &bad[..]), None, "{bad:?}");
        }
    }

    proptest! {
        #[test]
        fn there_and_back(numbers in prop::collection::vec(any::<u64>(), 0..9)) {
            let mut bytes = Vec::new();
            for &number in &numbers {
                put(&mut bytes, number);
            }
            let mut rest = &bytes[..];
            let read: Vec<u64> = std::iter::from_fn(|| take(&mut rest)).collect();
            prop_assert_eq!(read, numbers);
        }
    }
}
