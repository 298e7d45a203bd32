//! Globs in `.gitignore` syntax, from a model, a command line or a settings file.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use ignore::overrides::{Override, OverrideBuilder};

/// The longest glob, in bytes.
const MAX_LEN: usize = 1_024;
/// The most globs at once.
const MAX_GLOBS: usize = 1_000;
/// The most wildcards (`*`, `?`, `[`, `{`) in one glob.
const MAX_WILDCARDS: usize = 64;
/// How deep alternatives (`{a,{b,c}}`) may be nested: they are parsed recursively.
const MAX_DEPTH: usize = 8;

/// The first character of a glob whose files are excluded although the other globs are of files to keep.
const NEGATION: &str = "!";

/// Whether a file is left out, by its path in the workspace.
pub type LeavesOut = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// Compiled globs, and what a host leaves out beside them.
#[derive(Clone)]
pub struct Globs {
    globs: Override,
    /// The prefix of the root in which the files are, and what its host leaves out there.
    refused: Option<(String, LeavesOut)>,
}

impl fmt::Debug for Globs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Globs").field(&self.globs).finish()
    }
}

/// A glob that is not accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{glob:?} is not a valid glob: {reason}")]
#[non_exhaustive]
pub struct GlobError {
    /// The glob as given, cut to 80 characters.
    pub glob: String,
    /// What is wrong with it.
    pub reason: String,
}

impl Globs {
    /// Globs of files to keep; one with a leading `!` excludes files. They match paths relative to `root`.
    ///
    /// # Errors
    /// A [`GlobError`] for a glob that is invalid, longer than 1,024 bytes, nested more than 8 deep or has more than 64
    /// wildcards, and for the first one beyond 1,000 globs.
    pub fn keeping<'a>(
        root: &Path,
        globs: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, GlobError> {
        Self::compile(root, globs, "")
    }

    /// Globs of files to exclude. No glob keeps files that another one excludes, so a leading `!` is not accepted; a
    /// name that begins with `!` is written `\!`.
    ///
    /// # Errors
    /// As [`Globs::keeping`], and for a glob with a leading `!`.
    pub fn excluding<'a>(
        root: &Path,
        globs: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, GlobError> {
        Self::compile(root, globs, NEGATION)
    }

    fn compile<'a>(
        root: &Path,
        globs: impl IntoIterator<Item = &'a str>,
        prefix: &str,
    ) -> Result<Self, GlobError> {
        let mut builder = OverrideBuilder::new(root);
        let mut last = "";
        for (index, glob) in globs.into_iter().enumerate() {
            let count_check = if index < MAX_GLOBS {
                Ok(())
            } else {
                Err(format!("there are more than {MAX_GLOBS} globs"))
            };
            count_check
                .and_then(|()| check_limits(glob))
                .and_then(|()| check_negation(prefix, glob))
                .map_err(|reason| glob_error(glob, reason))?;
            builder
                .add(&format!("{prefix}{glob}"))
                .map_err(|error| glob_error(glob, error.to_string()))?;
            last = glob;
        }
        let built = builder.build();
        built
            .map(|globs| Self { globs, refused: None })
            .map_err(|error| glob_error(last, error.to_string()))
    }

    /// Whether the globs keep the path (`true`) or leave it out (`false`). If none matches, the result is `None`; but
    /// globs of files to keep leave out a file that none of them matches.
    #[must_use]
    pub fn verdict(&self, path: &Path, is_folder: bool) -> Option<bool> {
        let matched = self.globs.matched(path, is_folder);
        match () {
            () if matched.is_whitelist() => Some(true),
            () if matched.is_ignore() => Some(false),
            () => None,
        }
    }

    /// The same globs, beside which `refused` leaves out files of the root with this prefix.
    pub(super) fn beside(self, prefix: &str, refused: LeavesOut) -> Self {
        Self { refused: Some((prefix.to_owned(), refused)), ..self }
    }

    /// Whether the host leaves out the file beside the globs.
    pub(super) fn refuse(&self, path: &str) -> bool {
        let refused = self.refused.as_ref();
        refused.is_some_and(|(prefix, refused)| refused(&format!("{prefix}{path}")))
    }

    /// Whether the globs exclude the file, or a folder that contains it, or the host leaves it out. Opens no file.
    #[must_use]
    pub fn leave_out(&self, path: &str) -> bool {
        if self.refuse(path) {
            return true;
        }
        let path = Path::new(path);
        let folders = path.ancestors().skip(1);
        let mut folders = folders.filter(|folder| !folder.as_os_str().is_empty());
        self.verdict(path, false) == Some(false)
            || folders.any(|folder| self.verdict(folder, true) == Some(false))
    }

    pub(super) fn overrides(&self) -> &Override {
        &self.globs
    }
}

