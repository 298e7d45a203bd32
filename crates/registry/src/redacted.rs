//! Spans with masked secrets, as a model and a report may contain them.

use std::collections::BTreeMap;

use firsthand_source::secrets::redact;

use crate::{LineRange, RepoPath, Span, SpanError};

impl Span {
    /// As [`Span::of_file`], with each line that contains a secret masked: it is shown with the secret
    /// replaced, cannot be quoted, and can still be compared with the file. Secrets are detected
    /// in the whole file, since a single line of a private key does not look like a secret.
    ///
    /// ```
    /// use firsthand_registry::{LineRange, RepoPath, Span};
    ///
    /// let file = b"region = eu\nid = AKIAIOSFODNN7EXAMPLE # ours\n";
    /// let path = RepoPath::new("settings.ini")?;
    /// let span = Span::redacted(path, file, LineRange::new(1, 9).ok_or("empty")?)?;
    /// let shown: Vec<&str> = span.lines().map(|(_, line)| line.text()).collect();
    /// assert_eq!(shown, ["region = eu", "id = [redacted: aws_access_key] # ours"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A [`SpanError`] where the file has none of the lines.
    pub fn redacted(path: RepoPath, file: &[u8], range: LineRange) -> Result<Self, SpanError> {
        let span = Self::of_file(path, file, range)?;
        let secrets = redact(file).into_iter();
        let mut redacted_texts: BTreeMap<u32, String> =
            secrets.map(|line| (line.line, line.text)).collect();
        Ok(
            span.map_lines(|number, line| match redacted_texts.remove(&number) {
                Some(shown) => line.mask(shown),
                None => line,
            }),
        )
    }
}
