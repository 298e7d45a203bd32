//! Where the names stand that a report cites: which lines are printed anyway, and which others.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use firsthand_registry::{PathClass, alike, count};
use firsthand_validator::VerifiedReport;

use crate::budget::RenderPlan;
use crate::clean;
use crate::layout::Layout;
use crate::parts::{Parts, PathTable};
use crate::path_text::plain_folder;
use crate::uses::UsePart;

/// The lines with a name of what the report cites.
pub(crate) struct NamePart<'r> {
    pub(crate) name: String,
    /// The lines of each file.
    pub(crate) files: Vec<(usize, &'r [u32])>,
    /// The files in which it is declared.
    pub(crate) declaring: Vec<usize>,
    /// Whether the model asks for it.
    pub(crate) is_asked: bool,
}

impl NamePart<'_> {
    /// The name, and in how many lines it stands.
    pub(crate) fn label(&self) -> String {
        let lines: usize = self.files.iter().map(|(_, lines)| lines.len()).sum();
        format!("`{}` ({})", self.name, count(lines, "line", "lines"))
    }

    /// What is printed before its lines that are in no printed place: whether the others are.
    pub(crate) fn where_else(&self, others: &[(usize, Vec<u32>)]) -> &'static str {
        let lines: usize = self.files.iter().map(|(_, lines)| lines.len()).sum();
        let others: usize = others.iter().map(|(_, lines)| lines.len()).sum();
        if others < lines { "in this report, and " } else { "" }
    }
}

/// Where the names of what is cited stand.
pub(crate) fn names_of<'r>(
    report: &'r VerifiedReport,
    path_table: &mut PathTable<'r>,
) -> Vec<NamePart<'r>> {
    let names = report.body().name_lines.iter().map(|found| {
        let files = found.files.iter();
        let files = files.map(|file| (path_table.index_of(&file.path), file.lines.as_slice()));
        let files = files.collect();
        let declaring = found.files.iter().filter(|file| file.declares);
        let declaring = declaring.map(|file| path_table.index_of(&file.path)).collect();
        NamePart {
            declaring,
            name: clean::escape_prose(&found.name).replace('`', "'"),
            files,
            is_asked: found.is_asked,
        }
    });
    let mut names: Vec<NamePart<'_>> = names.collect();
    // The others say little beside these.
    if names.iter().any(|name| name.is_asked) {
        names.retain(|name| name.is_asked);
    }
    names
}

/// The most lines of tests that are named one by one.
const MAX_TEST_LINES: usize = 2;

/// The most folders that are named of files that are not.
const MAX_FOLDERS: usize = 3;

impl Parts<'_> {
    /// How many names the model asks for.
    pub(crate) fn asked_names(&self) -> usize {
        self.names.iter().filter(|name| name.is_asked).count()
    }

    /// Whether the file at this position is a test.
    pub(crate) fn is_test(&self, path: usize) -> bool {
        self.paths.get(path).is_some_and(|part| PathClass::of(part.path).test)
    }

    /// How many of these files are printed with their lines, of at most so many: more than a few lines of tests are only
    /// counted.
    pub(crate) fn named_files(&self, files: &[Vec<&FileLines>], most: usize) -> usize {
        let code = files.partition_point(|group| !group.iter().all(|file| self.is_test(file.0)));
        let lines: usize = files[code..].iter().flatten().map(|(_, lines)| lines.len()).sum();
        let named = if lines > MAX_TEST_LINES { code } else { files.len() };
        // One more file takes hardly more room than what says that there is one.
        if named == most + 1 { named } else { named.min(most) }
    }

    /// These files, those together that are alike, such as the translations of a text.
    pub(crate) fn alike<'f>(&self, files: &'f [(usize, Vec<u32>)]) -> Vec<Vec<&'f FileLines>> {
        let path = |at: usize| self.paths.get(at).map_or("", |part| part.path.as_str());
        alike(files, |(at, _)| path(*at), |(_, lines)| lines)
    }

    /// In which folders these files are, with how many of the lines each, the most first; at the end, without a folder, how
    /// many lines are elsewhere. The files of one folder of the root are named by the deepest folder that has all of them.
    pub(crate) fn by_folder(&self, files: &[&FileLines]) -> Vec<(Option<String>, usize)> {
        let mut by_top: BTreeMap<Option<&str>, (&str, usize)> = BTreeMap::new();
        for (path, lines) in files {
            let folder = self.paths.get(*path).and_then(|part| plain_folder(part));
            let top = folder.and_then(|folder| folder.split_inclusive('/').next());
            let (shared, count) = by_top.entry(top).or_insert((folder.unwrap_or_default(), 0));
            *shared = common_folder(shared, folder.unwrap_or_default());
            *count += lines.len();
        }
        let elsewhere = by_top.remove(&None).map_or(0, |(_, lines)| lines);
        let mut folders: Vec<(&str, usize)> = by_top.into_values().collect();
        folders.sort_by_key(|(_, lines)| Reverse(*lines));
        let cut = folders.split_off(folders.len().min(MAX_FOLDERS));
        let elsewhere = elsewhere + cut.iter().map(|(_, lines)| lines).sum::<usize>();
        let folders = folders.into_iter().map(|(folder, lines)| (Some(folder.to_owned()), lines));
        folders.chain((elsewhere > 0).then_some((None, elsewhere))).collect()
    }
}

