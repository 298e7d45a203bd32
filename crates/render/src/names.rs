//! Where the names stand that a report cites: which lines are printed anyway, and which others.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use firsthand_registry::{PathClass, alike, count};
use firsthand_validator::{Link, ReportBody, VerifiedReport};

use crate::budget::RenderPlan;
use crate::clean;
use crate::layout::Layout;
use crate::parts::{Parts, PathTable, PlacePart};
use crate::path_text::plain_folder;

/// The lines with a name of what the report cites.
pub(crate) struct NamePart<'r> {
    pub(crate) name: String,
    /// The lines of each file.
    pub(crate) files: Vec<(usize, &'r [u32])>,
    /// Whether the model asks for it.
    pub(crate) is_asked: bool,
}

impl NamePart<'_> {
    /// Whether it is this name, also behind what qualifies it.
    pub(crate) fn is_of(&self, name: &str) -> bool {
        self.name.ends_with(&clean::escape_prose(name))
    }

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
    // The others say little beside these.
    let has_asked = report.body().name_lines.iter().any(|found| found.is_asked);
    let names = report.body().name_lines.iter().filter(|found| found.is_asked || !has_asked);
    let names = names.map(|found| {
        let files = found.files.iter();
        let files = files.map(|file| (path_table.index_of(&file.path), file.lines.as_slice()));
        NamePart {
            name: clean::escape_prose(&found.name).replace('`', "'"),
            files: files.collect(),
            is_asked: found.is_asked,
        }
    });
    names.collect()
}

/// The name of the declaration around the line that the link quotes; `None` where it names that itself.
pub(crate) fn unnamed_declaration(body: &ReportBody, link: &Link) -> Option<String> {
    let name = body.observed.around(&link.place, link.quote.line)?;
    let texts = [&link.quote.text, &link.fact, &link.role];
    let is_named = texts.iter().any(|text| text.contains(name));
    (!is_named && is_words(name, NAME_MARKS)).then(|| name.to_owned())
}

/// The characters of a plain name besides letters and digits.
pub(crate) const NAME_MARKS: &str = "_$~?!=";

/// Whether it has letters, digits and this punctuation alone: it cannot be markup.
pub(crate) fn is_words(text: &str, punctuation: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || punctuation.contains(c))
}

/// The most lines of what is no product code that are named one by one.
const MAX_ASIDE_LINES: usize = 2;

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

    /// Whether the file at this position is no product code: a test, a document, written by a program or by others.
    pub(crate) fn is_aside(&self, path: usize) -> bool {
        self.paths.get(path).is_some_and(|part| PathClass::of(part.path).any())
    }

    /// How many of these files are printed with their lines, of at most so many: more than a few lines of tests, documents
    /// and the like are only counted.
    pub(crate) fn named_files(&self, files: &[Vec<&FileLines>], most: usize) -> usize {
        let code = files.partition_point(|group| !group.iter().all(|file| self.is_aside(file.0)));
        let lines: usize = files[code..].iter().flatten().map(|(_, lines)| lines.len()).sum();
        let named = if lines > MAX_ASIDE_LINES { code } else { files.len() };
        // One more file takes hardly more room than what says that there is one.
        if named == most + 1 { named } else { named.min(most) }
    }

    /// These files, those together that are alike, such as the translations of a text.
    pub(crate) fn alike<'f>(&self, files: &'f [(usize, Vec<u32>)]) -> Vec<Vec<&'f FileLines>> {
        let path = |at: usize| self.paths.get(at).map_or("", |part| part.path.as_str());
        alike(files, |(at, _)| path(*at), |(_, lines)| lines)
    }

    /// These files by folder, those with the most lines first; at the end, without a folder, the others. The files of one
    /// folder of the root are together in the deepest folder that has all of them.
    pub(crate) fn by_folder<'f>(&self, files: &[&'f FileLines]) -> Vec<InFolder<'f>> {
        let mut by_top: BTreeMap<Option<&str>, (&str, Vec<&'f FileLines>)> = BTreeMap::new();
        for file in files {
            let folder = self.paths.get(file.0).and_then(|part| plain_folder(part));
            let top = folder.and_then(|folder| folder.split_inclusive('/').next());
            let (shared, known) = by_top.entry(top).or_insert((folder.unwrap_or_default(), vec![]));
            *shared = common_folder(shared, folder.unwrap_or_default());
            known.push(file);
        }
        let mut elsewhere = by_top.remove(&None).map_or_else(Vec::new, |(_, files)| files);
        let mut folders: Vec<(&str, Vec<&FileLines>)> = by_top.into_values().collect();
        folders.sort_by_key(|(_, files)| Reverse(line_count(files)));
        let cut = folders.split_off(folders.len().min(MAX_FOLDERS));
        elsewhere.extend(cut.into_iter().flat_map(|(_, files)| files));
        let folders = folders.into_iter().map(|(folder, files)| (Some(folder.to_owned()), files));
        folders.chain((!elsewhere.is_empty()).then_some((None, elsewhere))).collect()
    }
}

/// Files of a folder, or of further ones.
pub(crate) type InFolder<'f> = (Option<String>, Vec<&'f FileLines>);

/// How many lines these files have.
pub(crate) fn line_count(files: &[&FileLines]) -> usize {
    files.iter().map(|(_, lines)| lines.len()).sum()
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
        let names = parts.names.iter().map(|name| {
            let other_uses = uses.iter().filter(|part| !part.is_line_of(name));
            let shown = other_uses.map(|part| &part.place_part).chain(&self.places);
            (name, Self::not_shown(name, &shown.collect::<Vec<_>>()))
        });
        let (mut complete, open): (Vec<_>, Vec<_>) =
            names.partition(|(_, others)| others.is_empty());
        complete.truncate(plan.complete_names);
        complete.extend(open.into_iter().take(plan.open_names));
        complete
    }

    /// The lines with a name that lie in none of the `shown` places, by file.
    fn not_shown(name: &NamePart<'_>, shown: &[&PlacePart]) -> Vec<FileLines> {
        let is_shown = |path: usize, line: u32| {
            let mut in_file = shown.iter().filter(|part| part.path == path);
            in_file.any(|part| part.range.is_some_and(|range| range.contains(line)))
        };
        let files = name.files.iter().map(|(path, lines)| {
            let lines = lines.iter().filter(|line| !is_shown(*path, **line));
            (*path, lines.copied().collect())
        });
        files.filter(|(_, lines): &FileLines| !lines.is_empty()).collect()
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
