//! Snapshots of the tools' descriptions, whose length counts in every turn.

use firsthand_agent::{ToolSpec, prompt, submit_spec};
use insta::assert_snapshot;

use crate::tree::Tree;

fn specs() -> Vec<ToolSpec> {
    let toolbox = Tree::new(&[]).toolbox();
    toolbox.tools().iter().map(|tool| tool.spec()).collect()
}

fn as_json(name: &str) -> String {
    let spec = specs().into_iter().find(|spec| spec.name == name);
    serde_json::to_string_pretty(&spec).unwrap()
}

#[test]
fn search_code() {
    assert_snapshot!(as_json("search_code"));
}

#[test]
fn grep() {
    assert_snapshot!(as_json("grep"));
}

#[test]
fn read_file() {
    assert_snapshot!(as_json("read_file"));
}

#[test]
fn list_files() {
    assert_snapshot!(as_json("list_files"));
}

#[test]
fn the_descriptions_and_the_system_prompt_are_short() {
    let specs = specs().into_iter().chain([submit_spec()]);
    let each = specs.map(|spec| serde_json::to_string(&spec).unwrap().chars().count());
    let all = each.sum::<usize>() + prompt::SYSTEM.chars().count();
    assert!(all <= 5_850, "{all} characters in every turn");
}
