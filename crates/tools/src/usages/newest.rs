//! The newest file beside a cited one, where the files of a folder are numbered or dated, as migrations are: the next one
//! follows it.

use firsthand_registry::{LineRange, Related, RepoPath, Window};

use crate::repo::Repo;

/// The fewest files of a folder that are numbered in the same way.
const MIN_ALIKE: usize = 3;
/// The most folders of which the newest file is shown.
const MAX_FOLDERS: usize = 2;
/// The relation of the newest file to the cited one, and what shows it.
const RELATION: &str = "newest sibling";
const RESOLUTION: &str = "number";

/// The first lines of the newest files beside the cited ones.
pub(super) fn newest_siblings(repo: &Repo, cited: &[(RepoPath, LineRange)]) -> Vec<Window> {
    let files = repo.graph.files();
    let paths: Vec<&str> = files.files.iter().map(|file| file.path.as_str()).collect();
    let mut windows: Vec<Window> = Vec::new();
    for (path, _) in cited {
        let Some(newest) = newest_beside(path.as_str(), &paths) else {
            continue;
        };
        let window = RepoPath::new(newest).ok().and_then(|newest| first_line(repo, &newest, path));
        let is_new = |window: &Window| {
            windows.iter().all(|other| other.span.path() != window.span.path())
                && cited.iter().all(|(cited, _)| cited != window.span.path())
        };
        let is_one_more = windows.len() < MAX_FOLDERS;
        windows.extend(window.filter(|window| is_one_more && is_new(window)));
    }
    windows
}

/// The first line of a file that says something, as the newest file beside the cited one.
fn first_line(repo: &Repo, newest: &RepoPath, cited: &RepoPath) -> Option<Window> {
    let masked = repo.read_file(newest).ok()?;
    let text = String::from_utf8_lossy(masked.bytes());
    let at = text.lines().position(|line| !line.trim().is_empty())?;
    let line = LineRange::one(u32::try_from(at + 1).ok()?);
    let mut window = masked.window(line, |_, _| 0)?;
    window.related = Some(Related {
        relation: RELATION.to_owned(),
        of: file_name(cited.as_str()).1.to_owned(),
        resolution: RESOLUTION.to_owned(),
    });
    Some(window.as_row())
}

/// The file of the path's folder with the greatest numbers, of those whose names have numbers where the path's name has
/// them; `None` where that is the path itself, and unless most names in the folder with its ending are of that form.
fn newest_beside<'p>(path: &str, paths: &[&'p str]) -> Option<&'p str> {
    let own = Numbered::of(path)?;
    let of_folder = paths.iter().filter(|other| {
        let (folder, name) = file_name(other);
        folder == own.folder && name.ends_with(own.ending)
    });
    let alike = of_folder.clone().filter_map(|other| Some((Numbered::of(other)?, *other)));
    let alike = alike.filter(|(other, _)| (other.before, other.ending) == (own.before, own.ending));
    let alike: Vec<(Numbered<'p>, &'p str)> = alike.collect();
    if alike.len() < MIN_ALIKE || alike.len() * 2 < of_folder.count() {
        return None;
    }
    let newest = alike.iter().max_by(|a, b| (&a.0.numbers, a.1).cmp(&(&b.0.numbers, b.1)))?;
    (newest.0.numbers > own.numbers).then_some(newest.1)
}

/// The parts of a path whose file has a number in its name.
struct Numbered<'p> {
    folder: &'p str,
    /// The name before its first number.
    before: &'p str,
    /// The name's ending, behind its numbers.
    ending: &'p str,
    /// Its first number and those that follow that directly, as in `v4.39.json` or `20260728_1248_add.py`.
    numbers: Vec<u64>,
}

impl<'p> Numbered<'p> {
    fn of(path: &'p str) -> Option<Self> {
        let (folder, name) = file_name(path);
        let (before, mut rest) = name.split_at(name.find(|c: char| c.is_ascii_digit())?);
        let mut numbers = Vec::new();
        loop {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (number, after) = rest.split_at(digits);
            numbers.push(number.parse().ok()?);
            let next = after.strip_prefix(['.', '_', '-']);
            match next.filter(|next| next.starts_with(|c: char| c.is_ascii_digit())) {
                Some(next) => rest = next,
                None => {
                    let ending = &after[after.find('.')?..];
                    return Some(Self { folder, before, ending, numbers });
                }
            }
        }
    }
}

/// The folder and the name of a path.
fn file_name(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

#[cfg(test)]
mod tests {
    use super::newest_beside;

    #[test]
    fn the_newest_of_numbered_files_is_found() {
        let check = |path: &str, beside: &[&str], expect: Option<&str>| {
            assert_eq!(newest_beside(path, beside), expect, "{path} in {beside:?}");
        };
        let django = ["m/0001_initial.py", "m/0009_add.py", "m/0010_drop_a.py", "m/__init__.py"];
        check("m/0001_initial.py", &django, Some("m/0010_drop_a.py"));
        check("m/0010_drop_a.py", &django, None);
        check("m/__init__.py", &django, None);
        check("n/0001_initial.py", &django, None);
        let dated =
            ["v/20250101_0900_a1b2_x.py", "v/20260728_1248_c412_y.py", "v/20260728_0100_ff_z.py"];
        check(dated[0], &dated, Some(dated[1]));
        let flyway = ["db/V1__init.sql", "db/V2__users.sql", "db/V10__index.sql", "db/R__view.sql"];
        check(flyway[1], &flyway, Some(flyway[2]));
        let versions = ["s/v4.9.json", "s/v4.38.json", "s/v4.39.json", "s/v5.0.json"];
        check(versions[1], &versions, Some(versions[3]));
        let pairs = [
            "p/1_a.up.sql",
            "p/1_a.down.sql",
            "p/2_b.up.sql",
            "p/2_b.down.sql",
            "p/3_c.up.sql",
            "p/3_c.down.sql",
        ];
        check(pairs[1], &pairs, Some(pairs[5]));
        let rails = [
            "db/migrate/20240101000000_a.rb",
            "db/migrate/20240201000000_b.rb",
            "db/migrate/20240301000000_c.rb",
            "db/schema.rb",
        ];
        check(rails[0], &rails, Some(rails[2]));
        // Two are no series, and neither are few among others.
        check("a/1.txt", &["a/1.txt", "a/2.txt"], None);
        let few =
            ["h/sha1.rs", "h/sha2.rs", "h/sha3.rs", "h/md.rs", "h/crc.rs", "h/lib.rs", "h/hex.rs"];
        check("h/sha1.rs", &few, None);
        check("h/99999999999999999999999.rs", &few, None);
    }
}
