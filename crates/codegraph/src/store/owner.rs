//! Who wrote an entry. A checksum is no secret: whoever may write in the folder, or in one above it, can put entries there
//! that fit. So each is asked for its owner when it is open, and what another user wrote is a miss. That says more than the
//! folder's owner and permissions would: those of a volume, or of a home that root works in, do not identify the writer.

use std::fs::Metadata;

/// The user that this process works for.
#[cfg(unix)]
pub(super) fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
pub(super) fn user() -> u32 {
    0
}

/// The user that a file belongs to; where the system names none, the same for all.
#[cfg(unix)]
pub(super) fn of(about: &Metadata) -> u32 {
    std::os::unix::fs::MetadataExt::uid(about)
}

#[cfg(not(unix))]
pub(super) fn of(_: &Metadata) -> u32 {
    0
}

#[cfg(test)]
mod tests {
    use super::super::{Store, key};

    #[test]
    fn what_another_user_wrote_is_a_miss() {
        let folder = tempfile::tempdir().unwrap();
        let mine = || Store::new(folder.path(), 1 << 20);
        let theirs = Store {
            user: mine().user.wrapping_add(1),
            ..mine()
        };
        let key = key(&[b"a"]);
        mine().put(&key, b"entry");
        assert_eq!(theirs.get(&key), None);
        let kept = mine().get(&key);
        assert_eq!(
            kept.as_deref(),
            Some(&b"entry"[..]),
            "it is not theirs to throw away"
        );
    }
}
