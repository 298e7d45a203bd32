#![allow(unreachable_code)]
// A place cannot be made up.
use firsthand_registry::RepoPath;
use firsthand_validator::Place;
fn main() {
    let path = RepoPath::new("ghost.rs").unwrap();
    let _ = Place { path, ..todo!() };
}
