//! The owner of an entry. A checksum is no secret: whoever can write to the folder, or to one above it, can add entries
//! with valid checksums. So the owner of each open entry is checked, and an entry of another user is a miss. The
//! folder's owner and permissions would say less: those of a volume, or of a home in which root works, do not identify
//! the writer.

use std::fs::Metadata;

/// The user of this process.
#[cfg(unix)]
pub(super) fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
pub(super) fn user() -> u32 {
    0
}

/// The owner of a file; always the same one on systems without owners.
#[cfg(unix)]
pub(super) fn of(metadata: &Metadata) -> u32 {
    std::os::unix::fs::MetadataExt::uid(metadata)
}

#[cfg(not(unix))]
pub(super) fn of(_: &Metadata) -> u32 {
    0
}

#[cfg(test)]
mod tests {
    use super::super::{Store, key};

    #[test]
    fn an_entry_of_another_user_is_a_miss_and_is_not_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let mine = || Store::new(folder.path(), 1 << 20);
        let theirs = Store { user: mine().user.wrapping_add(1), ..mine() };
        let key = key(&[b"a"]);
        mine().put(&key, b"entry");
        assert_eq!(theirs.get(&key), None);
        let entry = mine().get(&key);
        assert_eq!(
            entry.as_deref(),
            Some(&b"entry"[..]),
            "the store of another user did not delete it"
        );
    }
}
