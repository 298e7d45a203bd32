//! The types of the tree by their names. The types that a query needs are known only while it resolves names, so each
//! round of it collects the names that it lacks, and one scan of the tree finds them all.

use super::facades::Binding;
use super::lineage::Lineage;
use crate::facts::{Language, is_type_kind};
use crate::relations::{FileWithName, RelationContext, Target};
use crate::text::files_by_name;
use crate::text::likelihood::Likelihood;
use crate::text::memo::{lock, remembered};
use crate::text::words::is_name_char;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex};

/// The most rounds of one query that look for types.
const MAX_ROUNDS: usize = 4;
/// The most names that one round looks for.
const MAX_NAMES: usize = 200;
/// The most files that one round parses because they seem to declare a type.
const MAX_FILES: usize = 300;
/// The most others that it parses.
const MAX_UNLIKELY_FILES: usize = 40;

/// The most files that are read for a place that makes a value of a type.
const MAX_MAKING_FILES: usize = 64;

/// The largest tree, in bytes, that is read once more for the types of expressions alone.
const MAX_REREAD: u64 = 8 << 20;

/// The declarations of types, by name.
#[derive(Default)]
pub(crate) struct TypeIndex {
    known: Mutex<HashMap<String, Arc<Vec<Target>>>>,
    missing: Mutex<BTreeSet<String>>,
    /// Names that only the type of an expression depends on.
    wanted: Mutex<BTreeSet<String>>,
    /// Whether types have all methods of interfaces, as far as it was found out since the last search for types.
    pub(super) fits: Mutex<HashMap<Fit, bool>>,
    /// The lineages of the types below a type, in the same way.
    pub(super) heirs: Mutex<Heirs>,
    /// Whether types from outside of the tree are no interfaces, by their names as written.
    pub(super) made: Mutex<HashMap<String, bool>>,
    /// The types for which names are bound.
    pub(super) bound: Mutex<HashMap<String, Arc<Vec<Binding>>>>,
}

/// The lineages of the types below a type.
type Heirs = HashMap<(String, usize), Arc<Vec<Lineage>>>;

/// The folder and the name of a type, and an interface.
pub(super) type Fit = ([String; 2], (String, usize));

