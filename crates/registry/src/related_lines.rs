//! The lines that relate to a symbol, shown or not.

use serde::{Deserialize, Serialize};

use crate::{Related, RepoPath};

/// The lines that relate to a symbol in one way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RelatedLines {
    /// How they relate to it.
    pub related: Related,
    /// The lines of each file (1-based).
    pub files: Vec<(RepoPath, Vec<u32>)>,
}

impl RelatedLines {
    /// These lines by how they relate to what, in their order.
    #[must_use]
    pub fn group(lines: impl IntoIterator<Item = (Related, RepoPath, u32)>) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        for (related, path, line) in lines {
            let at = groups.iter().position(|group| group.related == related);
            let at = at.unwrap_or_else(|| {
                groups.push(Self { related, files: Vec::new() });
                groups.len() - 1
            });
            let files = &mut groups[at].files;
            match files.iter_mut().find(|(other, _)| *other == path) {
                Some((_, lines)) => lines.push(line),
                None => files.push((path, vec![line])),
            }
        }
        groups
    }

    /// Each line with its file.
    pub fn lines(&self) -> impl Iterator<Item = (&RepoPath, u32)> {
        self.files.iter().flat_map(|(path, lines)| lines.iter().map(move |line| (path, *line)))
    }
}
