//! What runs code that nothing calls: the tests that import its file, and those that start its program.

use std::collections::BTreeSet;

use firsthand_codegraph::{is_code, is_data};
use firsthand_registry::PathClass;
use firsthand_source::{RepoPath, folder};

use crate::document::Dependence;
use crate::found::{Found, Line};
use crate::layout::line_of;
use crate::lookup::Lookup;

/// The name of the function with which a program begins, in any case.
const ENTRY: &str = "main";
/// The key of a manifest whose value is the name of its package or program.
const NAME_KEY: &str = "name";
/// What Cargo calls the path of a built program for tests, before the program's name.
const BUILT_PROGRAM: &str = "CARGO_BIN_EXE_";
/// The option before the name of a module that is run.
const MODULE_OPTION: &str = "-m";
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

/// The strings of a line of code or data, in their order: what is between two quotes of one kind, and in no other string.
pub(crate) fn strings(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.find(['"', '\'', '`']) {
        let (quote, after) = rest[at..].split_at(1);
        let mut ends = after.match_indices(quote).map(|(end, _)| end);
        // A backslash behind another one escapes nothing.
        let escapes = |text: &str| text.len() - text.trim_end_matches('\\').len();
        rest = match ends.find(|end| escapes(&after[..*end]) % 2 == 0) {
            Some(end) => {
                found.push(&after[..end]);
                &after[end + 1..]
            }
            None => after,
        };
    }
    found
}

/// Whether one of the strings of a line is the path of a folder or the name of its module, as what runs a folder is given
/// it: `./cmd/tool`, or `tool` behind `-m`.
fn runs_folder(strings: &[&str], folder: &str) -> bool {
    let is_path = |text: &str| {
        let inner = text.trim_start_matches("./");
        let outer = folder.strip_suffix(inner).filter(|_| !inner.is_empty());
        let is_end = outer.is_some_and(|outer| outer.is_empty() || outer.ends_with('/'));
        text.contains('/') && is_end
    };
    let is_module =
        |pair: &[&str]| pair[0] == MODULE_OPTION && folder.ends_with(&pair[1].replace('.', "/"));
    strings.iter().any(|text| is_path(text)) || strings.windows(2).any(is_module)
}

impl Lookup<'_> {
    /// The places of tests that start the program which begins in a file.
    pub(crate) fn starting(&mut self, path: &RepoPath, symbol: Option<&str>) -> Vec<Found> {
        let is_entry_point = is_entry(symbol.unwrap_or(stem(path)));
        let names: Vec<String> = self.program_names(path, is_entry_point).into_iter().collect();
        let built = names.iter().map(|name| format!("{BUILT_PROGRAM}{name}"));
        let texts: Vec<String> = built.chain(names.iter().cloned()).collect();
        let within =
            Some(folder(path.as_str())).filter(|within| is_entry_point && !within.is_empty());
        let last = within.and_then(|within| within.rsplit('/').next()).map(str::to_owned);
        let searched: Vec<String> = texts.iter().cloned().chain(last).collect();
        let lines = self.lines_with(&searched, MAX_LINES);
        let named: BTreeSet<Line> = lines.into_iter().flatten().collect();
        let named = named.into_iter().filter(|(file, line)| {
            let line = self.line(file, *line);
            let strings = strings(&line);
            let is_meant = |text: &&str| {
                let last = text.rsplit(['/', '\\']).next().unwrap_or(text);
                texts.iter().any(|name| name == last)
            };
            let runs = || within.is_some_and(|within| runs_folder(&strings, within));
            is_code(file.as_str()) && (strings.iter().any(is_meant) || runs())
        });
        let mut named: BTreeSet<Line> = named.collect();
        let by_path = self.uses_of_file(path);
        named.extend(by_path.into_iter().filter(|(file, _)| is_code(file.as_str())));
        let mut tests = self.strings_at(&named, Dependence::Test);
        tests.retain(Found::is_test);
        tests
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

    /// The names of the package of a file: those that the manifest next above it states, and its own.
    fn package_names(&self, path: &RepoPath) -> BTreeSet<String> {
        let mut names = BTreeSet::from([stem(path).to_owned()]);
        let inventory = self.graph().files();
        let mut above = Some(folder(path.as_str()));
        while let Some(at) = above {
            let beside = inventory.files.iter().map(|file| &file.path);
            let is_manifest = |file: &&RepoPath| {
                folder(file.as_str()) == at && is_data(file.as_str()) && !PathClass::of(file).docs
            };
            let beside = beside.filter(is_manifest);
            let found: Vec<String> =
                beside.flat_map(|file| outermost_names(&self.lines_of(file))).collect();
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

/// What a manifest says outside of its parts that it is called: a part of it may be called otherwise.
fn outermost_names(lines: &[String]) -> Vec<String> {
    let is_bracketed = lines.iter().any(|line| line.starts_with('{'));
    let mut depth = 0_i32;
    let mut found = Vec::new();
    for line in lines {
        let is_outermost =
            if is_bracketed { depth == 1 } else { !line.starts_with(char::is_whitespace) };
        found.extend(named(line).filter(|_| is_outermost));
        let change = |c: char| match c {
            '{' | '[' => 1,
            '}' | ']' => -1,
            _ => 0,
        };
        depth += line.chars().map(change).sum::<i32>();
    }
    found
}

/// The string before the one that names a file.
fn key_of(line: &str, path: &RepoPath) -> Option<String> {
    let all = strings(line);
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
