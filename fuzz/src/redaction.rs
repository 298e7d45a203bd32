//! Secrets in files.

use firsthand_source::lines_of;
use firsthand_source::secrets::redact;

/// The data is a file. What is replaced are whole lines of it, in order, and each says that it was.
pub fn redaction(data: &[u8]) {
    let lines = lines_of(data).count();
    let found = redact(data);
    let mut last = 0;
    for one in &found {
        assert!(
            one.line > last && one.line as usize <= lines,
            "{one:?} of {lines} lines"
        );
        assert!(one.text.contains("[redacted: "), "{one:?}");
        assert!(!one.text.contains('\n'), "{one:?}");
        last = one.line;
    }
}
