//! The files of a tree that a text names by written places.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use firsthand_source::fs::{FileEntry, Workspace, WorkspaceRoot};
use firsthand_source::{Qualifier, WrittenPlace, composed, fold, last_word_of};

/// The most files of one name that are told apart by a package.
const MAX_QUALIFIED: usize = 64;

/// The files of a tree whose names some written places contain.
pub(crate) struct NamedFiles<'e> {
    entries: &'e [FileEntry],
    by_name: HashMap<Cow<'e, str>, Vec<u32>>,
    /// Those that have a name with a line in another case alone, by the name in lower case.
    by_folded_name: HashMap<String, Vec<u32>>,
    roots: Vec<Root>,
}

/// A root, as written places name it.
struct Root {
    /// Its name; empty for a single root.
    name: String,
    /// What its paths begin with.
    prefix: String,
    /// The parts of its folder's path, as it was given and without links.
    folders: Vec<Vec<String>>,
}

impl Root {
    fn of(root: &WorkspaceRoot) -> Self {
        let parts = |folder: &Path| -> Vec<String> {
            let folder = folder.to_string_lossy();
            let parts = folder.split(['/', '\\']).filter(|part| !part.is_empty());
            parts.map(|part| composed(part).into_owned()).collect()
        };
        let folders = [Some(root.folder.clone()), root.folder.canonicalize().ok()];
        let folders = folders.into_iter().flatten().map(|folder| parts(&folder));
        Root {
            name: root.name.as_ref().map(|name| name.as_str().to_owned()).unwrap_or_default(),
            prefix: root.prefix().to_owned(),
            folders: folders.filter(|parts| !parts.is_empty()).collect(),
        }
    }

    /// The paths in this root that a place names whole: below its folder, or behind its name and a colon.
    fn paths(&self, place: &WrittenPlace) -> impl Iterator<Item = String> {
        let below =
            self.folders.iter().filter_map(|folder| place.parts.strip_prefix(folder.as_slice()));
        let named = (!self.name.is_empty() && place.behind_colon() == self.name)
            .then_some(place.parts.as_slice());
        below.chain(named).map(|parts| self.prefix.clone() + &parts.join("/"))
    }
}

impl<'e> NamedFiles<'e> {
    pub(crate) fn of(
        entries: &'e [FileEntry],
        workspace: &Workspace,
        places: &[WrittenPlace],
    ) -> Self {
        let wanted: HashSet<&str> = places.iter().map(WrittenPlace::last_word).collect();
        let mut by_name: HashMap<Cow<'_, str>, Vec<u32>> = HashMap::new();
        for (file, entry) in (0..).zip(entries) {
            let name = last_word_of(entry.path.as_str());
            if wanted.contains(&*name) {
                by_name.entry(name).or_default().push(file);
            }
        }
        let with_line = places.iter().filter(|place| place.line.is_some());
        let names = with_line.map(WrittenPlace::last_word);
        let missing = names.filter(|name| name.contains('.') && !by_name.contains_key(*name));
        let missing: HashSet<String> = missing.map(fold).collect();
        let mut by_folded_name: HashMap<String, Vec<u32>> = HashMap::new();
        for (file, entry) in (0..).zip(entries).filter(|_| !missing.is_empty()) {
            let name = fold(&last_word_of(entry.path.as_str()));
            if missing.contains(&name) {
                by_folded_name.entry(name).or_default().push(file);
            }
        }
        let roots = workspace.roots().iter().filter(|_| !by_name.is_empty());
        NamedFiles { entries, roots: roots.map(Root::of).collect(), by_name, by_folded_name }
    }

    /// The files that a place names, with the number of parts that it has in common with their paths: the file at this
    /// very path, or else those with the most parts in common, and of these the ones with the most folders in the
    /// package that the place names.
    pub(crate) fn named_by(&self, place: &WrittenPlace) -> (usize, Vec<u32>) {
        let path = |file: u32| self.path(file);
        let Some(files) = self.by_name.get(place.last_word()) else {
            let alike = self.by_folded_name.get(&fold(place.last_word())).into_iter().flatten();
            let in_common = |&file: &u32| Some((place.common_parts_in_any_case(path(file))?, file));
            let (most, best) = with_most(alike.filter_map(in_common));
            return (most, best);
        };
        let inside = self.roots.iter().flat_map(|root| root.paths(place));
        let with_marks = |&file: &u32| Some((place.common_parts_with_marks(path(file))?, file));
        let mut common: Vec<(usize, u32)> = files.iter().filter_map(with_marks).collect();
        if common.is_empty() {
            for whole in inside.chain([place.parts.join("/")]) {
                let is_at = |file: &&u32| composed(path(**file)) == whole;
                if let Some(file) = files.iter().find(is_at) {
                    return (whole.split('/').count(), vec![*file]);
                }
            }
            let in_common = |&file: &u32| Some((place.common_parts(path(file))?, file));
            common = files.iter().filter_map(in_common).collect();
        }
        let (most, best) = with_most(common.into_iter());
        if !(2..=MAX_QUALIFIED).contains(&best.len()) {
            return (most, best);
        }
        let qualified = self.in_folders(best, most, &place.qualifier());
        (most, qualified)
    }

