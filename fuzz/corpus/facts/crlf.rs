a.rs
fn a() {
}
fn b() {}