//! Recognizes texts in UTF-16, which are no binary files but cannot be searched as bytes.

/// Whether bytes begin a text in UTF-16: with its byte order mark, or with text in which at least nine tenths of the
/// bytes at odd or at even positions are NUL and none at the others is.
pub(super) fn is_utf16(bytes: &[u8]) -> bool {
    // The mark of UTF-32 begins with that of UTF-16.
    let marked = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let nuls = |from: usize| {
        let bytes = bytes.iter().skip(from).step_by(2);
        bytes.filter(|byte| **byte == 0).count()
    };
    let (even, odd) = (nuls(0), nuls(1));
    let most = |nuls: usize| nuls * 20 >= bytes.len() / 2 * 18 && bytes.len() >= 4;
    (marked && !bytes.starts_with(&[0xff, 0xfe, 0, 0]))
        || (even == 0 && most(odd))
        || (odd == 0 && most(even))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_is_no_binary_file() {
        let check = |bytes: &[u8], expect: bool| assert_eq!(is_utf16(bytes), expect, "{bytes:?}");
        let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
        let little: Vec<u8> = units("class A {}\n")
            .iter()
            .flat_map(|unit| unit.to_le_bytes())
            .collect();
        let big: Vec<u8> = units("class A {}\n")
            .iter()
            .flat_map(|unit| unit.to_be_bytes())
            .collect();
        check(&little, true);
        check(&big, true);
        check(
            &[
                &[0xff, 0xfe][..],
                &units("日本 a")
                    .iter()
                    .flat_map(|u| u.to_le_bytes())
                    .collect::<Vec<u8>>(),
            ]
            .concat(),
            true,
        );
        check(&[&[0xfe, 0xff][..], &big].concat(), true);
        check(b"\x7fELF\0\0\0\0\x01\0", false);
        check(b"a\0b\0\0\0", false);
        check(&[0xff, 0xfe, 0, 0, b'a', 0, 0, 0], false);
        check(b"text\0", false);
    }
}
