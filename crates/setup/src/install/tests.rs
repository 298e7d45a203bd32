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
