//! JSON.

use firsthand_codegraph::Relation::Definition;

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "json",
    files: &[(
        "package.json",
        r##"{
  "name": "shop",
  "scripts": {
    "build": "tsc",
    "test": { "run": "vitest" }
  }
}
"##,
    )],
    queries: &[(Definition, "scripts"), (Definition, "scripts.build")],
    expect: r"
        in package.json
            key name 2-2
            key scripts 3-6
            key scripts.build 4-4
            key scripts.test 5-5
        definition of scripts
            package.json:3-6 scripts scope
        definition of scripts.build
            package.json:4-4 scripts.build scope
    ",
};