impl RelationContext<'_> {
    /// The declarations of the types with a name, and what adds to them elsewhere, such as an `impl`; empty if the tree
    /// has none. `None` if they were not looked for yet; with `of_expression`, they may never be.
    pub(crate) fn types_named(&self, name: &str, of_expression: bool) -> Option<Arc<Vec<Target>>> {
        let known = lock(&self.types.known).get(name).cloned();
        if known.is_none() {
            let lacking = if of_expression { &self.types.wanted } else { &self.types.missing };
            lock(lacking).insert(name.to_owned());
        }
        known
    }

    /// Whether a place of the tree points to a type, or makes a value of it, as `*a.T` and `a.T{}` of Go do.
    pub(super) fn is_made(&self, written: &str, name: &str) -> bool {
        remembered(&self.types.made, written.to_owned(), |written| {
            let files = self.files_with(&[name.to_owned()]);
            let mut files = files.iter().filter(|file| {
                let language = self.language_of(&file.path);
                language.is_some_and(|language| language.types_are_values)
            });
            let (pointer, made) = (format!("*{written}"), format!("{written}{{"));
            files.by_ref().take(MAX_MAKING_FILES).any(|file| {
                let text = self.listing.reader.read(&file.path).unwrap_or_default();
                let text = String::from_utf8_lossy(&text);
                [&pointer, &made].into_iter().any(|form| {
                    text.match_indices(form.as_str()).any(|(at, _)| {
                        let (before, after) = (&text[..at], &text[at + form.len()..]);
                        !before.ends_with(is_name_char)
                            && (form.ends_with('{') || !after.starts_with(is_name_char))
                    })
                })
            })
        })
    }

    /// The result of `resolve`, once the types that it looks up are known.
    pub(crate) fn with_types<R>(&self, mut resolve: impl FnMut() -> R) -> R {
        let sizes = self.inventory.files.iter().map(|file| file.size);
        let is_small = sizes.sum::<u64>() <= MAX_REREAD;
        for _ in 0..MAX_ROUNDS {
            let result = resolve();
            let mut missing = std::mem::take(&mut *lock(&self.types.missing));
            let wanted = std::mem::take(&mut *lock(&self.types.wanted));
            if !missing.is_empty() || is_small {
                missing.extend(wanted);
            }
            if missing.is_empty() || self.cancel.is_cancelled() {
                return result;
            }
            self.find_types(missing.into_iter().take(MAX_NAMES).collect());
        }
        resolve()
    }

    /// Looks for the declarations of the types with these names: in the files where the word before or after a name is
    /// that of a kind of type, and for names without one in the others that may declare it.
    fn find_types(&self, names: Vec<String>) {
        let found = self.files_with(&names);
        let has_types = |file: &&FileWithName| {
            let language = self.language_of(&file.path);
            language.is_some_and(Language::may_declare_types)
        };
        let mut files: Vec<&FileWithName> = found.iter().filter(has_types).collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let finder = files_by_name::finder(&names);
        let threads = self.tree.threads;
        let likely = threads.filter_map(&files, 4, |file| {
            let text = self.listing.reader.read(&file.path).ok()?;
            let mut at = finder.iter().flat_map(|finder| files_by_name::occurrences(finder, &text));
            at.any(|(at, name)| declares(&text, at, names[usize::from(name)].len()))
                .then_some(*file)
        });
        let mut types: HashMap<String, Vec<Target>> = HashMap::new();
        self.add_types(&likely, MAX_FILES, &names, &mut types);
        let lacks = |file: &&&FileWithName| {
            let mut own = file.names.iter().map(|name| &names[usize::from(*name)]);
            file.likelihood > Likelihood::Low
                && own.any(|name| !types.contains_key(name))
                && !likely.iter().any(|likely| likely.path == file.path)
        };
        let rest: Vec<&FileWithName> = files.iter().filter(lacks).copied().collect();
        self.add_types(&rest, MAX_UNLIKELY_FILES, &names, &mut types);
        // A name that only a skipped file may declare stays unknown.
        let skipped = likely.iter().skip(MAX_FILES);
        let skipped: HashSet<u16> = skipped.flat_map(|file| &file.names).copied().collect();
        lock(&self.types.fits).clear();
        lock(&self.types.heirs).clear();
        let mut known = lock(&self.types.known);
        for (index, name) in (0_u16..).zip(names) {
            let of_name = types.remove(&name).unwrap_or_default();
            if !of_name.is_empty() || !skipped.contains(&index) {
                known.insert(name, Arc::new(of_name));
            }
        }
    }

    /// Parses files, at most `limit`, and adds the types that they declare.
    fn add_types(
        &self,
        files: &[&FileWithName],
        limit: usize,
        names: &[String],
        into: &mut HashMap<String, Vec<Target>>,
    ) {
        let paths: Vec<&str> = files.iter().take(limit).map(|file| file.path.as_str()).collect();
        let threads = self.tree.threads;
        let mut opened = threads.filter_map(&paths, 1, |path| self.open(path));
        opened.retain(|file| file.language().declared_types);
        for file in opened {
            for target in Target::all(&file).filter(|target| target.symbol().is_type()) {
                let name = &target.symbol().name;
                if names.contains(name) {
                    into.entry(name.clone()).or_default().push(target);
                }
            }
        }
    }
}

/// Whether a name at byte `at` may be that of a declared type: the word before it, or after it as in Go, is that of a
/// kind of type or module, or `for` of an implementation.
fn declares(text: &[u8], at: usize, length: usize) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let before = text[..at].trim_ascii_end();
    // An implementation may have type parameters.
    let before = match before.last() {
        Some(b'>') => {
            let open = memchr::memrchr2(b'<', b'\n', before).unwrap_or(0);
            before[..open].trim_ascii_end()
        }
        _ => before,
    };
    let start = before.iter().rposition(|byte| !is_word(byte)).map_or(0, |at| at + 1);
    let after = text[at + length..].trim_ascii_start();
    let end = after.iter().position(|byte| !is_word(byte)).unwrap_or(after.len());
    let is_kind = |word: &[u8]| std::str::from_utf8(word).is_ok_and(is_type_kind);
    is_kind(&before[start..])
        || is_kind(&after[..end])
        || [&b"for"[..], b"module"].contains(&&before[start..])
}
