//! The target `path`: paths that a model or a repository writes.

use std::path::{Component, Path};
use std::sync::OnceLock;

use firsthand_registry::RepoPath;
use firsthand_tools::Sandbox;

use crate::tree;

/// The data is a path. A valid one leads below the root, and is in normal form.
pub fn path(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(path) = RepoPath::new(&text) {
        assert_inside(&path);
        assert_eq!(RepoPath::new(path.as_str()).as_ref(), Ok(&path), "two forms");
    }
    if let Ok(path) = sandbox().resolve(&text) {
        assert_inside(&path);
        let real = tree().join(path.as_str()).canonicalize();
        assert!(
            real.is_err() || real.is_ok_and(|real| sandbox().workspace().path_of(&real).is_some()),
            "{path:?} leads out"
        );
    }
}

fn assert_inside(path: &RepoPath) {
    let parts = Path::new(path.as_str()).components();
    let plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    assert!(!path.as_str().is_empty() && parts.into_iter().all(plain), "{path:?}");
    assert!(!path.as_str().contains('\0'), "{path:?}");
}

fn sandbox() -> &'static Sandbox {
    static SANDBOX: OnceLock<Sandbox> = OnceLock::new();
    SANDBOX.get_or_init(|| Sandbox::open(tree(), &[], 1 << 20).expect("the tree opens"))
}
