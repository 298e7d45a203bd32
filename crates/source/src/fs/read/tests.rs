//! Tests of reading.
#![allow(clippy::disallowed_methods)] // Tests create the trees that they read.

use std::os::unix::fs::symlink;

use super::*;

/// Checks both ways of opening: with the folder's handle and without it.
fn check(root: &Path, path: &str, expect: Result<&str, ReadError>) {
    for base in [RootFolder::open(root), RootFolder::without_handle(root)] {
        let read = Root(base).read(path, 8);
        let read = read.map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(read.as_deref().map_err(|why| *why), expect, "{path}");
    }
}

#[test]
fn contained_nothing_but_a_regular_file_below_the_root_is_read() {
    let (inside, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let root = inside.path();
    std::fs::create_dir(root.join("folder")).unwrap();
    for (path, text) in [
        ("file", "in"),
        ("folder/file", "in"),
        ("empty", ""),
        ("whole", "12345678"),
        ("large", "123456789"),
        ("binary", "a\0b"),
    ] {
        std::fs::write(root.join(path), text).unwrap();
    }
    std::fs::write(outside.path().join("file"), "out").unwrap();
    symlink(outside.path().join("file"), root.join("link")).unwrap();
    symlink(outside.path(), root.join("over")).unwrap();
    symlink("folder", root.join("to-folder")).unwrap();
    symlink("gone", root.join("dangling")).unwrap();
    let pipe = std::process::Command::new("mkfifo").arg(root.join("pipe")).status();
    assert!(pipe.unwrap().success());
    let _socket = std::os::unix::net::UnixListener::bind(root.join("socket")).unwrap();
    for (path, text) in
        [("file", "in"), ("folder/file", "in"), ("empty", ""), ("whole", "12345678")]
    {
        check(root, path, Ok(text));
    }
    for path in ["link", "dangling", "over/file", "to-folder/file"] {
        check(root, path, Err(ReadError::Link));
    }
    check(root, "gone", Err(ReadError::Missing));
    check(root, "file/file", Err(ReadError::Missing));
    check(root, "folder", Err(ReadError::Folder));
    check(root, "pipe", Err(ReadError::Special));
    check(root, "socket", Err(ReadError::Special));
    check(root, "large", Err(ReadError::TooLarge { size: 9 }));
    check(root, "binary", Err(ReadError::Binary));
    let up = format!("../{}/file", outside.path().file_name().unwrap().to_str().unwrap());
    for base in [RootFolder::open(root), RootFolder::without_handle(root)] {
        assert!(Root(base).read(&up, 8).is_err());
    }
}

#[test]
fn a_reused_buffer_holds_the_last_file_only() {
    let folder = tempfile::tempdir().unwrap();
    let text = |count: usize| "ab\n".repeat(count);
    let late_nul = [text(FIRST_READ).as_bytes(), b"\0"].concat();
    let mut bytes = Vec::new();
    for content in [
        text(FIRST_READ).into_bytes(),
        text(2).into_bytes(),
        Vec::new(),
        late_nul,
        vec![b'a'; FIRST_READ],
    ] {
        std::fs::write(folder.path().join("file"), &content).unwrap();
        let root = Root::open(folder.path());
        root.read_into("file", 1 << 20, &mut bytes).unwrap();
        assert!(bytes == content, "{} bytes", content.len());
    }
}

#[test]
fn read_named_follows_links_and_refuses_special_and_large_files() {
    let folder = tempfile::tempdir().unwrap();
    let path_of = |name: &str| folder.path().join(name);
    std::fs::write(path_of("file"), "a\0b").unwrap();
    symlink("file", path_of("link")).unwrap();
    assert_eq!(read_named(&path_of("link"), 3), Ok(b"a\0b".to_vec()));
    assert_eq!(read_named(&path_of("link"), 2), Err(ReadError::TooLarge { size: 3 }));
    assert_eq!(read_named(Path::new("/dev/zero"), 9), Err(ReadError::Special));
    assert_eq!(read_named(&path_of("gone"), 9), Err(ReadError::Missing));
    assert_eq!(read_named(folder.path(), 9), Err(ReadError::Folder));
}

#[test]
fn utf16_is_no_binary_file() {
    let check = |bytes: &[u8], expect: bool| assert_eq!(is_utf16(bytes), expect, "{bytes:?}");
    let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
    let little: Vec<u8> =
        units("class A {}\n").iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units("class A {}\n").iter().flat_map(|unit| unit.to_be_bytes()).collect();
    check(&little, true);
    check(&big, true);
    check(
        &[
            &[0xff, 0xfe][..],
            &units("日本 a").iter().flat_map(|u| u.to_le_bytes()).collect::<Vec<u8>>(),
        ]
        .concat(),
        true,
    );
    check(&[&[0xfe, 0xff][..], &big].concat(), true);
    check(b"\x7fELF\0\0\0\0\x01\0", false);
    check(b"a\0b\0\0\0", false);
    check(&[0xff, 0xfe, 0, 0, b'a', 0, 0, 0], false);
    check(b"text\0", false);
}
