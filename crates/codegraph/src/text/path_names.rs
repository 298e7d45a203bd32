//! Texts that name files of the tree: by their paths, without folders at the beginning, without the extension, or with
//! dots or colons between the parts.

pub(crate) mod runs;

use std::collections::HashMap;

use firsthand_source::fs::FileEntry;
use firsthand_source::{folder, join_path};

use super::words::folded;

/// At most this many parts at the beginning of a text are no folders, but a name for the folders around.
const MAX_OTHER_PARTS: usize = 1;

/// The files of a tree by what texts call them.
pub(crate) struct PathNames<'e> {
    entries: &'e [FileEntry],
    /// By the name up to its first dot.
    by_stem: HashMap<String, Vec<u32>>,
}

/// How a text names files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// By the whole name of the file, or by a path from the folder of the text.
    Whole,
    /// By folders and the name without its extension.
    Parts,
    /// By the name alone, without its extension.
    Stem,
}

/// The files that a text may name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Named {
    pub(crate) form: Form,
    /// The number of parts of the text, and how many of them, from the end, are parts of the paths.
    pub(crate) parts: usize,
    pub(crate) matched: usize,
    /// Those with the most parts in common, ascending.
    pub(crate) files: Vec<u32>,
}

impl<'e> PathNames<'e> {
    pub(crate) fn of(entries: &'e [FileEntry]) -> Self {
        let mut by_stem: HashMap<String, Vec<u32>> = HashMap::new();
        for (file, entry) in (0..).zip(entries) {
            let stem = folded(stem(entry.path.file_name()));
            by_stem.entry(stem).or_default().push(file);
        }
        PathNames { entries, by_stem }
    }

    pub(crate) fn path(&self, file: u32) -> &'e str {
        self.entries[file as usize].path.as_str()
    }

    /// The files that a text in the file at `from` may name.
    pub(crate) fn named_by(&self, text: &str, from: &str) -> Option<Named> {
        if let Some(named) = self.relative(text, from) {
            return Some(named);
        }
        let text = behind_variable(text);
        // A word between slashes is a part of an address.
        let is_bare = |named: &Named| named.form != Form::Stem || !text.contains(['/', '\\']);
        let mut readings = readings(text).into_iter();
        readings.find_map(|reading| self.read(&reading).filter(is_bare))
    }

    /// The files at the path that begins in the folder of the file at `from`.
    fn relative(&self, text: &str, from: &str) -> Option<Named> {
        // Behind the name of the folder: `__dirname + '/../a'`.
        let joined = text.strip_prefix('/').filter(|inner| inner.starts_with('.'));
        let text = joined.unwrap_or(text);
        let is_relative =
            !text.ends_with('/') && (text.starts_with("./") || text.starts_with("../"));
        let path = is_relative.then(|| join_path(folder(from), text))??;
        let (home, name) = split(&path);
        let candidates = self.by_stem.get(&folded(stem(name)))?.iter().copied();
        let is_there = |file: &u32| {
            let (folder, own_name) = split(self.path(*file));
            folder == home && name_form(own_name, name).is_some()
        };
        let files: Vec<u32> = candidates.filter(is_there).collect();
        let written = text.split('/').filter(|part| !matches!(*part, "." | "..")).count();
        let form = Form::Whole;
        (!files.is_empty()).then_some(Named { form, parts: written, matched: written, files })
    }

    /// The files of which most parts, from the last one, are those of a text.
    fn read(&self, parts: &[&str]) -> Option<Named> {
        let (name, folders) = parts.split_last()?;
        let candidates = self.by_stem.get(&folded(stem(name)))?;
        let matched = |file: u32| {
            let path = self.path(file);
            let (folder, own_name) = split(path);
            let is_whole = name_form(own_name, name)?;
            let pairs = folder.rsplit('/').zip(folders.iter().rev());
            let same = pairs.take_while(|(own, part)| folded(own) == folded(part));
            Some((1 + same.count(), is_whole))
        };
        let found = candidates.iter().map(|file| (matched(*file), *file));
        let found: Vec<(Option<(usize, bool)>, u32)> = found.collect();
        let best = found.iter().map(|(matched, _)| *matched).max()?;
        let (matched, is_whole) = best?;
        let is_named =
            matched == parts.len() || (matched >= 2 && matched + MAX_OTHER_PARTS >= parts.len());
        let form = match (is_whole, parts.len()) {
            (true, _) => Form::Whole,
            (false, 1) => Form::Stem,
            (false, _) => Form::Parts,
        };
        let files = found.iter().filter(|(matched, _)| *matched == best);
        is_named.then(|| Named {
            form,
            parts: parts.len(),
            matched,
            files: files.map(|(_, file)| *file).collect(),
        })
    }
}

