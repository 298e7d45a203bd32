//! Decides which entries are ignored by git or hidden, folder by folder during a walk. The `ignore` crate's walker
//! could read ignore files itself, but it opens anything with that name and reads it to the end: a pipe or a huge file
//! in a tree could block it or exhaust the memory.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, RwLock, Weak};

use ignore::DirEntry;
use ignore::gitignore::{Gitignore, Glob};

use super::git::Repository;
use super::ignore_files::{IgnoreFiles, Layer, locate};
use super::walk::{HidingRule, Walk};
use crate::Unsearched;
use crate::secrets::is_environment_template;

/// The most bytes of ignore files that are read in one tree; compiled patterns take many times that.
const MAX_TOTAL_BYTES: u64 = 512 << 10;

/// The name of a repository's own folder, or of the file that names it; it is never a part of the tree.
const GIT: &str = ".git";

/// The rules of one walk.
#[derive(Debug)]
pub(super) struct Rules {
    /// Identifies this walk among those of the process.
    walk: u64,
    root: PathBuf,
    /// The root without links, to read the rules of the folders above it.
    real: PathBuf,
    /// The user's own rules for all repositories.
    global: Gitignore,
    is_installed: bool,
    /// The rules that apply in the root.
    root_layer: Option<Arc<Layer>>,
    /// The rules that apply in each folder under the root that has ignore files.
    folders: RwLock<HashMap<PathBuf, Arc<Layer>>>,
    /// The size in bytes of the ignore files that were used.
    bytes: AtomicU64,
    /// How many ignore files were not used.
    rejected: AtomicU64,
    /// How many further checkouts of a repository were left out.
    checkouts: AtomicU64,
}

/// A rule that matches a path.
#[derive(Clone, Copy)]
struct MatchedRule<'r> {
    glob: &'r Glob,
    /// The folder and the kind of the rule's ignore file; `None` for a rule of the user's global ignore file.
    ignore_file: Option<(&'r Path, usize)>,
}

/// The last folder that this thread looked up: the walk's number, the folder, and its rules.
type LastFolder = (u64, PathBuf, Option<Weak<Layer>>);

thread_local! {
    static LAST_FOLDER: RefCell<LastFolder> = RefCell::default();
}

impl Rules {
    /// Reads the rules that apply in the root: its own, those of the folders above (up to [`Walk::top`] if given), and the
    /// user's.
    pub(super) fn of(walk: &Walk<'_>) -> Rules {
        let (root, top) = (walk.root, walk.top);
        static WALKS: AtomicU64 = AtomicU64::new(1);
        let mut rules = Rules {
            walk: WALKS.fetch_add(1, Ordering::Relaxed),
            root: root.to_path_buf(),
            real: root.canonicalize().unwrap_or_else(|_| root.to_path_buf()),
            global: if walk.is_installed { Gitignore::empty() } else { Gitignore::global().0 },
            is_installed: walk.is_installed,
            root_layer: None,
            folders: RwLock::default(),
            bytes: AtomicU64::new(0),
            rejected: AtomicU64::new(0),
            checkouts: AtomicU64::new(0),
        };
        let is_below_top =
            |folder: &&Path| !walk.is_installed && top.is_none_or(|top| folder.starts_with(top));
        let above = rules.real.ancestors().skip(1).take_while(is_below_top);
        let mut above: Vec<&Path> = above.collect();
        above.reverse();
        let mut layer = None;
        for folder in above {
            let ignore_files = IgnoreFiles::of(folder, MAX_TOTAL_BYTES);
            layer = Layer::stacked_on(layer, ignore_files, true, false);
        }
        rules.root_layer = Layer::stacked_on(layer, rules.read_ignore_files(root), false, false);
        rules
    }

    /// How many ignore files were not used, for the reasons that [`Skipped::ignore_files`](super::Skipped) lists.
    pub(super) fn rejected(&self) -> u64 {
        self.rejected.load(Ordering::Relaxed)
    }

    /// How many further checkouts of a repository were left out.
    pub(super) fn checkouts(&self) -> u64 {
        self.checkouts.load(Ordering::Relaxed)
    }

