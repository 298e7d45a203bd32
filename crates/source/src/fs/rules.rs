//! What git ignores and what is hidden, decided folder by folder while a tree is walked. The walker
//! could read ignore files by itself, but it opens whatever bears the name and reads it to its end:
//! a tree could make it wait for ever, or take all memory.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, RwLock, Weak};

use ignore::DirEntry;
use ignore::gitignore::{Gitignore, Glob};

use super::hiding::HidingRule;
use super::ignore_files::{IgnoreFiles, locate};

/// The ignore files of a tree count up to this many bytes together: what a walk holds of them is
/// many times that.
const MAX_TOTAL: u64 = 512 << 10;

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
    /// What holds in the root.
    top: Option<Arc<Layer>>,
    /// What holds in the folders under the root that have ignore files.
    folders: RwLock<HashMap<PathBuf, Arc<Layer>>>,
    bytes: AtomicU64,
    rejected: AtomicU64,
}

/// The rules of one folder, and of those above it.
#[derive(Debug)]
struct Layer {
    ignore_files: IgnoreFiles,
    /// It stands above the root.
    outside: bool,
    above: Option<Arc<Layer>>,
}

/// A rule that is about a path.
#[derive(Clone, Copy)]
struct MatchedRule<'r> {
    glob: &'r Glob,
    /// The folder and the kind of its ignore file; `None` of the user's own rules.
    of: Option<(&'r Path, usize)>,
}

/// The folder that this thread looked up last: of which walk, and what holds there.
type LastFolder = (u64, PathBuf, Option<Weak<Layer>>);

thread_local! {
    static LAST: RefCell<LastFolder> = RefCell::default();
}

impl Rules {
    /// Read the rules that hold in the root: its own, those of the folders above (up to `top`, if it is given), the user's.
    pub(super) fn of(root: &Path, top: Option<&Path>) -> Rules {
        static WALKS: AtomicU64 = AtomicU64::new(1);
        let mut rules = Rules {
            walk: WALKS.fetch_add(1, Ordering::Relaxed),
            root: root.to_path_buf(),
            real: root.canonicalize().unwrap_or_else(|_| root.to_path_buf()),
            global: Gitignore::global().0,
            top: None,
            folders: RwLock::default(),
            bytes: AtomicU64::new(0),
            rejected: AtomicU64::new(0),
        };
        let counts = |folder: &&Path| top.is_none_or(|top| folder.starts_with(top));
        let above = rules.real.ancestors().skip(1).take_while(counts);
        let mut above: Vec<&Path> = above.collect();
        above.reverse();
        let mut top = None;
        for folder in above {
            let ignore_files = IgnoreFiles::of(folder, MAX_TOTAL);
            top = Layer::over(top, ignore_files, true);
        }
        rules.top = Layer::over(top, rules.read(root), false);
        rules
    }

    /// How many ignore files of the tree do not count, because they are links or no regular files, too
    /// large, or unreadable.
    pub(super) fn rejected(&self) -> u64 {
        self.rejected.load(Ordering::Relaxed)
    }

    /// Whether an entry belongs to the tree: neither ignored, nor hidden without a rule that wants
    /// it. The rules of a folder are read when it is admitted, which is before its entries are.
    pub(super) fn admit(&self, entry: &DirEntry) -> bool {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let path = entry.path();
        let layer = self.holds_in(path.parent().unwrap_or(path));
        let wanted = self
            .verdict(layer.as_deref(), path, is_folder)
            .map_or_else(|| !is_hidden(entry), |matched| matched.glob.is_whitelist());
        if wanted && is_folder {
            let ignore_files = self.read(path);
            if !ignore_files.is_empty()
                && let Some(own) = Layer::over(layer, ignore_files, false)
                && let Ok(mut folders) = self.folders.write()
            {
                folders.insert(path.to_path_buf(), own);
            }
        }
        wanted
    }

    /// The rule by which an entry is ignored, if it is; the rules of the folders above it have been read.
    pub(super) fn hiding(&self, entry: &DirEntry) -> Option<HidingRule> {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let layer = self.holds_in(entry.path().parent()?);
        let matched = self.verdict(layer.as_deref(), entry.path(), is_folder)?;
        let rule = matched.glob.original();
        let (file, line) = match matched.of {
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

    fn read(&self, folder: &Path) -> IgnoreFiles {
        let left = MAX_TOTAL.saturating_sub(self.bytes.load(Ordering::Relaxed));
        let ignore_files = IgnoreFiles::of(folder, left);
        self.bytes.fetch_add(ignore_files.bytes, Ordering::Relaxed);
        self.rejected
            .fetch_add(ignore_files.rejected, Ordering::Relaxed);
        ignore_files
    }

    /// What holds in a folder. The entries of a folder come one after the other, mostly.
    fn holds_in(&self, folder: &Path) -> Option<Arc<Layer>> {
        LAST.with_borrow_mut(|(walk, last, layer)| {
            if *walk != self.walk || last.as_os_str() != folder.as_os_str() {
                *walk = self.walk;
                last.as_mut_os_string().clear();
                last.push(folder);
                *layer = self.nearest(folder).as_ref().map(Arc::downgrade);
            }
            layer.as_ref().and_then(Weak::upgrade)
        })
    }

    fn nearest(&self, folder: &Path) -> Option<Arc<Layer>> {
        let folders = self.folders.read().ok()?;
        let found = folder
            .ancestors()
            .take_while(|above| !folders.is_empty() && **above != self.root)
            .find_map(|above| folders.get(above));
        found.or(self.top.as_ref()).cloned()
    }

    /// The rule that decides whether the path is wanted; `None` where none is about it. What `.ignore` says in any
    /// folder comes before what `.gitignore` says, and within a kind the nearest folder decides. What is
    /// git's counts up to the folder in which the repository begins: a home folder may be another one.
    fn verdict<'r>(
        &'r self,
        layer: Option<&'r Layer>,
        path: &Path,
        is_folder: bool,
    ) -> Option<MatchedRule<'r>> {
        let mut kinds = [None; 3];
        let real = OnceCell::new();
        let mut left = false;
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
            let count = if left { 1 } else { kinds.len() };
            let by_kind = kinds.iter_mut().zip(&layer.ignore_files.kinds).take(count);
            for (kind, (matched, rules)) in by_kind.enumerate() {
                if let (None, Some(rules)) = (&matched, rules) {
                    let glob = rules.matched(path, is_folder).inner().copied();
                    let of = Some((rules.path(), kind));
                    *matched = glob.map(|glob| MatchedRule { glob, of });
                }
            }
            left |= layer.ignore_files.begins;
            next = layer.above.as_deref();
        }
        let matched = kinds.into_iter().flatten().next();
        matched.or_else(|| {
            let glob = self.global.matched(path, is_folder).inner().copied();
            glob.map(|glob| MatchedRule { glob, of: None })
        })
    }
}

impl Layer {
    /// A layer upon others; only those others where it has no rule.
    fn over(
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
        if let Ok(about) = entry.metadata()
            && about.file_attributes() & HIDDEN != 0
        {
            return true;
        }
    }
    entry.file_name().as_encoded_bytes().starts_with(b".")
}
