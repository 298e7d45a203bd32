//! The files of a tree that a text selects by a scope: all, a file, a folder, or a glob.

use std::borrow::Cow;
use std::path::Path;

use firsthand_source::fs::{FileEntry, GlobError, Globs, Inventory};
use firsthand_source::{PathError, RepoPath, composed};

/// The most braces and commas of a glob whose alternatives are scopes by themselves.
const MAX_BRACES_AND_COMMAS: usize = 16;

/// A part of an inventory.
#[derive(Clone, Debug)]
pub enum Scope {
    /// Every file.
    All,
    /// One file, or the files below a folder.
    Below(RepoPath),
    /// The files that a glob of `.gitignore`'s syntax matches.
    Glob(Globs),
    /// The files that one of the scopes `of` contains (all files without one), and that each of `without` contains.
    Several {
        /// Those that select files.
        of: Vec<Scope>,
        /// Those that exclude files: globs with a leading `!`, which contain every other file.
        without: Vec<Scope>,
    },
}

/// The error of a scope that selects no file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScopeError {
    /// It is not a path inside the root.
    #[error(transparent)]
    Path(PathError),
    /// It is not a valid glob.
    #[error(transparent)]
    Glob(#[from] GlobError),
    /// It is neither a file nor a folder of the inventory.
    #[error("there is no such file or folder among those that are searched")]
    NoFile,
    /// No file of the inventory matches the glob.
    #[error("no file matches the glob")]
    NoMatch,
}

impl Scope {
    /// Parses `text` against an inventory. An existing path is that path even if it looks like a glob
    /// (`app/[slug]/page.tsx`); an empty text or the root selects every file. Of several lines, each is a scope; one with a
    /// leading `!` excludes.
    ///
    /// # Errors
    /// A [`ScopeError`] if no file is selected.
    pub fn of(text: &str, files: &Inventory) -> Result<Self, ScopeError> {
        let text = text.trim();
        let path = match RepoPath::new(text) {
            Ok(path) => path,
            Err(PathError::Empty) => return Ok(Self::All),
            Err(error) => return Err(ScopeError::Path(error)),
        };
        let below = Self::Below(path);
        if below.has_file(files) {
            return Ok(below);
        }
        if let Some(stored) = as_stored(text, files) {
            return Ok(Self::Below(stored));
        }
        if text.contains('\n') {
            return Self::several(text.lines(), files);
        }
        if !text.contains(['*', '?', '[', '{', '!']) {
            return Err(ScopeError::NoFile);
        }
        Self::of_glob(text, files)
    }

    fn of_glob(text: &str, files: &Inventory) -> Result<Self, ScopeError> {
        if let Some(each) = alternatives(text) {
            return Self::one_of(&each, files);
        }
        let glob = text.trim_start_matches("./").trim_end_matches('/');
        let anywhere = if glob.contains('/') { "" } else { "**/" };
        let (not, name) = glob.strip_prefix('!').map_or(("", glob), |name| ("!", name));
        let below = format!("{not}{anywhere}{name}/**");
        // `*` stays in one folder, unless it matches folders alone; names are those of files or of folders.
        let last = glob.rsplit_once('/').map_or(glob, |(_, last)| last);
        let readings: [&[&str]; 2] = [&[glob], &[glob, &below]];
        for globs in &readings[usize::from(!last.contains('*'))..] {
            let globs = Self::Glob(Globs::keeping(Path::new(""), globs.iter().copied())?);
            if globs.has_file(files) {
                return Ok(globs);
            }
        }
        Err(ScopeError::NoMatch)
    }

