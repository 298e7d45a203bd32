//! The text of a file's bytes: by the byte order mark with which they begin.

/// How many bytes at the beginning of a file are checked to detect what it is.
pub(super) const PROBE: usize = 8 << 10;
/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";
/// What stands in a decoded text for what is no character: never a part of UTF-8.
const NO_CHARACTER: u8 = 0xff;

/// The order of the two bytes of a unit in UTF-16.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Little,
    Big,
}

impl Order {
    /// As the byte order mark says; `None` for bytes that do not begin with one of UTF-16. That of UTF-32 begins with it.
    pub(super) fn of_mark(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xff, 0xfe, 0, 0, ..] => None,
            [0xff, 0xfe, ..] => Some(Self::Little),
            [0xfe, 0xff, ..] => Some(Self::Big),
            _ => None,
        }
    }

    /// Of a text without a mark, of which these are the first bytes: at least nine tenths of those at odd or at even
    /// positions are NUL, and none at the others is.
    pub(super) fn of_unmarked(probe: &[u8]) -> Option<Self> {
        let nuls = |from: usize| {
            let bytes = probe.iter().skip(from).step_by(2);
            bytes.filter(|byte| **byte == 0).count()
        };
        let most = |nuls: usize| nuls * 20 >= probe.len() / 2 * 18 && probe.len() >= 4;
        match (nuls(0), nuls(1)) {
            (0, odd) if most(odd) => Some(Self::Little),
            (even, 0) if most(even) => Some(Self::Big),
            _ => None,
        }
    }

    /// The text in UTF-8. A surrogate without its other half and a last odd byte become one byte each that is no UTF-8.
    pub(super) fn decode(self, bytes: &[u8]) -> Vec<u8> {
        let unit = match self {
            Self::Little => u16::from_le_bytes,
            Self::Big => u16::from_be_bytes,
        };
        let (pairs, odd) = bytes.as_chunks::<2>();
        let mut text = Vec::with_capacity(bytes.len());
        let mut is_cut = !odd.is_empty();
        for decoded in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
            match decoded {
                Ok(char) => text.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
                Err(_) => text.push(NO_CHARACTER),
            }
        }
        // The odd byte may belong to the second half of a character.
        let is_first_half = |pair: &[u8; 2]| (0xd800..0xdc00).contains(&unit(*pair));
        is_cut &= !pairs.last().is_some_and(is_first_half);
        text.extend(is_cut.then_some(NO_CHARACTER));
        text
    }
}

/// The text of a file, in UTF-8 and without its byte order mark: decoded if that is one of UTF-16. A surrogate without its
/// other half, and an odd byte at the end, become one byte each that is not UTF-8. Other bytes stay as they are.
///
/// ```
/// use firsthand_source::fs::text_of;
/// assert_eq!(text_of(b"\xff\xfea\0\n\0".to_vec()), b"a\n");
/// assert_eq!(text_of(b"\xfe\xff\xd8\0\0a".to_vec()), b"\xffa");
/// assert_eq!(text_of(b"\xef\xbb\xbfa".to_vec()), b"a");
/// assert_eq!(text_of(b"\xffa".to_vec()), b"\xffa");
/// ```
#[must_use]
pub fn text_of(mut bytes: Vec<u8>) -> Vec<u8> {
    decode_in_place(&mut bytes);
    bytes
}

/// As [`text_of`], into the buffer of the bytes.
pub(super) fn decode_in_place(bytes: &mut Vec<u8>) {
    if let Some(order) = Order::of_mark(bytes) {
        *bytes = order.decode(&bytes[2..]);
    } else if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
}

/// As [`text_of`], for a text in UTF-16, also one without a mark; `None` for other bytes.
#[must_use]
pub fn text_of_utf16(bytes: &[u8]) -> Option<Vec<u8>> {
    let unmarked = || Order::of_unmarked(&bytes[..bytes.len().min(PROBE)]);
    match Order::of_mark(bytes) {
        Some(order) => Some(order.decode(&bytes[2..])),
        None => unmarked().map(|order| order.decode(bytes)),
    }
}
