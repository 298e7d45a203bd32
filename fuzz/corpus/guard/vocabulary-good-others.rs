src/others.rs
//! Words that only look alike: gizmo, tron, gizmotronic; the gizmo tron of prose.
// guard: allow(vocabulary) reason="the name of a header on the wire"
const HEADER: &str = "x-gizmotron";
fn gizmo_of_tron() {} // frobnicate
const ESCAPED: &str = "\gizmo\ntron";

#[cfg(test)]
mod tests {
    fn gizmotron() {}
}

#[test]
fn frobnicators() {}

#[cfg(all(test, unix))]
fn more_frobnicators() {}
