//! What runs code that nothing calls: the tests that import its file, and those that start its program.

use std::collections::BTreeSet;

use firsthand_codegraph::{is_code, is_data};
use firsthand_registry::PathClass;
use firsthand_source::{RepoPath, folder};

use crate::document::{Dependence, How};
use crate::found::{Found, Line};
use crate::layout::line_of;
use crate::lookup::Lookup;

/// The name of the function with which a program begins, in any case.
const ENTRY: &str = "main";
/// The key of a manifest whose value is the name of its package or program.
const NAME_KEY: &str = "name";
/// What Cargo calls the path of a built program for tests, before the program's name.
const BUILT_PROGRAM: &str = "CARGO_BIN_EXE_";
/// The lines of a manifest around one with a program's path that may hold its name.
const MANIFEST_LINES: usize = 2;
/// The most lines that start a program, or name a file.
const MAX_LINES: usize = 200;

/// Whether a program begins with a declaration of this name.
pub(crate) fn is_entry(name: &str) -> bool {
    name.trim_matches('_').eq_ignore_ascii_case(ENTRY)
}

/// A file's name without its endings.
fn stem(path: &RepoPath) -> &str {
    path.file_name().split('.').next().unwrap_or_default()
}

/// The strings of a line of code or data: what is between two quotes of one kind.
fn strings(line: &str) -> impl Iterator<Item = &str> {
    ['"', '\'', '`'].into_iter().flat_map(move |quote| line.split(quote).skip(1).step_by(2))
}

impl Lookup<'_> {
    /// The places of tests that start the program which begins in a file.
    pub(crate) fn starting(&mut self, path: &RepoPath, symbol: Option<&str>) -> Vec<Found> {
        let is_entry_point = is_entry(symbol.unwrap_or(stem(path)));
        let names: Vec<String> = self.program_names(path, is_entry_point).into_iter().collect();
        let built = names.iter().map(|name| format!("{BUILT_PROGRAM}{name}"));
        let texts: Vec<String> = built.chain(names.iter().cloned()).collect();
        let lines = self.lines_with(&texts, MAX_LINES);
        let named: BTreeSet<Line> = lines.into_iter().flatten().collect();
        let named = named.into_iter().filter(|(file, line)| {
            let line = self.line(file, *line);
            let is_meant = |text: &str| {
                let last = text.rsplit(['/', '\\']).next().unwrap_or(text);
                texts.iter().any(|name| name == last)
            };
            is_code(file.as_str()) && strings(&line).any(is_meant)
        });
        let mut named: BTreeSet<Line> = named.collect();
        let by_path = self.uses_of_file(path);
        named.extend(by_path.into_iter().filter(|(file, _)| is_code(file.as_str())));
        let is_test = |(file, line): &Line| {
            let in_test = self.file(file).around(*line).is_some_and(|symbol| symbol.is_test);
            in_test || PathClass::of(file).test
        };
        let tests = named.iter().filter(|place| is_test(place));
        let place = |(file, line): &Line| self.place_at(file, *line, Dependence::Test, How::String);
        tests.filter_map(place).collect()
    }

    /// The lines whose strings name a file by its path.
    pub(crate) fn uses_of_file(&self, path: &RepoPath) -> Vec<Line> {
        let mut lines = self.graph().lines_naming(path, self.cancel);
        lines.truncate(MAX_LINES);
        lines
    }

    /// The names of the program that begins in a file: what a manifest calls it where that names its path, and if it begins
    /// a program for sure, those of its package.
    fn program_names(&self, path: &RepoPath, is_entry_point: bool) -> BTreeSet<String> {
        let mut names: BTreeSet<String> = BTreeSet::new();
        for (manifest, line) in self.uses_of_file(path) {
            if is_data(manifest.as_str()) {
                let around = line as usize - 1;
                let around = around.saturating_sub(MANIFEST_LINES)..=around + MANIFEST_LINES;
                let lines = self.lines_of(&manifest);
                let near = around.filter_map(|at| lines.get(at)).filter_map(|line| named(line));
                names.extend(near);
                names.extend(lines.get(line as usize - 1).and_then(|line| key_of(line, path)));
            }
        }
        if is_entry_point {
            names.extend(self.package_names(path));
        }
        names.retain(|name| !name.is_empty() && !is_entry(name));
        names
    }

    /// The names of the package of a file: those that the manifest next above it states, that of its folder, and its own.
    fn package_names(&self, path: &RepoPath) -> BTreeSet<String> {
        let above = folder(path.as_str());
        let outer = above.rsplit('/').next().unwrap_or_default();
        let mut names = BTreeSet::from([stem(path), outer].map(str::to_owned));
        let inventory = self.graph().files();
        let mut above = Some(above);
        while let Some(at) = above {
            let beside = inventory.files.iter().map(|file| &file.path);
            let beside =
                beside.filter(|file| folder(file.as_str()) == at && is_data(file.as_str()));
            let lines = beside.flat_map(|file| self.lines_of(file));
            let found: Vec<String> = lines.filter_map(|line| named(&line)).collect();
            if !found.is_empty() {
                names.extend(found);
                break;
            }
            above = (!at.is_empty()).then(|| folder(at));
        }
        names
    }

    fn lines_of(&self, path: &RepoPath) -> Vec<String> {
        let text = self.text(path).unwrap_or_default();
        String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()
    }

    pub(crate) fn line(&self, path: &RepoPath, line: u32) -> String {
        let text = self.text(path).unwrap_or_default();
        String::from_utf8_lossy(line_of(&text, line)).into_owned()
    }
}

/// The string before the one that names a file.
fn key_of(line: &str, path: &RepoPath) -> Option<String> {
    let all: Vec<&str> = strings(line).collect();
    let at = all.iter().position(|text| text.ends_with(path.file_name()))?;
    let key = all.get(at.checked_sub(1)?)?;
    Some((*key).to_owned())
}

/// The value of a line of a manifest that says what something is called.
fn named(line: &str) -> Option<String> {
    let (key, value) = line.split_once(['=', ':'])?;
    let key = key.trim().trim_matches('"');
    let value = value.trim().trim_end_matches(',').trim_matches(['"', '\'']);
    (key == NAME_KEY && !value.is_empty()).then(|| value.to_owned())
}
