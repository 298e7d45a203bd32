//! Applies all rules to all files, and the exceptions to the findings.

use std::collections::{BTreeMap, BTreeSet};

use crate::config::{AllowedFile, Config};
use crate::exceptions::exceptions;
use crate::finding::{Finding, SourceFile};
use crate::language::{Language, NodeShape};
use crate::reading::Reading;
use crate::rules::{BAD_EXCEPTION, RULES, RuleHit, UNUSED_EXCEPTION, WORD_LIST};
use crate::syntax::{Id, Syntax};
use crate::tables::{Table, tables};
use crate::vocabulary::Vocabulary;

/// Checks all files of a project. Files that are not production code by `config`, or not in a supported language, are
/// skipped.
///
/// Findings come sorted by place. A finding that an exception with a reason covers is not reported; an exception or an
/// allowed table that covers nothing is reported.
pub fn check(files: &[SourceFile], config: &Config, vocabulary: &Vocabulary) -> Vec<Finding> {
    check_files(files, config, vocabulary, true)
}

/// As [`check`], for some files of a project: unused exceptions of the settings are not reported, since other files may
/// need them.
pub fn check_part(files: &[SourceFile], config: &Config, vocabulary: &Vocabulary) -> Vec<Finding> {
    check_files(files, config, vocabulary, false)
}

fn check_files(
    files: &[SourceFile],
    config: &Config,
    vocabulary: &Vocabulary,
    is_whole_project: bool,
) -> Vec<Finding> {
    let production = files.iter().filter(|file| config.is_production(&file.path));
    let parsed: Vec<(&SourceFile, Syntax<'_>)> = production
        .filter_map(|file| {
            let language = Language::of(&file.path)?;
            Some((file, Syntax::read(&file.text, language)))
        })
        .collect();
    let mut allowed = Allowed { files: &config.allowed, used: BTreeSet::new() };
    let lists = lists(&parsed, &mut allowed);
    let mut found = Vec::new();
    for (file, syntax) in &parsed {
        let reading = Reading::of(&file.path, syntax, config, vocabulary, &lists);
        check_file(file, &reading, &mut allowed, &mut found);
    }
    for (at, file) in allowed.files.iter().enumerate() {
        let is_idle = is_whole_project && !allowed.used.contains(&at);
        let (rule, what) = if let Some(what) = file.fault() {
            (BAD_EXCEPTION, what)
        } else if is_idle {
            let what = format!("nothing in `{}` needs this", file.path);
            (UNUSED_EXCEPTION, what)
        } else {
            continue;
        };
        let (name, text) = (config.name(), config.text());
        found.push(Finding::new(name, text, rule, file.range.clone(), what));
    }
    found.sort_by(Finding::order);
    found.dedup();
    found
}

/// The files that the settings exempt.
struct Allowed<'c> {
    files: &'c [AllowedFile],
    /// The indices of those that excused a hit.
    used: BTreeSet<usize>,
}

impl Allowed<'_> {
    /// The index of the exemption of the file at `path` from a rule.
    fn position(&self, rule: &str, path: &str) -> Option<usize> {
        self.files.iter().position(|file| file.covers(rule, path))
    }
}

/// The names of constants that are word lists, which any file of the project may use. Constants of files whose tables
/// are allowed are left out; the exemption of such a file counts as used if another file names one.
fn lists<'a>(parsed: &[(&SourceFile, Syntax<'a>)], allowed: &mut Allowed<'_>) -> BTreeSet<&'a str> {
    let is_constant = |name: &&str| name.len() > 1 && !name.contains(char::is_lowercase);
    let (mut lists, mut exempt) = (BTreeSet::new(), BTreeMap::new());
    for (file, syntax) in parsed {
        let position = allowed.position(WORD_LIST, &file.path);
        let tables = tables(syntax).into_iter().filter(Table::is_list);
        for name in tables.map(|table| table.name).filter(is_constant) {
            if let Some(position) = position {
                exempt.insert(name, position);
            } else {
                lists.insert(name);
            }
        }
    }
    for (file, syntax) in parsed {
        let own = allowed.position(WORD_LIST, &file.path);
        let is_name = |id: &Id| syntax.shape(*id) == NodeShape::Name;
        let names = syntax.all().filter(is_name);
        let named = names.filter_map(|id| exempt.get(syntax.text(id)).copied());
        allowed.used.extend(named.filter(|&position| Some(position) != own));
    }
    lists
}

/// Appends the findings in one file to `found`.
fn check_file(
    file: &SourceFile,
    reading: &Reading<'_, '_>,
    allowed: &mut Allowed<'_>,
    found: &mut Vec<Finding>,
) {
    let exceptions = exceptions(reading.syntax);
    let mut used = BTreeSet::new();
    for rule in RULES {
        for hit in outermost((rule.check)(reading)) {
            let hit = Finding::new(&file.path, &file.text, rule.name, hit.range, hit.message);
            let by_comment = exceptions.iter().position(|e| e.covers(rule.name, hit.line));
            if let Some(at) = by_comment {
                used.insert(at);
            } else if let Some(at) = allowed.position(rule.name, &file.path) {
                allowed.used.insert(at);
            } else {
                found.push(hit);
            }
        }
    }
    for (at, exception) in exceptions.iter().enumerate() {
        let (rule, what) = if let Some(what) = exception.fault() {
            (BAD_EXCEPTION, what)
        } else if !used.contains(&at) && !lacks_vocabulary(&exception.rules, reading.vocabulary) {
            let rules = exception.rules.join(", ");
            let what = format!("nothing here needs an exception from {rules}");
            (UNUSED_EXCEPTION, what)
        } else {
            continue;
        };
        let range = exception.range.clone();
        found.push(Finding::new(&file.path, &file.text, rule, range, what));
    }
}

/// Whether an exception is from the rule `vocabulary` alone, and there is no vocabulary: then nothing can need it.
fn lacks_vocabulary(rules: &[String], vocabulary: &Vocabulary) -> bool {
    vocabulary.is_empty() && matches!(rules, [rule] if rule == "vocabulary")
}

/// Removes hits that are inside another hit, so that one table gives one finding. Hits with an empty range, which are
/// about the whole file, are kept.
fn outermost(mut hits: Vec<RuleHit>) -> Vec<RuleHit> {
    hits.sort_by_key(|hit| (hit.range.start, std::cmp::Reverse(hit.range.end)));
    let mut outer: Vec<RuleHit> = Vec::new();
    for hit in hits {
        let last = outer.last().filter(|last| !last.range.is_empty());
        if hit.range.is_empty() || last.is_none_or(|last| last.range.end < hit.range.end) {
            outer.push(hit);
        }
    }
    outer
}
