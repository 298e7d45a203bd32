//! Applies all rules to all files, and the exceptions to the findings.

use std::collections::{BTreeMap, BTreeSet};

use crate::config::{AllowedFile, Config};
use crate::exceptions::{Exception, exceptions, fault};
use crate::finding::{Finding, SourceFile};
use crate::language::NodeShape;
use crate::reading::{Reading, RuleHit, parse};
use crate::rules::{RULES, Rule, bad_exception, rule, unused_exception, word_list};
use crate::syntax::Syntax;
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
    let allowed_files = config.allowed_files().unwrap_or_default();
    let production = files.iter().filter(|file| config.is_production(&file.path));
    let parsed: Vec<(&SourceFile, Syntax<'_>)> = production
        .filter_map(|file| Some((file, parse(&file.path, &file.text, config)?)))
        .collect();
    let mut used_allowed_files = BTreeSet::new();
    let lists = lists(&parsed, &allowed_files, &mut used_allowed_files);
    let mut found = Vec::new();
    for (file, syntax) in &parsed {
        let reading = Reading::of(&file.path, syntax, config, vocabulary, &lists);
        check_file(
            file,
            &reading,
            &allowed_files,
            &mut used_allowed_files,
            &mut found,
        );
    }
    for (at, allowed_file) in allowed_files.iter().enumerate() {
        let rules: Vec<&str> = allowed_file.rule.as_deref().into_iter().collect();
        // Without a vocabulary, an exception from `vocabulary` cannot be used, so it is not reported as unused.
        let lacks_vocabulary = rules == ["vocabulary"] && vocabulary.is_empty();
        let (name, what) = match fault(&rules, &allowed_file.reason) {
            Some(what) => (bad_exception::NAME, what),
            None if is_whole_project && !used_allowed_files.contains(&at) && !lacks_vocabulary => (
                unused_exception::NAME,
                format!("nothing in `{}` needs this", allowed_file.path),
            ),
            None => continue,
        };
        found.extend(finding(
            config.name(),
            config.text(),
            name,
            allowed_file.range.clone(),
            what,
        ));
    }
    found.sort_by(Finding::order);
    found.dedup();
    found
}

/// The names of constants that are word lists, which any file of the project may use. Constants of files whose tables
/// are allowed are left out; if another file names one, the index of the allowed file is added to `used_allowed_files`.
fn lists<'a>(
    parsed: &[(&SourceFile, Syntax<'a>)],
    allowed_files: &[AllowedFile],
    used_allowed_files: &mut BTreeSet<usize>,
) -> BTreeSet<&'a str> {
    let allowed_file_of = |path: &str| {
        let mut allowed_files = allowed_files.iter();
        allowed_files.position(|allowed_file| covers(allowed_file, &word_list::RULE, path))
    };
    let is_constant = |name: &str| name.len() > 1 && !name.contains(char::is_lowercase);
    let (mut lists, mut allowed) = (BTreeSet::new(), BTreeMap::new());
    for (file, syntax) in parsed {
        let tables = tables(syntax).into_iter().filter(Table::is_list);
        for name in tables
            .map(|table| table.name)
            .filter(|name| is_constant(name))
        {
            match allowed_file_of(&file.path) {
                Some(allowed_file) => drop(allowed.insert(name, allowed_file)),
                None => drop(lists.insert(name)),
            }
        }
    }
    for (file, syntax) in parsed {
        let names = syntax
            .all()
            .filter(|&id| syntax.shape(id) == NodeShape::Name);
        let allowed_files = names.filter_map(|id| allowed.get(syntax.text(id)).copied());
        used_allowed_files.extend(
            allowed_files.filter(|allowed_file| Some(*allowed_file) != allowed_file_of(&file.path)),
        );
    }
    lists
}

/// Appends the findings in one file to `found`, and the indices of the allowed files that excuse a hit to
/// `used_allowed_files`.
fn check_file(
    file: &SourceFile,
    reading: &Reading<'_, '_>,
    allowed_files: &[AllowedFile],
    used_allowed_files: &mut BTreeSet<usize>,
    found: &mut Vec<Finding>,
) {
    let vocabulary = reading.vocabulary;
    let exceptions = exceptions(reading.syntax);
    let mut used_exceptions = BTreeSet::new();
    for rule in RULES {
        for hit in outermost((rule.check)(reading)) {
            let hit = Finding::new(&file.path, &file.text, rule, hit.range, hit.message);
            let by_comment = exceptions
                .iter()
                .position(|e| e.covers(rule.name, hit.line));
            let by_file = allowed_files
                .iter()
                .position(|allowed_file| covers(allowed_file, rule, &file.path));
            match (by_comment, by_file) {
                (Some(at), _) => drop(used_exceptions.insert(at)),
                (None, Some(at)) => drop(used_allowed_files.insert(at)),
                (None, None) => found.push(hit),
            }
        }
    }
    for (at, exception) in exceptions.iter().enumerate() {
        let report =
            |name, what| finding(&file.path, &file.text, name, exception.range.clone(), what);
        match exception.fault() {
            Some(what) => found.extend(report(bad_exception::NAME, what)),
            None if !used_exceptions.contains(&at) && !lacks_vocabulary(exception, vocabulary) => {
                let what = format!(
                    "nothing here needs an exception from {}",
                    exception.rules.join(", ")
                );
                found.extend(report(unused_exception::NAME, what));
            }
            None => {}
        }
    }
}

/// Whether the exception is from the rule `vocabulary` alone, and there is no vocabulary.
fn lacks_vocabulary(exception: &Exception, vocabulary: &Vocabulary) -> bool {
    vocabulary.is_empty() && exception.rules == ["vocabulary"]
}

/// Whether an allowed file with a valid reason exempts the file at `path` from the rule.
fn covers(allowed_file: &AllowedFile, rule: &Rule, path: &str) -> bool {
    let named = allowed_file
        .rule
        .as_ref()
        .map_or(rule.exempts_closed_tables, |name| name == rule.name);
    let sound = fault(
        &allowed_file.rule.as_deref().into_iter().collect::<Vec<_>>(),
        &allowed_file.reason,
    )
    .is_none();
    named && sound && allowed_file.paths.is_match(path)
}

fn finding(
    path: &str,
    text: &str,
    name: &str,
    range: std::ops::Range<usize>,
    what: String,
) -> Option<Finding> {
    Some(Finding::new(path, text, rule(name)?, range, what))
}

/// Removes hits that are inside another hit, so that one table gives one finding. Hits with an empty range, which are
/// about the whole file, are kept.
fn outermost(mut hits: Vec<RuleHit>) -> Vec<RuleHit> {
    hits.sort_by_key(|hit| (hit.range.start, std::cmp::Reverse(hit.range.end)));
    let mut outer_hits: Vec<RuleHit> = Vec::new();
    for hit in hits {
        let inside = outer_hits
            .last()
            .is_some_and(|last| hit.range.end <= last.range.end && !hit.range.is_empty());
        if !inside || outer_hits.last().is_some_and(|last| last.range.is_empty()) {
            outer_hits.push(hit);
        }
    }
    outer_hits
}
