a.rs
fn a( { struct } impl X for
ÿþ fn b() {}