    /// The repository around the root, and the path of the root in it.
    pub(super) fn repository(&self) -> Option<(&Repository, &Path)> {
        let (repository, outside) = Layer::repository_of(self.root_layer.as_deref())?;
        let root = if outside { &self.real } else { &self.root };
        Some((repository, root.strip_prefix(repository.folder()).ok()?))
    }

    /// Whether an entry belongs to the tree: see [`Rules::left_out`].
    pub(super) fn admit(&self, entry: &DirEntry) -> bool {
        self.left_out(entry).is_none()
    }

    /// Why an entry does not belong to the tree: a rule ignores it, or it is hidden, and neither does git track it nevertheless
    /// nor does a rule include it again; or it is git's own. Admitting a folder reads its ignore files, which happens before
    /// its entries are visited.
    pub(super) fn left_out(&self, entry: &DirEntry) -> Option<Unsearched> {
        // Whoever wrote the tree wrote its rules and its index, too.
        if entry.depth() > 0 && entry.file_name().eq_ignore_ascii_case(GIT) {
            return Some(Unsearched::Hidden);
        }
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let path = entry.path();
        let layer = self.layer_of(path.parent().unwrap_or(path));
        let above = layer.as_deref();
        let matched = self.deciding_rule(above, path, is_folder);
        let is_ignored = matched.is_some_and(|matched| !matched.glob.is_whitelist());
        let only_tracked = is_ignored || above.is_some_and(|above| above.only_tracked);
        let tracked = OnceCell::new();
        let is_tracked = || *tracked.get_or_init(|| self.is_tracked(above, path, is_folder));
        let hidden = || is_hidden(entry).then_some(Unsearched::Hidden);
        let left_out = match matched {
            _ if only_tracked && !is_tracked() => hidden().or(Some(Unsearched::Ignored)),
            Some(_) if !is_ignored => None,
            _ => hidden().filter(|_| !is_tracked()),
        };
        if left_out.is_none() && is_folder && !self.enter(path, layer.as_ref(), only_tracked) {
            return Some(Unsearched::Checkout);
        }
        left_out
    }

    /// Reads the ignore files of an admitted folder. Returns whether it belongs to the tree: a further checkout of the
    /// repository around it does not, since all its files would be there twice.
    fn enter(&self, folder: &Path, above: Option<&Arc<Layer>>, only_tracked: bool) -> bool {
        let ignore_files = self.read_ignore_files(folder);
        let around = Layer::repository_of(above.map(|above| &**above));
        if let (Some(own), Some((around, _))) = (&ignore_files.repository, around)
            && folder != self.root
            && own.shares_repository(around)
        {
            self.checkouts.fetch_add(1, Ordering::Relaxed);
            return false;
        }
        // What a submodule tracks is in its own index.
        let only_tracked = only_tracked && ignore_files.repository.is_none();
        let own = Layer::stacked_on(above.cloned(), ignore_files, false, only_tracked);
        let is_new = |own: &Arc<Layer>| above.is_none_or(|above| !Arc::ptr_eq(above, own));
        if let Some(own) = own.filter(is_new)
            && let Ok(mut folders) = self.folders.write()
        {
            folders.insert(folder.to_path_buf(), own);
        }
        true
    }

    /// Whether the nearest repository tracks the file, or a file below the folder.
    fn is_tracked(&self, layer: Option<&Layer>, path: &Path, is_folder: bool) -> bool {
        let nearest = Layer::repository_of(layer);
        nearest.is_some_and(|(repository, outside)| {
            let real = outside.then(|| self.real_path(path));
            repository.tracks(real.as_deref().unwrap_or(path), is_folder)
        })
    }

    /// The path of an entry with the root's path without links.
    fn real_path(&self, path: &Path) -> PathBuf {
        self.real.join(path.strip_prefix(&self.root).unwrap_or(path))
    }

