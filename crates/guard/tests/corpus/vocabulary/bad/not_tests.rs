#[cfg(not(test))]
fn gizmotron() {} //~ vocabulary
