//! Which change is meant, and how it is written.

/// What of files is never compared.
const NOT_COMPARED: &str = "modes and links are not compared";

/// Which change is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ChangeSpec {
    /// From a revision to the files as they stand, new ones included.
    WorkTree {
        /// The revision: `HEAD` for what is not committed.
        base: String,
    },
    /// From `HEAD` to what is staged.
    Staged,
    /// From one revision to another.
    Revisions {
        /// The earlier one.
        before: String,
        /// The later one.
        after: String,
        /// Whether the earlier state is the common ancestor of both (`A...B`).
        from_ancestor: bool,
    },
    /// A unified diff. The files stand as before or as after it.
    Diff(Vec<u8>),
}

impl ChangeSpec {
    /// The revisions as they were asked for; empty if none was named.
    pub(crate) fn asked(&self) -> String {
        match self {
            Self::WorkTree { base } => base.clone(),
            Self::Staged | Self::Diff(_) => String::new(),
            Self::Revisions { before, after, from_ancestor } => {
                let between = if *from_ancestor { "..." } else { ".." };
                format!("{before}{between}{after}")
            }
        }
    }

    /// What to say, and to ask instead, where nothing differs.
    pub(crate) fn nothing_note(&self) -> Option<String> {
        let what = match self {
            Self::WorkTree { base } if base == "HEAD" => "uncommitted",
            Self::Staged => "staged",
            Self::Diff(_) => return None,
            _ => return Some(format!("no content of a file differs; {NOT_COMPARED}")),
        };
        Some(format!(
            "no content of a file is {what} ({NOT_COMPARED}); `HEAD~1..HEAD` is the change of the last commit"
        ))
    }

    /// What is not committed.
    #[must_use]
    pub fn uncommitted() -> Self {
        Self::WorkTree { base: "HEAD".to_owned() }
    }

    /// Reads `A..B`, `A...B`, `A^!` (the change of one commit), `--staged` or `A` as git does: one revision means the change
    /// from it to the files as they stand, and a missing side means `HEAD`.
    ///
    /// ```
    /// use firsthand_impact::ChangeSpec;
    ///
    /// assert_eq!(ChangeSpec::parse("HEAD"), ChangeSpec::uncommitted());
    /// let ChangeSpec::Revisions { before, after, from_ancestor } = ChangeSpec::parse("main...") else { panic!() };
    /// assert_eq!((&*before, &*after, from_ancestor), ("main", "HEAD", true));
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Self {
        if matches!(text, "--staged" | "--cached") {
            return Self::Staged;
        }
        if let Some(commit) = text.strip_suffix("^!").or_else(|| text.strip_suffix("^-")) {
            let (before, after) = (format!("{commit}^"), commit.to_owned());
            return Self::Revisions { before, after, from_ancestor: false };
        }
        let sides = |separator: &str| text.split_once(separator);
        let (sides, from_ancestor) = match sides("...") {
            Some(sides) => (Some(sides), true),
            None => (sides(".."), false),
        };
        let side = |name: &str| match name {
            "" => "HEAD".to_owned(),
            name => name.to_owned(),
        };
        match sides {
            Some((before, after)) => {
                Self::Revisions { before: side(before), after: side(after), from_ancestor }
            }
            None => Self::WorkTree { base: side(text) },
        }
    }
}
