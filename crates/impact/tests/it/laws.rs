//! The laws that a document keeps.

use firsthand_impact::{ChangeSpec, ImpactRequest, Shown, impact, markdown};
use firsthand_source::Cancel;
use firsthand_tools::{ToolOptions, Toolbox};

use super::{repo, uncommitted, write};

/// A tree in which many places depend on one function, some with secrets beside it.
fn tree() -> Vec<(String, String)> {
    let mut files = vec![
        (
            "core.py".to_owned(),
            "def core(x):\n    return x\n".to_owned(),
        ),
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
fn contained_no_secret_is_shown() {
    let repo = changed_tree();
    let document = uncommitted(&repo);
    let json = serde_json::to_string(&document).unwrap();
    let keys = document
        .affected
        .iter()
        .find(|place| place.path.as_str() == "keys.py");
    assert_eq!(keys.map(|place| place.quote.clone()), Some(None));
    for text in [json, markdown(&document, Shown::all())] {
        assert!(!text.contains("AKIAIOSFODNN7EXAMPLE"));
        assert!(!text.contains(".env") && !text.contains("id_rsa"), "{text}");
    }
}

#[test]
fn budget_the_form_for_agents_fits() {
    let document = uncommitted(&changed_tree());
    let whole = markdown(&document, Shown::all());
    for most in [500, 1_000, 2_500, 10_000] {
        let text = markdown(&document, Shown::at_most(most));
        assert!(text.chars().count() <= most, "{most}");
    }
    assert!(whole.contains("61 callers"), "{whole}");
    let cut = markdown(&document, Shown::at_most(2_500));
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
    assert!(
        document
            .unresolved
            .iter()
            .any(|route| route.contains("60 declarations"))
    );
    // All of them are followed by default.
    let document = uncommitted(&repo);
    assert!(document.losses.is_empty(), "{:?}", document.losses);
    let tests = document
        .affected
        .iter()
        .filter(|place| place.path.as_str().starts_with("tests/"));
    assert_eq!(tests.count(), 60);
}

#[test]
fn the_result_is_the_same_each_time() {
    let repo = changed_tree();
    assert_eq!(uncommitted(&repo), uncommitted(&repo));
}
