src/odd.rs
// GIZMOTRONİgizmo_Tron� guard: allow(
fn f() { let ß = "gizmotron\u{1F600}"; } // guard: allow(vocabulary) reason=
