//! The target `redaction`: secrets in files.

use firsthand_source::lines_of;
use firsthand_source::secrets::{SecretScan, overwritten, redact};

/// The data is a file. Redaction replaces whole lines, in order, and marks each; overwriting keeps the length, and the
/// quick check for secrets misses none of them.
pub fn redaction(data: &[u8]) {
    let lines = lines_of(data).count();
    let found = redact(data);
    let mut last = 0;
    for redacted in &found {
        assert!(
            redacted.line > last && redacted.line as usize <= lines,
            "{redacted:?} of {lines} lines"
        );
        assert!(redacted.text.contains("[redacted: "), "{redacted:?}");
        assert!(!redacted.text.contains('\n'), "{redacted:?}");
        last = redacted.line;
    }
    let copy = overwritten(data);
    assert_eq!(copy.is_some(), !found.is_empty());
    let overwritten_bytes = copy.unwrap_or_else(|| data.to_vec());
    assert_eq!(lines_of(&overwritten_bytes).count(), lines, "overwriting keeps lines");
    let mut scan = SecretScan::of(data);
    let hidden = |at: &usize| overwritten_bytes[*at] != data[*at];
    for at in (0..data.len()).filter(hidden) {
        assert!(scan.may_hide(&(at..at + 1)), "byte {at} is missed");
    }
}
