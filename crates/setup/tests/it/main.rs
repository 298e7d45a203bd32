//! Setting up and undoing, on home folders as the clients leave them.
#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods, reason = "tests")]
#![cfg(unix)]

mod broken;
mod changed_files;
mod home;
mod optional;
mod project;
mod undo;

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use firsthand_setup::{Choice, Machine, Plan, UndoOutcome, plan, set_up, undo};
use tempfile::TempDir;

/// The kind or bytes of each file, as text, and its permissions, by path.
type Tree = BTreeMap<PathBuf, (String, u32)>;

/// A machine in a temporary folder.
struct Fixture {
    folder: TempDir,
    machine: Machine,
}

impl Fixture {
    /// A machine with these files; each path starts with `~/`, or is relative to the project.
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let [home, project] = ["home", "home/project"].map(|name| root.join(name));
        std::fs::create_dir_all(&project).unwrap();
        let machine = Machine {
            settings: home.join(".config"),
            records: home.join(".local/share/firsthand"),
            command: vec!["firsthand".to_owned()],
            path: Vec::new(),
            variable: |_| None,
            project: Some(project),
            home,
        };
        let fixture = Self { folder, machine };
        for (path, text) in files {
            fixture.write(path, text);
        }
        fixture
    }

    /// The absolute path of a fixture path.
    fn at(&self, path: &str) -> PathBuf {
        let home = &self.machine.home;
        match path.strip_prefix("~/") {
            Some(inner) => home.join(inner),
            None => home.join("project").join(path),
        }
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.at(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn link(&self, to: &Path, at: &str) {
        let at = self.at(at);
        std::fs::create_dir_all(at.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(to, at).unwrap();
    }

    fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.at(path)).unwrap_or_default()
    }

    /// Everything in the folder: kinds, bytes, permissions.
    fn tree(&self) -> Tree {
        let mut tree = BTreeMap::new();
        let mut unvisited = vec![self.folder.path().to_owned()];
        while let Some(path) = unvisited.pop() {
            let about = path.symlink_metadata().unwrap();
            let what = if about.is_dir() {
                let inner = std::fs::read_dir(&path).unwrap();
                unvisited.extend(inner.map(|entry| entry.unwrap().path()));
                "folder".to_owned()
            } else if about.is_symlink() {
                format!("link to {}", path.read_link().unwrap().display())
            } else if !about.is_file() {
                "pipe".to_owned()
            } else {
                format!(
                    "{:?}",
                    std::fs::read(&path).map(|b| String::from_utf8_lossy(&b).into_owned())
                )
            };
            tree.insert(path, (what, about.permissions().mode()));
        }
        tree
    }

    /// Asserts that all files are unchanged.
    fn assert_unchanged(&self, before: &Tree) {
        let now = self.tree();
        let other = |path: &&PathBuf| now.get(*path) != before.get(*path);
        let paths = now.keys().chain(before.keys()).filter(other);
        let differ: Vec<String> = paths
            .map(|path| {
                format!("{}: {:?} -> {:?}", path.display(), before.get(path), now.get(path))
            })
            .collect();
        assert!(differ.is_empty(), "{}", differ.join("\n"));
    }

    fn plan(&self) -> Plan {
        plan(&self.machine, &Choice::default()).unwrap()
    }

    /// Makes all changes; asserts that there is no problem.
    fn set_up(&self) -> Plan {
        let plan = set_up(&self.machine, &Choice::default()).unwrap();
        for planned in &plan.clients {
            assert!(planned.problem.is_none(), "{:?}", planned.problem);
        }
        plan
    }

    fn undo(&self) -> Vec<(String, UndoOutcome)> {
        undo(&self.machine, &[], None).unwrap().0
    }
}
