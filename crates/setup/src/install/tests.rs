//! Tests of runs that are killed: at each of their writes, and what is done after it.
#![allow(clippy::disallowed_methods)] // They look at the files that are written.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::*;
use crate::disk::{kill, replace};
use crate::plan::plan;

/// A machine with a file of each format.
struct Fixture {
    _folder: tempfile::TempDir,
    machine: Machine,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap();
        for (path, text) in [
            (".claude.json", "{\"n\": 1, \"mcpServers\": {\"x\": {}}}"),
            (".codex/config.toml", "a = 1 # no line end"),
            (".config/goose/config.yaml", "extensions: {} # none\nz: 1\n"),
            (".local/share/other", "x"),
            ("project/AGENTS.md", "# Ours"),
        ] {
            let path = home.join(path);
            crate::disk::make_folders(&path).unwrap();
            replace(&path, text).unwrap();
        }
        let machine = Machine {
            settings: home.join(".config"),
            records: home.join(".local/share/firsthand"),
            command: vec!["firsthand".to_owned()],
            path: Vec::new(),
            variable: |_| None,
            project: Some(home.join("project")),
            home,
        };
        Self { _folder: folder, machine }
    }

    /// The text of each file, and the folders, by path.
    fn tree(&self) -> BTreeMap<PathBuf, Option<String>> {
        let mut tree = BTreeMap::new();
        let mut unvisited = vec![self.machine.home.clone()];
        while let Some(path) = unvisited.pop() {
            let inner =
                std::fs::read_dir(&path).map(|entries| entries.map(|entry| entry.unwrap().path()));
            let text = inner.map(|inner| unvisited.extend(inner)).err();
            let text = text.and_then(|_| crate::disk::read(&path).unwrap());
            tree.insert(path, text);
        }
        tree
    }

    fn set_up(&self) {
        set_up(&self.machine, &Choice::default()).unwrap();
    }

    fn undo(&self) {
        undo(&self.machine, &[], None).unwrap();
    }
}

/// Kills `run` after each number of writes in a fixture of its own, until it is not killed any more.
fn kill_at_each_write(
    prepare: impl Fn(&Fixture),
    run: impl Fn(&Fixture),
    check: impl Fn(&Fixture, usize),
) {
    for writes in 0.. {
        let fixture = Fixture::new();
        prepare(&fixture);
        let was_killed = kill::after(writes, || run(&fixture));
        check(&fixture, writes);
        if !was_killed {
            assert!(writes > 30, "{writes}");
            break;
        }
    }
}

#[test]
fn a_run_that_is_killed_at_any_write_is_undone_byte_for_byte() {
    let before = |fixture: &Fixture| {
        let fresh = Fixture::new();
        let tree = fresh.tree().into_iter();
        let home = &fixture.machine.home;
        let moved = tree
            .map(|(path, text)| (home.join(path.strip_prefix(&fresh.machine.home).unwrap()), text));
        moved.collect::<BTreeMap<_, _>>()
    };
    kill_at_each_write(
        |_| {},
        Fixture::set_up,
        |fixture, writes| {
            fixture.undo();
            assert_eq!(fixture.tree(), before(fixture), "killed after {writes} writes");
        },
    );
    // An undo that is killed is completed by the next one.
    kill_at_each_write(Fixture::set_up, Fixture::undo, |fixture, writes| {
        fixture.undo();
        assert_eq!(fixture.tree(), before(fixture), "killed after {writes} writes");
    });
    // A run that is killed is completed by the next one.
    kill_at_each_write(
        |_| {},
        Fixture::set_up,
        |fixture, writes| {
            fixture.set_up();
            assert!(plan(&fixture.machine, &Choice::default()).unwrap().is_done());
            fixture.undo();
            assert_eq!(fixture.tree(), before(fixture), "killed after {writes} writes");
        },
    );
}

/// Others change the files between the killed run and the undo: what they wrote stays, and nothing else.
#[test]
fn what_others_wrote_after_a_killed_run_stays() {
    kill_at_each_write(
        |_| {},
        Fixture::set_up,
        |fixture, writes| {
            let at = |path: &str| fixture.machine.home.join(path);
            let read = |path: &str| crate::disk::read(&at(path)).unwrap().unwrap();
            for (path, old, new) in [
                (".claude.json", "\"n\": 1", "\"n\": 2"),
                (".codex/config.toml", "300", "300.0"),
                (".config/goose/config.yaml", "z: 1", "z: 2"),
                ("project/AGENTS.md", "# Ours", "# Ours and mine"),
            ] {
                replace(&at(path), &read(path).replace(old, new)).unwrap();
            }
            fixture.undo();
            let texts = [
                ".claude.json",
                ".codex/config.toml",
                ".config/goose/config.yaml",
                "project/AGENTS.md",
            ]
            .map(read);
            let expect = [
                "{\"n\": 2, \"mcpServers\": {\"x\": {}}}",
                "a = 1 # no line end",
                "extensions: {} # none\nz: 2\n",
                "# Ours and mine",
            ];
            assert_eq!(
                texts.each_ref().map(String::as_str),
                expect,
                "killed after {writes} writes"
            );
            assert!(!at(".local/share/firsthand").exists());
            let files = fixture.tree().into_keys().filter(|path| path.is_file());
            assert_eq!(files.count(), 5, "killed after {writes} writes");
        },
    );
}

/// An entry that the user wrote after a run was killed is not ours.
#[test]
fn an_entry_of_the_user_is_not_taken_for_one_of_a_killed_run() {
    kill_at_each_write(
        |_| {},
        Fixture::set_up,
        |fixture, writes| {
            let path = fixture.machine.home.join(".claude.json");
            let text = crate::disk::read(&path).unwrap().unwrap();
            if text.contains("firsthand") {
                return;
            }
            let mine = "{\"mcpServers\": {\"firsthand\": {\"command\": \"mine\"}}}";
            replace(&path, mine).unwrap();
            fixture.undo();
            let left = crate::disk::read(&path).unwrap();
            assert_eq!(left.as_deref(), Some(mine), "killed after {writes} writes");
        },
    );
}
