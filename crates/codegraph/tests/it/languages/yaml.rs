//! YAML. A quoted key is not a declaration.

use firsthand_codegraph::Relation::Definition;

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "yaml",
    files: &[(
        "ci.yml",
        r##"# What is run.
name: checks
on:
  push:
    branches: [main]
jobs:
  # The tests.
  test:
    runs-on: linux
    steps:
      - run: make test
"quoted": 1
"##,
    )],
    queries: &[(Definition, "jobs"), (Definition, "jobs.test")],
    expect: r"
        in ci.yml
            key name 1-2
            key on 3-5
            key on.push 4-5
            key on.push.branches 5-5
            key jobs 6-11
            key jobs.test 7-11
            key jobs.test.runs-on 9-9
            key jobs.test.steps 10-11
        definition of jobs
            ci.yml:6-11 jobs scope
        definition of jobs.test
            ci.yml:7-11 jobs.test scope
    ",
};
