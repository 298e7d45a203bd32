//! Which of the files that hold a name have a line that looks like its declaration.

use crate::relations::{FileWithName, RelationContext};
use crate::text::files_by_name;
use crate::text::likelihood::{Likelihood, likelihood};

/// Of more files than a limit allows, moves those to the front that look most like a declaration: a limit keeps the first
/// files, and a file that declares a name may say it once.
pub(super) fn declarations_first(
    context: &RelationContext<'_>,
    found: &mut Vec<FileWithName>,
    name: &str,
) {
    let files: Vec<(usize, FileWithName)> = std::mem::take(found).into_iter().enumerate().collect();
    let mut ranked = context.tree.threads.filter_map(&files, 4, |(at, file)| {
        let may_declare =
            file.likelihood == Likelihood::High && goes_on_behind(context, file, name);
        Some((!may_declare, *at, file.clone()))
    });
    ranked.sort_by_key(|(is_use, at, _)| (*is_use, *at));
    found.extend(ranked.into_iter().map(|(_, _, file)| file));
}

/// Whether a line of a file may declare the name and has more behind it, as parameters or a value. Of imports, most end
/// with the name, or with a list of names.
pub(super) fn goes_on_behind(
    context: &RelationContext<'_>,
    file: &FileWithName,
    name: &str,
) -> bool {
    let names = [name.to_owned()];
    let Ok(text) = context.listing.reader.read(&file.path) else {
        return false;
    };
    let finder = files_by_name::finder(&names);
    let found = finder.iter().flat_map(|finder| files_by_name::occurrences(finder, &text));
    let mut found = found.filter(|(at, _)| likelihood(&text, *at) == file.likelihood);
    found.any(|(at, _)| {
        let rest = &text[at + name.len()..];
        let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let next = line.trim_ascii().first();
        next.is_some_and(|byte| !b",;)".contains(byte))
    })
}
