//! Astro.

use firsthand_codegraph::Relation::{Callees, Callers, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "astro",
    files: &[
        (
            "src/pages/index.astro",
            r#"---
import Row from '../Row.astro'
import { step } from '../step'

interface Props { open: boolean }
// How many.
const count = step(1)
function label(n: number) { return `${n}` }
---
<html>
  {[1, 2].map((n) => <Row open={count > n}>{label(n)}</Row>)}
  <script>
    import { step } from '../step'
    const later = () => step(2)
  </script>
</html>
"#,
        ),
        ("src/Row.astro", "<li><slot /></li>\n"),
        ("src/step.ts", "export function step(by: number) { return by }\n"),
    ],
    queries: &[
        (Callers, "step"),
        (Callers, "label"),
        (Callers, "Row"),
        (Callees, "later"),
        (References, "count"),
    ],
    expect: r"
        in src/pages/index.astro
            component index 1-16
            interface Props 5-5
            property Props.open 5-5
            constant count 6-7
            function label 8-8
            function later 14-14
        in src/Row.astro
            component Row 1-1
        callers of step
            src/pages/index.astro:6-7 count import
            src/pages/index.astro:14-14 later import
        callers of label
            src/pages/index.astro:1-16 index scope
        callers of Row
            src/pages/index.astro:1-16 index import
        callees of later
            src/step.ts:1-1 step import
        references of count
            src/pages/index.astro:1-16 index scope
    ",
};
