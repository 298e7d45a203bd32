//! Several roots in one question: paths are never confused.

use std::collections::BTreeMap;
use std::path::PathBuf;

use firsthand::codegraph::{Cancel, Query};
use firsthand::registry::RepoPath;
use firsthand::{Explorer, Intent, RootName, Workspace};
use proptest::prelude::*;
use proptest::sample::subsequence;

use crate::tree;

/// The paths that files of different roots have in common.
const PATHS: [&str; 6] =
    ["a.rs", "src/a.rs", "src/deep/b.rs", "web:/a.rs", "api/a.rs", "README.md"];
const ROOTS: [&str; 3] = ["web", "api", "web2"];

fn name(text: &str) -> RootName {
    RootName::new(text).unwrap()
}

/// The word that only the file of this root and path has.
fn word(root: &str, path: &str) -> String {
    let path: String = path.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("needle{root}{path}end").to_lowercase()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Files of equal paths in several roots: what is found, read and reported of one is never that of another.
    #[test]
    fn contained_equal_paths_of_several_roots_are_never_confused(
        files in proptest::collection::vec(subsequence(PATHS.to_vec(), 1..=PATHS.len()), ROOTS.len())
    ) {
        let mut all = BTreeMap::new();
        for (root, paths) in ROOTS.iter().zip(&files) {
            for path in paths {
                let text = format!("pub fn {}() {{}}\n", word(root, path));
                all.insert((*root, *path), text);
            }
        }
        let on_disk: Vec<(String, &str)> = all
            .iter()
            .map(|((root, path), text)| (format!("{root}/{path}"), text.as_str()))
            .collect();
        let on_disk: Vec<(&str, &str)> = on_disk.iter().map(|(path, text)| (path.as_str(), *text)).collect();
        let folder = tree(&on_disk);
        let roots = ROOTS.map(|root| (name(root), folder.path().join(root)));
        let explorer = Explorer::builder(Workspace::of(roots).unwrap()).build().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let sandbox = explorer.toolbox().sandbox();
        prop_assert_eq!(explorer.toolbox().graph().files().files.len(), all.len());
        for ((root, path), text) in &all {
            let expect = RepoPath::new(&format!("{root}:/{path}")).unwrap();
            prop_assert_eq!(sandbox.read(&expect).unwrap(), text.as_bytes());
            let on_disk = sandbox.workspace().on_disk(expect.as_str()).unwrap();
            prop_assert_eq!(std::fs::read_to_string(&on_disk).unwrap(), text.as_str());
            prop_assert_eq!(sandbox.workspace().path_of(&on_disk), Some(expect.clone()));
            let found = explorer.toolbox().graph().search(&Query::new(word(root, path)), &Cancel::new());
            prop_assert_eq!(found.regions[0].path.as_str(), expect.as_str());
            let explored = runtime.block_on(explorer.explore(&word(root, path), Intent::Locate)).unwrap();
            let body = explored.report.body();
            let links = body.flow.iter().map(|link| &link.place);
            for place in links.chain(&body.primary) {
                prop_assert_eq!(place.path().as_str(), expect.as_str());
            }
            prop_assert!(!body.primary.is_empty());
        }
    }
}

#[test]
fn contained_a_link_leads_from_no_root_to_another() {
    let folder = tree(&[
        ("web/a.rs", "fn web() {}\n"),
        ("api/b.rs", "fn api() {}\n"),
        ("out/c.rs", "fn out() {}\n"),
    ]);
    #[cfg(unix)]
    for (target, link) in [("api", "web/api"), ("api/b.rs", "web/b.rs"), ("out", "api/out")] {
        std::os::unix::fs::symlink(folder.path().join(target), folder.path().join(link)).unwrap();
    }
    let roots = ["web", "api"].map(|root| (name(root), folder.path().join(root)));
    let explorer = Explorer::builder(Workspace::of(roots).unwrap()).build().unwrap();
    let files = explorer.toolbox().graph().files();
    let paths: Vec<&str> = files.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["api:/b.rs", "web:/a.rs"]);
    let sandbox = explorer.toolbox().sandbox();
    for written in ["web:/api/b.rs", "web:/b.rs", "api:/out/c.rs", "web:b.rs"] {
        let resolved = sandbox.resolve(written);
        #[cfg(unix)]
        assert!(resolved.is_err(), "{written}: {resolved:?}");
    }
    for written in ["out:/c.rs", "c.rs", "web:/../out/c.rs"] {
        let read = sandbox.resolve(written).ok().map(|path| sandbox.read(&path));
        assert!(read.is_none_or(|read| read.is_err()), "{written}");
    }
    let absolute: PathBuf = sandbox.workspace().on_disk("api:/b.rs").unwrap();
    let path = sandbox.resolve(absolute.to_str().unwrap()).unwrap();
    assert_eq!(path.as_str(), "api:/b.rs");
}

/// The paths of the places of a search over folders of these files.
fn found(folders: &[&str], files: &[(String, String)], limit: usize) -> Vec<String> {
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    let folder = tree(&files);
    let roots = folders.iter().map(|root| (name(root), folder.path().join(root)));
    let explorer = Explorer::builder(Workspace::of(roots).unwrap()).build().unwrap();
    let query = Query { limit, ..Query::new("where is the parcel list filled?") };
    let found = explorer.toolbox().graph().search(&query, &Cancel::new());
    found.regions.iter().map(|region| region.path.as_str().to_owned()).collect()
}

fn parcels(root: &str, number: usize) -> (String, String) {
    let text = format!(
        "/// Adds to the parcel list.\npub fn parcel_list_{number}(parcel: Parcel) {{\n    parcel_list.push(parcel);\n}}\n"
    );
    (format!("{root}/src/parcel/list_{number}.rs"), text)
}

/// A root with more files does not hide another one that fits as well.
#[test]
fn roots_that_fit_alike_get_as_many_places() {
    for count in [8, 40] {
        let more = (0..count).map(|number| parcels("more", number));
        let files: Vec<_> = more.chain((0..4).map(|number| parcels("less", number))).collect();
        let paths = found(&["more", "less"], &files, 8);
        let of_less = paths.iter().filter(|path| path.starts_with("less:/")).count();
        assert_eq!((paths.len(), of_less), (8, 4), "{paths:?}");
    }
}

/// A root in which the words are rarer has a place, too, wherever its files rank.
#[test]
fn a_root_that_fits_less_has_a_place() {
    let client = "pub fn send() {\n    post(parcel());\n}\n";
    for (in_small, count) in [("src/send.rs", 12), ("src/send.rs", 60), ("deep/er/send.rs", 60)] {
        let mut files: Vec<_> = (0..count).map(|number| parcels("big", number)).collect();
        files.push((format!("small/{in_small}"), client.to_owned()));
        let paths = found(&["big", "small"], &files, 25);
        assert!(paths.contains(&format!("small:/{in_small}")), "{paths:?}");
        assert!(paths[..3].iter().all(|path| path.starts_with("big:/")), "{paths:?}");
    }
}
