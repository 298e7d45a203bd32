//! JavaScript.

use firsthand_codegraph::Relation::{Callees, Callers, Implementors, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "javascript",
    files: &[
        (
            "src/queue.js",
            r#"import { Base, step } from './step.js'

/**
 * Holds jobs.
 */
export class Queue extends Base {
  size = 0
  // Runs.
  run(job) {
    this.push(step(job))
  }
  push(job) {}
}

export const LIMIT = 10
export const later = () => new Queue().run(LIMIT)
"#,
        ),
        ("src/step.js", "export class Base {}\nexport function step(job) { return job }\n"),
        (
            "src/page.jsx",
            "const { later } = require('./queue')\n\nexport const Panel = () => <Row open={later()} />\nconst Row = () => null\n",
        ),
    ],
    queries: &[
        (Callers, "Queue.push"),
        (Callers, "step"),
        (Callers, "later"),
        (Callers, "Row"),
        (Callees, "Queue.run"),
        (References, "LIMIT"),
        (Implementors, "Base"),
    ],
    expect: r"
        in src/queue.js
            class Queue 3-13
            field Queue.size 7-7
            method Queue.run 8-11
            method Queue.push 12-12
            constant LIMIT 15-15
            function later 16-16
        in src/step.js
            class Base 1-1
            function step 2-2
        in src/page.jsx
            function Panel 3-3
            function Row 4-4
        callers of Queue.push
            src/queue.js:8-11 Queue.run scope
        callers of step
            src/queue.js:8-11 Queue.run import
        callers of later
            src/page.jsx:3-3 Panel import
        callers of Row
            src/page.jsx:3-3 Panel scope
        callees of Queue.run
            src/step.js:2-2 step import
            src/queue.js:12-12 Queue.push scope
        references of LIMIT
            src/queue.js:16-16 later scope
        implementors of Base
            src/queue.js:3-13 Queue import
    ",
};
