//! Secrets as the tools show them.

use crate::tree::Tree;

const KEY: &str = "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIEowIBAAKCAQEAx9Kp2vQ7mZ4tRw8LMIIEowIBAAKCAQEAx9Kp2vQ7mZ4tRw8L\nq83vMIIEowIBAAKCAQEAx9Kp2vQ7mZ4tRw8L==\n-----END RSA PRIVATE KEY-----\n";

#[test]
fn part_of_a_key_is_hidden_like_the_whole() {
    let tree = Tree::new(&[("notes.txt", &format!("before\n{KEY}after\n"))]);
    let mut seen = tree.see("read_file", r#"{"path": "notes.txt", "start": 4, "end": 5}"#);
    seen.push_str(&tree.see("read_file", r#"{"path": "notes.txt"}"#));
    // Hidden text does not match.
    seen.push_str(&tree.see("grep", r#"{"pattern": "x9Kp2"}"#));
    seen.push_str(&tree.see("grep", r#"{"pattern": "after"}"#));
    insta::assert_snapshot!(seen, @r#"
    #### notes.txt [c1] 4-5 of 8
    4| [redacted: private_key] (masked)
    5| [redacted: private_key] (masked)
    finding: redacted notes.txt:4-5 private_key
    #### notes.txt [c1] 1-8 (to the end)
    1| before
    2| [redacted: private_key] (masked)
    3| [redacted: private_key] (masked)
    4| [redacted: private_key] (masked)
    5| [redacted: private_key] (masked)
    6| [redacted: private_key] (masked)
    7| [redacted: private_key] (masked)
    8| after
    finding: redacted notes.txt:2-7 private_key
    No line matches in 1 file.
    1 line matches, in 1 of 1 file.
    #### notes.txt [c1] 6-8 (to the end)
    6| [redacted: private_key] (masked)
    7| [redacted: private_key] (masked)
    8| after
    finding: redacted notes.txt:6-7 private_key
    "#);
}

#[test]
fn files_that_hold_secrets_by_their_names_are_never_shown() {
    let tree = Tree::new(&[("certs/tls.pem", "needle\n"), ("a.txt", "needle\n")]);
    let mut seen = tree.see("grep", r#"{"pattern": "needle"}"#);
    seen.push_str(&tree.see("list_files", "{}"));
    seen.push_str(&tree.see("read_file", r#"{"path": "certs/tls.pem"}"#));
    seen.push_str(&tree.see("grep", r#"{"pattern": "needle", "path": "certs"}"#));
    let search = tree.see("search_code", r#"{"query": "needle"}"#);
    assert!(!search.contains("tls.pem"), "{search}");
    insta::assert_snapshot!(seen, @r"
    1 line matches, in 1 of 1 file.
    #### a.txt [c1] · 1| needle
    1 file.
    Paths only: read or search a file to cite its lines.
    a.txt
    note: left out: 1 file that by its name holds secrets
    answer: `certs/tls.pem` is left out: by its name it holds secrets
    answer: there is no file or folder `certs` that is searched (hidden and git-ignored ones are left out)
    ");
}