/// The beginning of two folders that is a folder of both.
fn common_folder<'p>(one: &'p str, other: &str) -> &'p str {
    let parts = one.split_inclusive('/').zip(other.split_inclusive('/'));
    let same = parts.take_while(|(one, other)| one == other);
    &one[..same.map(|(part, _)| part.len()).sum()]
}

/// A file with lines.
pub(crate) type FileLines = (usize, Vec<u32>);

/// A name with its lines that are in no printed place, by file.
pub(crate) type PrintedName<'p, 'r> = (&'p NamePart<'r>, Vec<(usize, Vec<u32>)>);

impl Layout {
    /// The names that are printed, each with its lines that are in no printed place: first those without such lines.
    pub(crate) fn names<'p, 'r>(
        &self,
        parts: &'p Parts<'r>,
        plan: &RenderPlan,
    ) -> Vec<PrintedName<'p, 'r>> {
        let uses = parts.uses.get(..plan.uses).unwrap_or_default();
        let names = parts.names.iter().map(|name| (name, self.not_shown(parts, name, uses)));
        let (mut complete, open): (Vec<_>, Vec<_>) =
            names.partition(|(_, others)| others.is_empty());
        complete.truncate(plan.complete_names);
        complete.extend(open.into_iter().take(plan.open_names));
        complete
    }

    /// The lines with a name that lie in no printed place and are none of these uses, by file: those first that declare it.
    /// Documents and generated files come last but for tests, and before them files of other kinds than the report cites.
    /// Of each, those of folders with many of them come last, such as translations and migrations.
    fn not_shown(
        &self,
        parts: &Parts<'_>,
        name: &NamePart<'_>,
        uses: &[UsePart],
    ) -> Vec<(usize, Vec<u32>)> {
        let shown = || self.places.iter().chain(uses.iter().map(|part| &part.place_part));
        let is_shown = |path: usize, line: u32| {
            let mut in_file = shown().filter(|part| part.path == path);
            in_file.any(|part| part.range.is_some_and(|range| range.contains(line)))
        };
        let files = name.files.iter().map(|(path, lines)| {
            let lines = lines.iter().filter(|line| !is_shown(*path, **line));
            (*path, lines.copied().collect())
        });
        let mut files: Vec<(usize, Vec<u32>)> =
            files.filter(|(_, lines): &(usize, Vec<u32>)| !lines.is_empty()).collect();
        let extension = |path: usize| {
            let name = parts.paths.get(path).map_or("", |part| part.path.file_name());
            name.rsplit_once('.').map(|(_, extension)| extension)
        };
        let class_of = |path: usize| parts.paths.get(path).map(|part| PathClass::of(part.path));
        let folder = |path: usize| {
            parts.paths.get(path).and_then(|part| part.path.as_str().rsplit_once('/'))
        };
        let folder = |path| folder(path).map(|(folder, _)| folder);
        let mut in_folder: BTreeMap<_, usize> = BTreeMap::new();
        for (path, _) in &files {
            *in_folder.entry(folder(*path)).or_default() += 1;
        }
        files.sort_by_key(|(path, _)| {
            let mut cited = self.places.iter();
            let is_aside = class_of(*path).is_some_and(PathClass::any);
            let is_of_kind = cited.any(|place| extension(place.path) == extension(*path));
            let is_use = !name.declaring.contains(path);
            (
                is_use,
                parts.is_test(*path),
                is_aside,
                !is_of_kind,
                in_folder.get(&folder(*path)).copied(),
            )
        });
        files
    }
}

#[cfg(test)]
mod tests {
    use super::common_folder;

    #[test]
    fn files_are_in_the_deepest_folder_that_has_all_of_them() {
        let check = |folders: &[&str], expect: &str| {
            let common = folders.iter().copied().reduce(common_folder);
            assert_eq!(common, Some(expect), "{folders:?}");
        };
        check(&["spec/fixtures/"], "spec/fixtures/");
        check(&["spec/fixtures/logs/", "spec/fixtures/"], "spec/fixtures/");
        check(&["app/models/", "app/modules/"], "app/");
        check(&["a/b/c/", "a/b/d/", "a/x/"], "a/");
        check(&["web:/src/a/", "web:/src/b/"], "web:/src/");
        check(&["日本/語/", "日本/文/"], "日本/");
    }
}