    /// The rule that ignores an entry, if one does. The folders above it must have been admitted before.
    pub(super) fn hiding(&self, entry: &DirEntry) -> Option<HidingRule> {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let layer = self.layer_of(entry.path().parent()?);
        let matched = self.deciding_rule(layer.as_deref(), entry.path(), is_folder)?;
        let rule = matched.glob.original();
        let (file, line) = match matched.ignore_file {
            _ if matched.glob.is_whitelist() => return None,
            Some((folder, kind)) => {
                let (file, line) = locate(folder, kind, rule)?;
                (file, Some(line))
            }
            None => (matched.glob.from()?.to_path_buf(), None),
        };
        Some(HidingRule {
            file: file.strip_prefix(&self.root).unwrap_or(&file).into(),
            line,
            rule: rule.to_owned(),
        })
    }

    /// Reads the ignore files of a folder, and counts them towards the limit of the tree.
    fn read_ignore_files(&self, folder: &Path) -> IgnoreFiles {
        if self.is_installed {
            return IgnoreFiles::default();
        }
        let remaining_bytes = MAX_TOTAL_BYTES.saturating_sub(self.bytes.load(Ordering::Relaxed));
        let ignore_files = IgnoreFiles::of(folder, remaining_bytes);
        self.bytes.fetch_add(ignore_files.bytes, Ordering::Relaxed);
        self.rejected.fetch_add(ignore_files.rejected, Ordering::Relaxed);
        ignore_files
    }

    /// The rules that apply in a folder. Cached per thread for the last folder, since its entries mostly come in
    /// sequence.
    fn layer_of(&self, folder: &Path) -> Option<Arc<Layer>> {
        LAST_FOLDER.with_borrow_mut(|(walk, last, layer)| {
            if *walk != self.walk || last.as_os_str() != folder.as_os_str() {
                *walk = self.walk;
                last.as_mut_os_string().clear();
                last.push(folder);
                *layer = self.nearest_layer(folder).as_ref().map(Arc::downgrade);
            }
            layer.as_ref().and_then(Weak::upgrade)
        })
    }

    fn nearest_layer(&self, folder: &Path) -> Option<Arc<Layer>> {
        let folders = self.folders.read().ok()?;
        let found = folder
            .ancestors()
            .take_while(|above| !folders.is_empty() && **above != self.root)
            .find_map(|above| folders.get(above));
        found.or(self.root_layer.as_ref()).cloned()
    }

    /// The rule that decides whether the path is included; `None` if no rule matches it. `.ignore` in any folder takes
    /// precedence over `.gitignore`, and within a kind the nearest folder decides. Git's files count only up to the top
    /// of the repository: a folder above it, such as the home folder, may be another repository.
    fn deciding_rule<'r>(
        &'r self,
        layer: Option<&'r Layer>,
        path: &Path,
        is_folder: bool,
    ) -> Option<MatchedRule<'r>> {
        let mut matched_by_kind = [None; 3];
        let real = OnceCell::new();
        let mut left_repository = false;
        let mut next = layer;
        while let Some(layer) = next {
            let path: &Path =
                if layer.outside { real.get_or_init(|| self.real_path(path)) } else { path };
            let count = if left_repository { 1 } else { matched_by_kind.len() };
            let applicable = matched_by_kind.iter_mut().zip(&layer.ignore_files.kinds).take(count);
            for (kind, (matched, rules)) in applicable.enumerate() {
                if let (None, Some(rules)) = (&matched, rules) {
                    let glob = rules.matched(path, is_folder).inner().copied();
                    let ignore_file = Some((rules.path(), kind));
                    *matched = glob.map(|glob| MatchedRule { glob, ignore_file });
                }
            }
            left_repository |= layer.ignore_files.repository.is_some();
            next = layer.above.as_deref();
        }
        let matched = matched_by_kind.into_iter().flatten().next();
        matched.or_else(|| {
            let glob = self.global.matched(path, is_folder).inner().copied();
            glob.map(|glob| MatchedRule { glob, ignore_file: None })
        })
    }
}

fn is_hidden(entry: &DirEntry) -> bool {
    #[cfg(windows)]
    {
        use std::os::windows::fs::MetadataExt as _;
        const HIDDEN: u32 = 2;
        if let Ok(metadata) = entry.metadata()
            && metadata.file_attributes() & HIDDEN != 0
        {
            return true;
        }
    }
    let name = entry.file_name().to_string_lossy();
    name.starts_with('.') && !is_environment_template(&name.to_lowercase())
}
