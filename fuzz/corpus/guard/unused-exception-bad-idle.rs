src/idle.rs
// guard: allow(vocabulary) reason="nothing below needs it" //~ unused-exception
fn plain() {}

fn other() {} // guard: allow(word-list, role-table) reason="nor here" //~ unused-exception

// guard: allow(vocabulary) reason="covers the next item and no more" //~ unused-exception
fn first() {}
fn gizmotron() {} //~ vocabulary
