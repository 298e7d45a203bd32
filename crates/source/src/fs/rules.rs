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

use super::hiding::HidingRule;
use super::ignore_files::{IgnoreFiles, locate};

/// The most bytes of ignore files that are read in one tree; compiled patterns take many times that.
const MAX_TOTAL_BYTES: u64 = 512 << 10;

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
    /// The rules that apply in the root.
    root_layer: Option<Arc<Layer>>,
    /// The rules that apply in each folder under the root that has ignore files.
    folders: RwLock<HashMap<PathBuf, Arc<Layer>>>,
    /// The size in bytes of the ignore files that were used.
    bytes: AtomicU64,
    /// How many ignore files were not used.
    rejected: AtomicU64,
}

/// The rules of one folder, linked to those of the folders above it.
#[derive(Debug)]
struct Layer {
    ignore_files: IgnoreFiles,
    /// Whether the folder is above the root.
    outside: bool,
    above: Option<Arc<Layer>>,
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
    /// Reads the rules that apply in the root: its own, those of the folders above (up to `top` if given), and the
    /// user's.
    pub(super) fn of(root: &Path, top: Option<&Path>) -> Rules {
        static WALKS: AtomicU64 = AtomicU64::new(1);
        let mut rules = Rules {
            walk: WALKS.fetch_add(1, Ordering::Relaxed),
            root: root.to_path_buf(),
            real: root.canonicalize().unwrap_or_else(|_| root.to_path_buf()),
            global: Gitignore::global().0,
            root_layer: None,
            folders: RwLock::default(),
            bytes: AtomicU64::new(0),
            rejected: AtomicU64::new(0),
        };
        let is_below_top = |folder: &&Path| top.is_none_or(|top| folder.starts_with(top));
        let above = rules.real.ancestors().skip(1).take_while(is_below_top);
        let mut above: Vec<&Path> = above.collect();
        above.reverse();
        let mut layer = None;
        for folder in above {
            let ignore_files = IgnoreFiles::of(folder, MAX_TOTAL_BYTES);
            layer = Layer::stacked_on(layer, ignore_files, true);
        }
        rules.root_layer = Layer::stacked_on(layer, rules.read_ignore_files(root), false);
        rules
    }

    /// How many ignore files were not used, for the reasons that [`Skipped::ignore_files`](super::Skipped) lists.
    pub(super) fn rejected(&self) -> u64 {
        self.rejected.load(Ordering::Relaxed)
    }

    /// Whether an entry belongs to the tree: it is not ignored, and not hidden unless a rule includes it again.
    /// Admitting a folder reads its ignore files, which happens before its entries are visited.
    pub(super) fn admit(&self, entry: &DirEntry) -> bool {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let path = entry.path();
        let layer = self.layer_of(path.parent().unwrap_or(path));
        let admitted = self
            .deciding_rule(layer.as_deref(), path, is_folder)
            .map_or_else(|| !is_hidden(entry), |matched| matched.glob.is_whitelist());
        if admitted && is_folder {
            let ignore_files = self.read_ignore_files(path);
            if !ignore_files.is_empty()
                && let Some(own) = Layer::stacked_on(layer, ignore_files, false)
                && let Ok(mut folders) = self.folders.write()
            {
                folders.insert(path.to_path_buf(), own);
            }
        }
        admitted
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
        let remaining_bytes = MAX_TOTAL_BYTES.saturating_sub(self.bytes.load(Ordering::Relaxed));
        let ignore_files = IgnoreFiles::of(folder, remaining_bytes);
        self.bytes.fetch_add(ignore_files.bytes, Ordering::Relaxed);
        self.rejected
            .fetch_add(ignore_files.rejected, Ordering::Relaxed);
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
            let path: &Path = if layer.outside {
                real.get_or_init(|| {
                    self.real
                        .join(path.strip_prefix(&self.root).unwrap_or(path))
                })
            } else {
                path
            };
            let count = if left_repository {
                1
            } else {
                matched_by_kind.len()
            };
            let applicable = matched_by_kind
                .iter_mut()
                .zip(&layer.ignore_files.kinds)
                .take(count);
            for (kind, (matched, rules)) in applicable.enumerate() {
                if let (None, Some(rules)) = (&matched, rules) {
                    let glob = rules.matched(path, is_folder).inner().copied();
                    let ignore_file = Some((rules.path(), kind));
                    *matched = glob.map(|glob| MatchedRule { glob, ignore_file });
                }
            }
            left_repository |= layer.ignore_files.begins_repository;
            next = layer.above.as_deref();
        }
        let matched = matched_by_kind.into_iter().flatten().next();
        matched.or_else(|| {
            let glob = self.global.matched(path, is_folder).inner().copied();
            glob.map(|glob| MatchedRule {
                glob,
                ignore_file: None,
            })
        })
    }
}

impl Layer {
    /// A layer on top of `above`; returns `above` itself if the ignore files contain no rule.
    fn stacked_on(
        above: Option<Arc<Layer>>,
        ignore_files: IgnoreFiles,
        outside: bool,
    ) -> Option<Arc<Layer>> {
        if ignore_files.is_empty() {
            return above;
        }
        Some(Arc::new(Layer {
            ignore_files,
            outside,
            above,
        }))
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
    entry.file_name().as_encoded_bytes().starts_with(b".")
}