    /// Parses several scopes as one; those with a leading `!` exclude. Without any, it is every file.
    ///
    /// # Errors
    /// A [`ScopeError`] if one of them selects no file.
    pub fn several<'a>(
        parts: impl IntoIterator<Item = &'a str>,
        files: &Inventory,
    ) -> Result<Self, ScopeError> {
        Self::joined(parts.into_iter().map(|part| (part, Self::of(part, files))))
    }

    /// The alternatives of a glob, each a scope by itself: one may be a folder and another one a pattern of files. Those that
    /// select no file are left out.
    fn one_of(each: &[String], files: &Inventory) -> Result<Self, ScopeError> {
        // A name matches everywhere.
        let scopes = each.iter().map(|text| {
            let is_path = text.contains('/');
            let scope = if is_path { Self::of(text, files) } else { Self::of_glob(text, files) };
            (text.as_str(), scope)
        });
        let is_empty = |error| matches!(error, ScopeError::NoFile | ScopeError::NoMatch);
        let mut selecting = scopes
            .filter(|(text, scope)| !text.is_empty() && !scope.clone().is_err_and(is_empty))
            .peekable();
        selecting.peek().ok_or(ScopeError::NoMatch)?;
        Self::joined(selecting)
    }

    /// Scopes, each with its text, as one.
    fn joined<'a>(
        scopes: impl Iterator<Item = (&'a str, Result<Self, ScopeError>)>,
    ) -> Result<Self, ScopeError> {
        let (mut of, mut without) = (Vec::new(), Vec::new());
        for (text, scope) in scopes {
            let is_negated = text.trim_start().starts_with('!');
            match scope? {
                Self::Several { of: more, without: less } => {
                    of.extend(more);
                    without.extend(less);
                }
                globs @ Self::Glob(_) if is_negated => without.push(globs),
                scope => of.push(scope),
            }
        }
        Ok(Self::Several { of, without })
    }

    /// Whether the scope contains a path of the inventory.
    #[must_use]
    pub fn holds(&self, path: &str) -> bool {
        match self {
            Self::All => true,
            Self::Below(base) => path
                .strip_prefix(base.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
            // A glob that only excludes has no verdict on other files; these are in the scope.
            Self::Glob(glob) => glob.verdict(Path::new(path), false).unwrap_or(true),
            Self::Several { of, without } => {
                let is_in = of.is_empty() || of.iter().any(|scope| scope.holds(path));
                is_in && without.iter().all(|scope| scope.holds(path))
            }
        }
    }

    /// The path of the file or folder; empty for the root, for globs and for several scopes.
    #[must_use]
    pub fn base(&self) -> &str {
        match self {
            Self::Below(base) => base.as_str(),
            _ => "",
        }
    }

    /// Whether the scope contains a file of the inventory.
    fn has_file(&self, files: &Inventory) -> bool {
        let mut paths = files.files.iter().map(|file: &FileEntry| &file.path);
        paths.any(|path| self.holds(path.as_str()))
    }
}

/// The texts that a glob's first group in braces stands for: `{app,lib/*.rb}` for `app` and `lib/*.rb`. `None` without a
/// group, with an escape, if the brace is in a class of characters, and of more alternatives than are worth it.
fn alternatives(glob: &str) -> Option<Vec<String>> {
    if glob.contains('\\') || glob.matches(['{', ',']).count() > MAX_BRACES_AND_COMMAS {
        return None;
    }
    let open = glob.find('{')?;
    let (before, group) = (&glob[..open], &glob[open + 1..]);
    if before.rfind('[') > before.rfind(']') {
        return None;
    }
    let (mut depth, mut start, mut each) = (0, 0, Vec::new());
    for (at, byte) in group.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth > 0 => depth -= 1,
            b',' if depth == 0 => each.push(&group[std::mem::replace(&mut start, at + 1)..at]),
            b'}' => {
                each.push(&group[start..at]);
                let after = &group[at + 1..];
                let whole = |part: &&str| format!("{before}{}{after}", part.trim());
                return Some(each.iter().map(whole).collect());
            }
            _ => {}
        }
    }
    None
}

/// The path of a file or folder of the inventory whose accents are written in another way; `None` if there is none.
fn as_stored(text: &str, files: &Inventory) -> Option<RepoPath> {
    if text.is_ascii() {
        return None;
    }
    let path = RepoPath::new(text).ok()?;
    let wanted: Vec<Cow<'_, str>> = path.as_str().split('/').map(composed).collect();
    let stored = files.files.iter().find_map(|file| {
        let parts: Vec<&str> = file.path.as_str().split('/').collect();
        let begins = parts.get(..wanted.len())?;
        begins
            .iter()
            .map(|part| composed(part))
            .eq(wanted.iter().cloned())
            .then(|| begins.join("/"))
    });
    RepoPath::new(&stored?).ok()
}
