//! Tests of the record that is saved before the changes.

use super::*;
use crate::plan::plan;

#[test]
fn the_folders_of_a_change_are_recorded_before_it_is_made() {
    let home = tempfile::tempdir().unwrap();
    let machine = Machine {
        home: home.path().to_owned(),
        settings: home.path().join(".config"),
        project: None,
        records: home.path().join("records"),
        command: "firsthand".to_owned(),
        variable: |_| None,
    };
    let plan = plan(&machine, &["codex".to_owned()]);
    let mut record = Record::default();
    for change in &plan.changes {
        record.plan_change(&machine, change);
    }
    record.save(&machine).unwrap();
    // The run makes its changes, and ends before it saves the record again.
    for change in &plan.changes {
        change.apply().unwrap();
    }
    assert!(home.path().join(".codex/agents").is_dir());
    undo(&machine, &[]).unwrap();
    for folder in [".codex", ".agents", "records"] {
        assert!(!home.path().join(folder).exists(), "{folder}");
    }
}

/// Links can lead two clients to one file that setup creates as a whole for one of them.
#[test]
fn a_changed_file_that_was_created_as_a_whole_is_left_to_the_user() {
    for kinds in [
        &[Kind::Whole, Kind::Block][..],
        &[Kind::Block, Kind::Whole],
        &[Kind::Whole],
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shared.md");
        let made = block::insert("Head\n", "Text").unwrap();
        let entry = ChangedFile {
            path: path.clone(),
            project: None,
            clients: vec!["codex".to_owned()],
            kinds: kinds.to_vec(),
            folders: Vec::new(),
            splice: Splice::between("", &made),
            before: None,
            after: hash(&made),
        };
        let changed = made.replace("Head", "Title");
        replace(&path, &changed).unwrap();
        assert!(entry.undo().is_err(), "{kinds:?}");
        let left = read(&path).unwrap();
        assert_eq!(left.as_deref(), Some(changed.as_str()), "{kinds:?}");
    }
}
