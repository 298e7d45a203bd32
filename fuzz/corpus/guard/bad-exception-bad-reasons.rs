src/reasons.rs
// guard: allow(vocabulary) //~ bad-exception
fn gizmotron() {} //~ vocabulary

fn of_gizmotron() {} // guard: allow(vocabulary) reason="" //~ bad-exception vocabulary

// guard: allow(everything) reason="there is no such rule" //~ bad-exception
fn plain() {}