/// A path without the variable at its beginning: `$DIR/a.sh`.
fn behind_variable(text: &str) -> &str {
    let folder = text.find('/').filter(|_| text.starts_with('$'));
    &text[folder.unwrap_or(0)..]
}

/// The ways to read a text as parts of a path, the most certain first.
fn readings(text: &str) -> Vec<Vec<&str>> {
    let parts = |separators: &[char]| -> Vec<&str> {
        let parts = text.split(separators);
        let is_part = |part: &&str| !part.is_empty() && *part != "." && *part != "..";
        parts.filter(is_part).collect()
    };
    let mut readings = vec![parts(&['/', '\\', ':'])];
    if !text.contains(['/', '\\']) {
        readings.push(parts(&['.', ':']));
    }
    readings
}

/// The folder and the name of a path.
pub(crate) fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// A name up to its first dot that is not its beginning, without the marks before it.
pub(crate) fn stem(name: &str) -> &str {
    let bare = name.trim_start_matches(['_', '.']);
    let bare = if bare.is_empty() { name } else { bare };
    bare.split('.').next().unwrap_or(bare)
}

/// Whether a text is the whole name of a file (`Some(true)`), or the name without extensions (`Some(false)`).
fn name_form(own: &str, text: &str) -> Option<bool> {
    let (own, text) = (folded(own), folded(text));
    if own == text {
        return Some(text.contains('.'));
    }
    let rest =
        |own: &str, text: &str| own.strip_prefix(text).is_some_and(|rest| rest.starts_with('.'));
    let bare = |name: &str| name.trim_start_matches('_').to_owned();
    let (own, text) = (bare(&own), bare(&text));
    (own == text || rest(&own, &text)).then_some(own == text && text.contains('.'))
}

#[cfg(test)]
mod tests {
    use firsthand_source::RepoPath;

    use super::*;

    const PATHS: [&str; 12] = [
        "app/Http/PageController.php",
        "app/views/issues/_form.html.erb",
        "app/views/issues/show.api.rsb",
        "app/views/issues/show.html.erb",
        "app/views/users/_form.html.erb",
        "resources/views/form/text.blade.php",
        "resources/views/layouts/base.blade.php",
        "resources/views/pages/show.blade.php",
        "src/com/acme/Mailer.java",
        "templates/base.html",
        "templates/mail/base.html",
        "ui/components/page-picker.vue",
    ];

    /// What a text in a file names: the form, and the files.
    fn check(text: &str, from: &str, expect: &str) {
        let entry =
            |path: &&str| FileEntry { path: RepoPath::new(path).unwrap(), size: 1, state: None };
        let entries: Vec<FileEntry> = PATHS.iter().map(entry).collect();
        let names = PathNames::of(&entries);
        let seen = names.named_by(text, from).map_or("-".to_owned(), |named| {
            let files: Vec<&str> = named.files.iter().map(|file| names.path(*file)).collect();
            format!("{:?} {}", named.form, files.join(" "))
        });
        assert_eq!(seen, expect, "{text}");
    }

    #[test]
    fn a_text_names_the_files_with_the_longest_common_end() {
        let from = "app/views/issues/show.html.erb";
        check("pages.show", from, "Parts resources/views/pages/show.blade.php");
        check("form/text", from, "Parts resources/views/form/text.blade.php");
        check("mod::layouts.base", from, "Parts resources/views/layouts/base.blade.php");
        check("@/components/page-picker", from, "Parts ui/components/page-picker.vue");
        check(
            "issues/show",
            from,
            "Parts app/views/issues/show.api.rsb app/views/issues/show.html.erb",
        );
        check("issues/form", from, "Parts app/views/issues/_form.html.erb");
        check("com.acme.Mailer", from, "Parts src/com/acme/Mailer.java");
        check("base.html", from, "Whole templates/base.html templates/mail/base.html");
        check("mail/base.html", from, "Whole templates/mail/base.html");
        check("./mail/base", "templates/a.html", "Whole templates/mail/base.html");
        check("/./mail/base", "templates/a.html", "Whole templates/mail/base.html");
        check("/../mail/base", "templates/mail/a.html", "Whole templates/mail/base.html");
        check("/.mail/base", "templates/a.html", "-");
        check("form", from, "Stem app/views/issues/_form.html.erb app/views/users/_form.html.erb");
        check("https://acme.com/docs/mail/base.html", from, "-");
        check("trash.show", from, "-");
        check("/form", from, "-");
        check("$DIR/mail/base.html", from, "Whole templates/mail/base.html");
        check("$DIR/page-picker.vue", from, "Whole ui/components/page-picker.vue");
        check("$DIR/form", from, "-");
        check("application/json", from, "-");
    }
}
