//! What the path of a citation means in a tree.

use firsthand_source::fs::ReadError;
use firsthand_source::{RepoPath, composed, folder, join_path};

use super::{Target, Tree};
use crate::find::{Citation, CitationStyle};

impl Tree {
    /// What a citation refers to; `None` if the text is likely no citation of this tree.
    pub(crate) fn target(&mut self, document: &RepoPath, citation: &Citation) -> Option<Target> {
        let here = folder(document.as_str()).to_owned();
        let key = (here, citation.path.clone(), citation.style);
        if let Some(known) = self.targets.get(&key) {
            return known.clone();
        }
        let below = self.below_root(&citation.path);
        let below = below.map(|path| Citation { path, ..citation.clone() });
        let target = self.find_target(&key.0, below.as_ref().unwrap_or(citation));
        let target = match (target, citation.path.strip_prefix('@')) {
            (found @ Some(Target::Files(_)), _) | (found, None) => found,
            // The sign of a mention: `@src/a.py:12`.
            (other, Some(path)) => {
                let mentioned = Citation { path: path.to_owned(), ..citation.clone() };
                let found = self.find_target(&key.0, &mentioned);
                found.filter(|target| matches!(target, Target::Files(_))).or(other)
            }
        };
        self.targets.insert(key, target.clone());
        target
    }

    /// The file at the path, relative to the root or to the folder `here`; else all files whose paths end with it; else
    /// none, if it is likely a citation of a file that no longer exists.
    fn find_target(&mut self, here: &str, citation: &Citation) -> Option<Target> {
        let inside_root = |folder: &str, path: &str| {
            let path = join_path(folder, path).and_then(|path| RepoPath::new(&path).ok())?;
            Some(self.as_stored(path))
        };
        let is_link = citation.style == CitationStyle::Link;
        let relative = citation.path.starts_with("./") || citation.path.starts_with("../");
        let from_root = match citation.path.strip_prefix('/') {
            Some(inner) => inside_root("", inner),
            // In a text, also what begins with `./` may be meant from the root.
            None if relative && (is_link || citation.path.starts_with("../")) => None,
            None => inside_root("", &citation.path),
        };
        let from_folder =
            if citation.path.starts_with('/') { None } else { inside_root(here, &citation.path) };
        let exact =
            if is_link || relative { [from_folder, from_root] } else { [from_root, from_folder] };
        let exact: Vec<RepoPath> = exact.into_iter().flatten().collect();
        for path in &exact {
            if !matches!(self.cited(path), Err(ReadError::Missing | ReadError::Folder)) {
                return Some(Target::Files(vec![path.clone()]));
            }
        }
        if relative && exact.is_empty() {
            return Some(Target::Outside);
        }
        let with_suffix = self.with_suffix(citation.path.trim_start_matches("./"));
        if relative || with_suffix.is_empty() {
            self.is_likely_citation(here, citation, &exact).then_some(Target::Missing)
        } else {
            Some(Target::Files(with_suffix))
        }
    }

    /// The path of a file as the tree spells it, where accents are composed or not.
    fn as_stored(&self, path: RepoPath) -> RepoPath {
        if path.as_str().is_ascii() || self.has(path.as_str()) {
            return path;
        }
        let wanted = composed(path.as_str());
        let same = |file: &&&RepoPath| composed(file.as_str()) == wanted;
        let name = wanted.rsplit('/').next().unwrap_or_default();
        self.namesakes(name).iter().find(same).map(|file| (*file).clone()).unwrap_or(path)
    }

    /// The path from the root on, with a `/` before it, of an absolute path in the root.
    fn below_root(&self, path: &str) -> Option<String> {
        let below = self.roots.iter().find_map(|root| path.strip_prefix(root.as_str()));
        below.filter(|below| below.starts_with('/')).map(str::to_owned)
    }

    /// The files whose paths end with this one, from a folder on.
    fn with_suffix(&self, path: &str) -> Vec<RepoPath> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let suffix = composed(&format!("/{path}")).into_owned();
        let files = self.namesakes(name).into_iter();
        files.filter(|file| composed(file.as_str()).ends_with(&suffix)).cloned().collect()
    }

    /// Whether the text likely cites a file of this tree although the file does not exist: it is a link, its path
    /// begins with an existing folder, or it is a bare name in a code span, or a relative path, with an extension that files of
    /// this tree have.
    fn is_likely_citation(&self, here: &str, citation: &Citation, paths: &[RepoPath]) -> bool {
        let name = citation.path.rsplit('/').next().unwrap_or_default();
        let Some((stem, extension)) = name.rsplit_once('.') else {
            return citation.style == CitationStyle::Link;
        };
        let has_known_extension = self.extensions.contains(extension) && !stem.is_empty();
        let in_folder = paths.iter().any(|path| {
            let path = path.as_str();
            // Of a path in the document's folder, that folder is no part of the citation.
            let own = path.strip_prefix(here).filter(|_| !citation.path.starts_with('.'));
            let from = path.len() - own.unwrap_or(path).trim_start_matches('/').len();
            let slashes = path.match_indices('/').map(|(at, _)| at);
            let mut above = slashes.filter(|at| *at > from).map(|at| &path[..at]);
            above.any(|folder| self.folders.contains(folder))
        });
        let is_relative = citation.path.starts_with("./") || citation.path.starts_with("../");
        match citation.style {
            CitationStyle::Link => true,
            _ if is_relative && has_known_extension => true,
            _ if citation.path.contains('/') => in_folder && !extension.is_empty(),
            CitationStyle::Code => has_known_extension,
            CitationStyle::Text => false,
        }
    }
}
