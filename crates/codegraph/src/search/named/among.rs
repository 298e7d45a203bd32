//! Which of several files with one name a place means: names on its line and beside it say in which folder or package.

use crate::text::listing::Listing;
use crate::text::named_files::NamedFiles;
use crate::text::words::{is_word_byte, wholes};
use firsthand_source::{Qualifier, WrittenPlace, is_path_char};

/// The most files whose texts are compared with the names.
const MAX_READ: usize = 16;
/// The most lines below a place that may name the folder.
const MAX_BELOW: usize = 64;
/// How languages write the parts of a package.
const JOINTS: [&str; 3] = [".", "::", "\\"];

/// Those of the files that the place of a text means; their paths have the last `common` parts in common.
pub(super) fn meant(
    listing: &Listing,
    tree: &NamedFiles<'_>,
    text: &str,
    place: &WrittenPlace,
    (common, mut files): (usize, Vec<u32>),
) -> Vec<u32> {
    let start = text[..place.path_bytes.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[place.end()..].find('\n').map_or(text.len(), |at| place.end() + at);
    let above = text[..start].trim_end().rsplit('\n').next().unwrap_or_default();
    for beside in [&text[start..end], above] {
        files = tree.in_folders(files, common, &Qualifier::of(beside));
    }
    let below = text[end..].lines().take(MAX_BELOW);
    let paths = below.flat_map(|line| line.split(|c: char| !is_path_char(c)));
    for path in paths.filter(|path| path.contains('/')) {
        if files.len() > 1 {
            let at_end = |file: &&u32| is_folder_of(path, tree.path(**file));
            let inside: Vec<u32> = files.iter().filter(at_end).copied().collect();
            files = if inside.is_empty() { files } else { inside };
        }
    }
    if (2..=MAX_READ).contains(&files.len()) {
        let names = [&text[start..end], above].into_iter().flat_map(dotted);
        let names: Vec<Vec<&str>> = names.collect();
        let texts = files.iter().map(|file| (*file, listing.reader.read(tree.path(*file))));
        let depth = |text: &[u8]| names.iter().map(|name| depth_in(text, name)).max().unwrap_or(0);
        let depths = texts.map(|(file, text)| (file, text.map_or(0, |text| depth(&text))));
        let depths: Vec<(u32, usize)> = depths.collect();
        let most = depths.iter().map(|(_, depth)| *depth).max().unwrap_or(0);
        files = depths.into_iter().filter(|own| own.1 == most).map(|own| own.0).collect();
    }
    files
}

/// Whether a written path ends with the folder of a file.
fn is_folder_of(written: &str, path: &str) -> bool {
    let Some((folder, _)) = path.rsplit_once('/') else {
        return false;
    };
    let before = written.strip_suffix(folder);
    before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

/// The parts of the names of a text that have several.
fn dotted(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let names = text.split(move |c: char| !(is_part(c) || ".:\\".contains(c)));
    let parts = names.map(move |name| name.split(move |c: char| !is_part(c)));
    let parts = parts.map(|parts| parts.filter(|part| !part.is_empty()).collect::<Vec<&str>>());
    parts.filter(|parts| parts.len() > 1)
}

/// How many of the first parts of a name a text has together: two at least.
fn depth_in(text: &[u8], name: &[&str]) -> usize {
    let has = |count: &usize| {
        let mut spelled = JOINTS.iter().map(|joint| name[..*count].join(joint));
        spelled.any(|spelled| wholes(text, &spelled, is_word_byte).next().is_some())
    };
    (2..=name.len()).rev().find(has).unwrap_or(0)
}
