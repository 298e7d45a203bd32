//! `--path`: the files, folders and globs that a command looks at.

use clap::Args;
use firsthand::codegraph::{Scope, language_of};
use firsthand::registry::escape;
use firsthand::source::WrittenPlace;
use firsthand::tools::Toolbox;
use firsthand::{Cancel, Explorer, Relation, SearchDocument, SearchRequest, Workspace};

use crate::failure::{Failure, PATH_HINT};

/// What begins a pattern in a glob.
const WILDCARDS: [char; 4] = ['*', '?', '[', '{'];

/// The files to look at.
#[derive(Args, Clone, Debug)]
pub(crate) struct Paths {
    /// Search only this file, folder or glob; a leading ! excludes; may be repeated
    #[arg(long = "path", value_name = "PATH", help_heading = "Scope")]
    path: Vec<String>,
}

impl Paths {
    pub(crate) fn is_empty(&self) -> bool {
        self.path.is_empty()
    }

    /// The paths as those of the roots: see [`in_roots`].
    pub(crate) fn in_roots(&self, roots: &Workspace) -> Vec<String> {
        self.path.iter().map(|path| in_roots(path, roots)).collect()
    }
}

/// A file, a folder or a glob as a path of the roots. As for git, what exists below the working folder is
/// meant; any other text is one of the roots' already.
pub(crate) fn in_roots(text: &str, roots: &Workspace) -> String {
    below_working_folder(text, roots).unwrap_or_else(|| text.to_owned())
}

fn below_working_folder(text: &str, roots: &Workspace) -> Option<String> {
    let here = std::env::current_dir().ok()?;
    let (not, path) = text.strip_prefix('!').map_or(("", text), |path| ("!", path));
    // A glob is where the folder before its first wildcard is.
    let literal = if here.join(path).exists() {
        path.len()
    } else {
        path[..path.find(WILDCARDS)?].rfind('/')?
    };
    let (literal, pattern) = path.split_at(literal);
    let (real, roots) = (here.join(literal).canonicalize().ok()?, roots.resolved().ok()?);
    let below = if roots.folder() == Some(&real) {
        ".".to_owned()
    } else {
        roots.path_of(&real)?.as_str().to_owned()
    };
    Some(format!("{not}{below}{pattern}"))
}

/// Checks that each of the paths selects a file of the tree.
///
/// # Errors
/// The first one that does not, with the paths that are similar to it.
pub(crate) fn check(paths: &[String], explorer: &Explorer) -> Result<(), Failure> {
    let toolbox = explorer.toolbox();
    let files = toolbox.graph().files();
    for path in paths {
        if let Err(why) = Scope::of(path, &files) {
            let failure = Failure::usage(format!("`{path}` selects no file: {why}"));
            return Err(failure.hint(similar(path, toolbox, PATH_HINT)));
        }
    }
    Ok(())
}

/// Checks that the paths of an outline are one file of the tree.
///
/// # Errors
/// As those of [`check`], or that they are a folder or several files.
pub(crate) fn check_file(paths: &[String], explorer: &Explorer) -> Result<(), Failure> {
    check(paths, explorer)?;
    let (text, files) = (paths.join("\n"), explorer.toolbox().graph().files());
    match Scope::of(&text, &files) {
        Ok(Scope::Below(path)) if files.contains(path.as_str()) => Ok(()),
        _ => Err(Failure::usage(format!("`{}` is no file, which has an outline", paths.join(" ")))
            .hint("give a query or --symbol NAME beside --path")),
    }
}

/// Checks that a query that is nothing but a line of a file names one that is there.
///
/// # Errors
/// There is no such file, with the paths that are similar; or the only one has fewer lines.
pub(crate) fn check_place(query: &str, explorer: &Explorer) -> Result<(), Failure> {
    let place = WrittenPlace::alone(query);
    // Such as a host and its port.
    let is_file = |place: &WrittenPlace| language_of(&query[place.path_bytes.clone()]).is_some();
    place.filter(is_file).map_or(Ok(()), |place| check_line(query, &place, explorer))
}

/// Checks that a symbol of which nothing was found, if it is a line of a file, is one of a declaration.
///
/// # Errors
/// As those of [`check_place`]; or no declaration is known there.
pub(crate) fn check_symbol(
    symbol: &str,
    found: &SearchDocument,
    explorer: &Explorer,
) -> Result<(), Failure> {
    let place = WrittenPlace::alone(symbol);
    let Some(place) = place.filter(|_| found.regions.is_empty()) else {
        return Ok(());
    };
    let mut request = SearchRequest::new("");
    request.symbol = Some((symbol.to_owned(), Relation::Definition));
    let declared = explorer.search(&request, &Cancel::new()).document();
    // The text of some relations is no name of a declaration.
    let is_same_fault = declared.notes.iter().all(|note| found.notes.contains(note));
    if !declared.regions.is_empty() || declared.notes.is_empty() || !is_same_fault {
        return Ok(());
    }
    check_line(symbol, &place, explorer)?;
    Err(Failure::usage(declared.notes.join("; ")))
}

fn check_line(text: &str, place: &WrittenPlace, explorer: &Explorer) -> Result<(), Failure> {
    let (path, toolbox) = (&text[place.path_bytes.clone()], explorer.toolbox());
    let files = toolbox.graph().files();
    if !files.files.iter().any(|file| place.line_in(&file.path).is_some()) {
        let failure = Failure::usage(format!("there is no file `{}`", escape(path)));
        return Err(failure.hint(similar(path, toolbox, "")));
    }
    match toolbox.lines_past_end(text).pop() {
        Some(sentence) => Err(Failure::usage(sentence)),
        None => Ok(()),
    }
}

/// What a path may mean that is none, or else a hint.
fn similar(path: &str, toolbox: &Toolbox, otherwise: &str) -> String {
    if let Some(sentence) = toolbox.sandbox().no_root(path) {
        return sentence;
    }
    match &toolbox.similar_paths(path)[..] {
        [] => otherwise.to_owned(),
        similar => format!("did you mean {}?", similar.join(", ")),
    }
}
