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
fn what_a_file_is_follows_from_its_first_bytes() {
    let check =
        |bytes: &[u8], expect: Option<ReadError>| assert_eq!(no_text(bytes), expect, "{bytes:?}");
    let little = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let big = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    let marked = |mark: [u8; 2], bytes: Vec<u8>| [&mark[..], &bytes].concat();
    check(&little("class A {}\n"), Some(ReadError::Utf16));
    check(&big("class A {}\n"), Some(ReadError::Utf16));
    for text in ["class A {}\n", "日本 a", "", "\u{1}"] {
        check(&marked([0xff, 0xfe], little(text)), None);
        check(&marked([0xfe, 0xff], big(text)), None);
    }
    check(&marked([0xff, 0xfe], little("a text with\0 a NUL")), Some(ReadError::Nul));
    check(&marked([0xfe, 0xff], big("\u{7}a\0\u{1}")), Some(ReadError::Binary));
    check(b"\x7fELF\0\0\0\0\x01\0", Some(ReadError::Binary));
    check(b"a\0b\0\0\0", Some(ReadError::Binary));
    check(&[0xff, 0xfe, 0, 0, b'a', 0, 0, 0], Some(ReadError::Binary));
    check(&[0, 0, 0xfe, 0xff, 0, 0, 0, b'a'], Some(ReadError::Binary));
    check(b"text\0", Some(ReadError::Binary));
    check(b"some more text\0", Some(ReadError::Nul));
}

/// A file is read in UTF-8, and its limit is that of its bytes.
#[test]
fn a_marked_text_is_decoded() {
    let folder = tempfile::tempdir().unwrap();
    let root = Root::open(folder.path());
    let check = |bytes: &[u8], expect: &[u8]| {
        std::fs::write(folder.path().join("file"), bytes).unwrap();
        let limit = bytes.len() as u64;
        assert_eq!(root.read("file", limit).unwrap(), expect);
        assert_eq!(root.read_undecoded("file", limit).unwrap(), bytes);
        assert_eq!(root.read_raw("file", limit).unwrap(), bytes);
        let too_large = Err(ReadError::TooLarge { size: limit });
        assert_eq!(root.read("file", limit - 1), too_large);
    };
    check(b"\xff\xfea\0\n\0", b"a\n");
    check(b"\xfe\xff\x67\x2c", "本".as_bytes());
    check(b"\xff\xfe\x3e\xd8\xfa\xdd", "🧺".as_bytes());
    check(b"\xff\xfe\x3e\xd8a\0b", b"\xffa\xff");
    check(b"\xff\xfe\x3e\xd8\xfa", b"\xff");
    check(b"\xff\xfea", b"\xff");
    check(b"\xef\xbb\xbfa", b"a");
    check(b"\xef\xbb", b"\xef\xbb");
    let long = [&[0xff, 0xfe], &b"ab\n\0"[..].repeat(FIRST_READ)[..]].concat();
    check(&long, &"扡\n".repeat(FIRST_READ).into_bytes());
}