    /// Those of the files with the most folders among some words; the last `common` parts of their paths are the same.
    pub(crate) fn in_folders(&self, files: Vec<u32>, common: usize, words: &Qualifier) -> Vec<u32> {
        let folders = |file: u32| (words.folders_of(self.path(file), common), file);
        with_most(files.into_iter().map(folders)).1
    }

    pub(crate) fn path(&self, file: u32) -> &'e str {
        self.entries[file as usize].path.as_str()
    }

    /// The path of the only file that a place names.
    pub(crate) fn only(&self, place: &WrittenPlace) -> Option<&'e str> {
        match self.named_by(place).1[..] {
            [file] => Some(self.path(file)),
            _ => None,
        }
    }
}

/// The highest count, and the files with it.
fn with_most(counted: impl Iterator<Item = (usize, u32)>) -> (usize, Vec<u32>) {
    let counted: Vec<(usize, u32)> = counted.collect();
    let most = counted.iter().map(|(count, _)| *count).max().unwrap_or(0);
    let best = counted.iter().filter(|(count, _)| *count == most);
    (most, best.map(|(_, file)| *file).collect())
}

#[cfg(test)]
mod tests {
    use firsthand_source::RepoPath;

    use super::*;

    fn check(written: &str, paths: &[&str], expect: &str) {
        let entry =
            |path: &&str| FileEntry { path: RepoPath::new(path).unwrap(), size: 1, state: None };
        let entries: Vec<FileEntry> = paths.iter().map(entry).collect();
        let places = WrittenPlace::all(written);
        let files = NamedFiles::of(&entries, &Workspace::single("/home/me/repo"), &places);
        let (_, found) = files.named_by(places.last().unwrap());
        let seen: Vec<&str> = found.iter().map(|file| paths[*file as usize]).collect();
        assert_eq!(seen.join(" "), expect, "{written}");
    }

    #[test]
    fn a_path_names_the_files_with_the_longest_common_end() {
        let paths = [
            "a.py",
            "lib/util.ts",
            "repo/src/a.py",
            "src/a.py",
            "src/util.ts",
            "src/cafe\u{301}.py",
        ];
        check("src/a.py", &paths, "src/a.py");
        check("/home/me/repo/src/a.py", &paths, "src/a.py");
        check("a.py", &paths, "a.py");
        check("/srv/www/src/util.ts", &paths, "src/util.ts");
        check("C:\\x\\lib\\util.ts", &paths, "lib/util.ts");
        check("util.ts", &paths, "lib/util.ts src/util.ts");
        check("/usr/lib/json/util.ts", &paths, "");
        check("src/café.py", &paths, "src/cafe\u{301}.py");
        check("b.py", &paths, "");
    }

    #[test]
    fn a_name_with_a_line_may_be_in_another_case() {
        let paths = ["shop/cart.py", "shop/Till.py", "shop/till.py"];
        check("Cart.py:80", &paths, "shop/cart.py");
        check("SHOP/CART.PY:80", &paths, "shop/cart.py");
        check("Till.py:80", &paths, "shop/Till.py");
        check("TILL.py:80", &paths, "shop/Till.py shop/till.py");
        check("other/Cart.py:80", &paths, "");
        check("Cart.py", &paths, "");
    }

    #[test]
    fn of_files_with_one_name_the_package_chooses() {
        let paths = ["a/Shop.java", "b/Shop.java", "x/acme/a/Shop.java"];
        check("at b.Shop.run(Shop.java:3)", &paths, "b/Shop.java");
        check("at acme.a.Shop.run(Shop.java:3)", &paths, "x/acme/a/Shop.java");
        check("at org.Shop.run(Shop.java:3)", &paths, &paths.join(" "));
        let paths = ["apps/shop/lib/a.ex", "apps/till/lib/a.ex"];
        check("    (till 0.1.0) lib/a.ex:65", &paths, paths[1]);
        let paths = ["packages/shop/lib/src/a.dart", "packages/till/lib/src/a.dart"];
        check("#1  A.run (package:till/src/a.dart:67:16)", &paths, paths[1]);
    }

    #[test]
    fn paths_with_blanks_are_found_behind_other_words() {
        let paths = ["my shop/the shop.py", "shop.py", "shop/a.py"];
        check("see my shop/the shop.py:3", &paths, paths[0]);
        check("see the shop.py:3", &paths, paths[0]);
        check("see a shop.py:3", &paths, paths[1]);
        check("file:///my%20shop/the%20shop.py:3", &paths, paths[0]);
        check("my shop/a.py:3", &paths, paths[2]);
    }

    #[test]
    fn paths_with_marks_are_found() {
        for name in ["cart&co.js", "cart,old.js", "o'neil.js", "#cart.js", "cart=x.js", "a (1).js"]
        {
            let path = format!("src/{name}");
            let paths = [&*path, "src/co.js", "src/old.js", "src/cart.js", "x.js"];
            check(&format!("    at total (/srv/src/{name}:77:3)"), &paths, &path);
            check(&format!("{name}:77"), &paths, &path);
        }
        let paths = ["src/cart&co.js", "src/co.js"];
        check("see src/co.js:3", &paths, paths[1]);
        check("a&co.js:3", &paths, paths[1]);
    }
}
