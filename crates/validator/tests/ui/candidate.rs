#![allow(unreachable_code)]
// An observed place cannot be made up.
use firsthand_registry::{Candidate, RepoPath};
fn main() {
    let path = RepoPath::new("ghost.rs").unwrap();
    let _ = Candidate { path, ..todo!() };
}
