//! TSX.

use firsthand_codegraph::Relation::{Callees, Callers, Implementors, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "tsx",
    files: &[
        (
            "src/panel.tsx",
            r#"import { Row, Shape } from './row'

/** A panel. */
export const Panel = ({ open }: Props) => (
  <Row open={toggle(open)}>
    <Panel.Side />
  </Row>
)

// Toggles.
function toggle(open: boolean) {
  return !open || LIMIT
}

export class Board extends Shape<Props> {
  render = () => <Panel open />
}
interface Props { open: boolean }
const LIMIT = 10
"#,
        ),
        ("src/row.tsx", "export class Shape<T> {}\nexport const Row = () => <div />\n"),
    ],
    queries: &[
        (Callers, "Row"),
        (Callers, "toggle"),
        (Callers, "Panel"),
        (Callees, "Panel"),
        (References, "LIMIT"),
        (Implementors, "Shape"),
    ],
    expect: r"
        in src/panel.tsx
            function Panel 3-8
            function toggle 10-13
            class Board 15-17
            method Board.render 16-16
            interface Props 18-18
            property Props.open 18-18
            constant LIMIT 19-19
        in src/row.tsx
            class Shape 1-1
            function Row 2-2
        callers of Row
            src/panel.tsx:3-8 Panel import
        callers of toggle
            src/panel.tsx:3-8 Panel scope
        callers of Panel
            src/panel.tsx:16-16 Board.render scope
        callees of Panel
            src/row.tsx:2-2 Row import
            src/panel.tsx:10-13 toggle scope
        references of LIMIT
            src/panel.tsx:10-13 toggle scope
        implementors of Shape
            src/panel.tsx:15-17 Board import
    ",
};
