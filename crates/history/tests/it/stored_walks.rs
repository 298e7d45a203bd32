//! Stores the result of a walk and restores it.

use firsthand_history::{Cancel, FoundCommits, History, Limits, Target};

use crate::{path, small_repo};

/// With the same state, the restored result equals that of a new walk.
#[test]
fn a_stored_result_is_restored_while_the_state_is_the_same() {
    let repo = small_repo();
    let open = |folder: &str| History::open(&repo.root().join(folder)).unwrap().unwrap();
    let history = open("");
    let walk = |history: &History| {
        let targets = [Target::file(path("src/a.rs"))];
        let walked = history.touching(&targets, Limits::default(), &Cancel::default());
        walked.unwrap()
    };
    let (walked, state) = (walk(&history), history.state().unwrap());
    let restored = history.read_again(FoundCommits::from(&walked)).unwrap();
    assert_eq!(restored, walked);
    assert_eq!(open("").state().unwrap(), state);
    assert_ne!(open("src").state().unwrap(), state, "another root");
    let head = repo.git(&["rev-parse", "HEAD"]);
    let before = repo.git(&["rev-parse", "HEAD~1"]);
    repo.git(&["replace", &head, &before]);
    assert_ne!(open("").state().unwrap(), state, "another commit stands for it");
    repo.git(&["replace", "-d", &head]);
    assert_eq!(open("").state().unwrap(), state);
    repo.commit("More", &[("src/a.rs", "fn more() {}\n")]);
    assert_ne!(history.state().unwrap(), state, "another head");
    assert_eq!(walk(&history).touches.len(), walked.touches.len() + 1);
}