fn glob_error(glob: &str, reason: String) -> GlobError {
    GlobError { glob: crate::clip(glob, 80).into_owned(), reason }
}

/// Checks a glob's limits before the `ignore` crate parses it: the parser recurses, and compiled globs take much
/// memory.
fn check_limits(glob: &str) -> Result<(), String> {
    if glob.len() > MAX_LEN {
        return Err(format!("it is longer than {MAX_LEN} bytes"));
    }
    if wildcards(glob.as_bytes()) > MAX_WILDCARDS {
        return Err(format!("it holds more than {MAX_WILDCARDS} wildcards"));
    }
    let mut open = 0_usize;
    for byte in glob.bytes() {
        match byte {
            b'{' => open += 1,
            b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        if open > MAX_DEPTH {
            return Err(format!("its alternatives are nested more than {MAX_DEPTH} deep"));
        }
    }
    Ok(())
}

/// Checks that a glob of files to exclude has no leading `!`. Behind the prefix it would exclude the files whose names
/// begin with `!`.
fn check_negation(prefix: &str, glob: &str) -> Result<(), String> {
    if prefix == NEGATION && glob.starts_with(NEGATION) {
        let reason = "a leading `!` would keep files; a name that begins with `!` is written `\\!`";
        return Err(reason.to_owned());
    }
    Ok(())
}

/// The number of wildcards in a pattern; `**` counts once.
pub(super) fn wildcards(pattern: &[u8]) -> usize {
    let starts = |at: &usize| match pattern[*at] {
        b'*' => *at == 0 || pattern[*at - 1] != b'*',
        b'?' | b'[' | b'{' => true,
        _ => false,
    };
    (0..pattern.len()).filter(starts).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(glob: &str, expect: Result<(), &str>) {
        let compiled = Globs::excluding(Path::new(""), [glob]);
        let got = compiled.map(drop).map_err(|error| error.reason);
        assert_eq!(got, expect.map_err(str::to_owned), "{}", crate::clip(glob, 40));
    }

    #[test]
    fn limits_hold_before_a_glob_is_parsed() {
        check("src/**/*.{js,ts,{c,m}js}", Ok(()));
        check("{a,{b,{c,d}}}[e-g]?*", Ok(()));
        let nested = |depth: usize| "{a,".repeat(depth) + &"}".repeat(depth);
        check(&nested(8), Ok(()));
        check(&nested(9), Err("its alternatives are nested more than 8 deep"));
        check(&nested(200), Err("it holds more than 64 wildcards"));
        check(&nested(16_000), Err("it is longer than 1024 bytes"));
        check(&"*a".repeat(65), Err("it holds more than 64 wildcards"));
        check(&"a".repeat(1_025), Err("it is longer than 1024 bytes"));
        let many = Globs::excluding(Path::new(""), std::iter::repeat_n("a", 1_001));
        assert_eq!(many.unwrap_err().reason, "there are more than 1000 globs");
        assert!(Globs::keeping(Path::new(""), ["a{"]).is_err());
    }

    /// A repository's settings come after those of the host, and could otherwise take the host's globs back.
    #[test]
    fn a_glob_to_exclude_keeps_no_file() {
        let error = "a leading `!` would keep files; a name that begins with `!` is written `\\!`";
        check("!a.rs", Err(error));
        check("!!a.rs", Err(error));
        check("\\!a.rs", Ok(()));
        check("a!.rs", Ok(()));
    }

    #[test]
    fn globs_to_keep_and_globs_to_exclude_decide_about_a_path() {
        let keeping = Globs::keeping(Path::new(""), ["src/**", "!*.rs"]).unwrap();
        let excluding = Globs::excluding(Path::new(""), ["src/**", "\\!a.rs"]).unwrap();
        for (path, keeping_verdict, excluding_verdict) in [
            ("src/a.ts", Some(true), Some(false)),
            ("src/a.rs", Some(false), Some(false)),
            ("b.rs", Some(false), None),
            ("b.ts", Some(false), None),
            ("!a.rs", Some(false), Some(false)),
            ("a.rs", Some(false), None),
        ] {
            let verdicts = (
                keeping.verdict(Path::new(path), false),
                excluding.verdict(Path::new(path), false),
            );
            assert_eq!(verdicts, (keeping_verdict, excluding_verdict), "{path}");
        }
    }
}
