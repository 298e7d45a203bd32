src/not_tests.rs
#[cfg(not(test))]
fn gizmotron() {} //~ vocabulary
