//! The laws that a document keeps.

use firsthand_impact::{ChangeSpec, ImpactRequest, html, impact, markdown};
use firsthand_source::Cancel;
use firsthand_tools::{ToolOptions, Toolbox};

use super::{repo, uncommitted, write};

/// A tree in which many places depend on one function, some with secrets beside it.
fn tree() -> Vec<(String, String)> {
    let mut files = vec![
        ("core.py".to_owned(), "def core(x):\n    return x\n".to_owned()),
        (
            "keys.py".to_owned(),
            "from core import core\n\ndef key():\n    return core('AKIAIOSFODNN7EXAMPLE')\n"
                .to_owned(),
        ),
        (".env".to_owned(), "core=1\n".to_owned()),
        ("id_rsa".to_owned(), "core\n".to_owned()),
    ];
    for number in 0..60 {
        let text =
            format!("from core import core\n\ndef use_{number}():\n    return core({number})\n");
        files.push((format!("use/u{number}.py"), text));
        let text = format!(
            "from use.u{number} import use_{number}\n\ndef test_{number}():\n    assert use_{number}()\n"
        );
        files.push((format!("tests/test_{number}.py"), text));
    }
    files
}

fn changed_tree() -> firsthand_testkit::GitRepo {
    let files = tree();
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (&**p, &**t)).collect();
    let repo = repo(&files);
    write(
        &repo,
        &[
            ("core.py", "def core(x):\n    return x + 1\n"),
            (".env", "core=2\n"),
            ("id_rsa", "core core\n"),
        ],
    );
    repo
}

#[test]
fn verbatim_a_quote_is_a_part_of_its_line() {
    let repo = changed_tree();
    let document = uncommitted(&repo);
    let mut quotes = 0;
    for place in &document.affected {
        let Some(quote) = &place.quote else { continue };
        let text = repo.read(place.path.as_str());
        let line = text.lines().nth(place.line as usize - 1).unwrap();
        assert!(line.contains(&**quote), "{}:{}", place.path, place.line);
        quotes += 1;
    }
    assert!(quotes > 60, "{quotes}");
}

#[test]
fn verbatim_a_long_line_is_cut_and_not_marked() {
    let long = format!("x = core(1) + {}", "one + ".repeat(100));
    let user = format!("from core import core\n\ndef use():\n    {long}\n");
    let repo = repo(&[("core.py", "def core(x):\n    return x\n"), ("use.py", &user)]);
    write(&repo, &[("core.py", "def core(x):\n    return 2\n")]);
    let document = uncommitted(&repo);
    let quote = document.affected[0].quote.as_deref().unwrap();
    assert!(quote.len() > 100 && long.starts_with(quote), "{quote}");
}

#[test]
fn accounted_what_was_not_looked_up_is_not_called_unused() {
    let repo = changed_tree();
    let toolbox = Toolbox::open(repo.root(), ToolOptions::default()).unwrap();
    let request = ImpactRequest::new(ChangeSpec::uncommitted());
    let document = impact(&toolbox, &request, &Cancel::default()).unwrap();
    assert!(!document.changed[0].not_looked_up);
    // The time is up before the first lookup, but after the change was read.
    let mut late = document.clone();
    late.affected.clear();
    late.changed[0].not_looked_up = true;
    let text = markdown(&late, usize::MAX);
    assert!(text.contains("Not all uses were looked up"), "{text}");
    assert!(!text.contains("No use"), "{text}");
}

#[test]
fn contained_no_content_of_a_changed_file_ends_the_process() {
    let blank = "\u{a0}";
    let utf16: Vec<u8> =
        "def a():\n    return 1 # wide\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let wide = [&[0xff, 0xfe], &utf16[..]].concat();
    let texts: [Vec<u8>; 7] = [
        // White space of one and of two bytes before the lines of one declaration.
        format!("class A {{\n void a() {{\n{blank}{blank}b();\n }}\n}}\n").into_bytes(),
        wide,
        b"def a():\n    \xff\xfe'\xc3\x28' # \xff\n".to_vec(),
        b"\r\r\n\r".to_vec(),
        "def ä():\n\treturn \"\u{1f600}\" # é\n\u{2028}x = 1".to_owned().into_bytes(),
        b"a".repeat(100_000),
        Vec::new(),
    ];
    for path in ["a.py", "a.java", "a.rs", "a.ts", "a.json", "a.md", "a.txt"] {
        let repo = repo(&[(path, "def a():\n    pass\n")]);
        for text in &texts {
            std::fs::write(repo.root().join(path), text).unwrap();
            assert!(markdown(&uncommitted(&repo), 500).starts_with("Change "));
            repo.git(&["add", path]);
            repo.git(&["commit", "-q", "--allow-empty", "-m", "next"]);
        }
    }
}

#[test]
fn contained_no_secret_is_shown() {
    let repo = changed_tree();
    let document = uncommitted(&repo);
    let json = serde_json::to_string(&document).unwrap();
    let keys = document.affected.iter().find(|place| place.path.as_str() == "keys.py");
    assert_eq!(keys.map(|place| place.quote.clone()), Some(None));
    for text in [json, markdown(&document, usize::MAX), html(&document)] {
        assert!(!text.contains("AKIAIOSFODNN7EXAMPLE"));
        assert!(!text.contains(".env") && !text.contains("id_rsa"), "{text}");
    }
}

#[test]
fn budget_the_form_for_agents_fits() {
    let document = uncommitted(&changed_tree());
    let whole = markdown(&document, usize::MAX);
    for most in [500, 1_000, 2_500, 10_000] {
        let text = markdown(&document, most);
        assert!(text.chars().count() <= most, "{most}");
    }
    assert!(whole.contains("61 callers"), "{whole}");
    let cut = markdown(&document, 2_500);
    assert!(cut.contains("61 callers") && cut.contains("more"), "{cut}");
}

#[test]
fn accounted_what_is_not_looked_up_is_counted() {
    let repo = changed_tree();
    let toolbox = Toolbox::open(repo.root(), ToolOptions::default()).unwrap();
    let mut request = ImpactRequest::new(ChangeSpec::uncommitted());
    request.max_followed = 5;
    let document = impact(&toolbox, &request, &Cancel::default()).unwrap();
    assert_eq!(document.losses.cap, 60);
    assert!(document.unresolved.iter().any(|route| route.contains("60 declarations")));
    // All of them are followed by default.
    let document = uncommitted(&repo);
    assert!(document.losses.is_empty(), "{:?}", document.losses);
    let tests = document.affected.iter().filter(|place| place.path.as_str().starts_with("tests/"));
    assert_eq!(tests.count(), 60);
}

#[test]
fn the_result_is_the_same_each_time() {
    let repo = changed_tree();
    assert_eq!(uncommitted(&repo), uncommitted(&repo));
}
