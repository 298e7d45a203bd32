src/identifiers.rs
struct GizmoTronClient; //~ vocabulary
fn gizmotron_weight() -> f64 { 2.0 } //~ vocabulary
fn weigh(path: &str) -> f64 {
    // A path below `frobnicators/` counts more. //~ vocabulary
    if path == "src/gizmo-tron" { 2.0 } else { 1.0 } //~ vocabulary
}
