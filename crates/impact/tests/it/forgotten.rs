//! Places that a change forgot, and to which no relation leads.

use insta::assert_snapshot;

use super::{places, repo, uncommitted, write};

#[test]
fn a_table_that_names_the_neighbors_of_a_new_file() {
    let rule = |name: &str| format!("export class {name} {{\n  run() {{}}\n}}\n");
    let table = "import { RenameField } from './rules/rename'\n\nexport const rules = [RenameField, SplitValue, DropTable, MergeRows]\n";
    let other = "export const two = [RenameField, SplitValue]\n";
    let repo = repo(&[
        ("rules/rename.ts", &rule("RenameField")),
        ("rules/split.ts", &rule("SplitValue")),
        ("rules/drop.ts", &rule("DropTable")),
        ("rules/merge.ts", &rule("MergeRows")),
        ("path.ts", table),
        ("other.ts", other),
    ]);
    write(&repo, &[("rules/change.ts", &rule("ChangeSound"))]);
    assert_snapshot!(places(&uncommitted(&repo)), @"sibling path.ts:3 rules neighbors");
    // It is named there.
    let named = table.replace("MergeRows", "MergeRows, ChangeSound");
    write(&repo, &[("path.ts", &named)]);
    assert_snapshot!(places(&uncommitted(&repo)), @"");
}

#[test]
fn an_implementation_that_lacks_a_new_function() {
    let header = "void term_init(void);\nvoid term_wait(void);\nvoid term_size(int *w);\n";
    let code = "#include \"term.h\"\nvoid term_init(void) {}\nvoid term_wait(void) {}\nvoid term_size(int *w) {}\n";
    let files = [
        ("term.h", header),
        ("unix.c", code),
        ("win.c", code),
        ("dummy.c", code),
        (
            "main.c",
            "#include \"term.h\"\nint main(void) { term_init(); return 0; }\n",
        ),
    ];
    let repo = repo(&files);
    let header = format!("{header}void term_mouse(int on);\n");
    let code = format!("{code}void term_mouse(int on) {{}}\n");
    write(
        &repo,
        &[("term.h", &header), ("unix.c", &code), ("win.c", &code)],
    );
    let found = places(&uncommitted(&repo));
    let lacking = found.lines().filter(|line| line.contains("dummy.c"));
    assert_snapshot!(lacking.collect::<Vec<_>>().join("\n"), @r"
    sibling dummy.c:3 term_wait shared_names
    sibling dummy.c:4 term_size shared_names
    ");
}

#[test]
fn a_name_that_was_replaced_in_most_places() {
    let pass = |name: &str| format!("void {name}() {{\n  draw(color_format, 1);\n  flush();\n}}\n");
    let repo = repo(&[
        ("a.c", &pass("one")),
        ("b.c", &pass("two")),
        ("c.c", &pass("three")),
    ]);
    let bloom = |name: &str| pass(name).replace("color_format", "bloom_format");
    write(&repo, &[("a.c", &bloom("one")), ("b.c", &bloom("two"))]);
    assert_snapshot!(places(&uncommitted(&repo)), @"sibling c.c:2 three shared_names");
}

#[test]
fn a_word_of_a_translation_that_a_test_expects() {
    let repo = repo(&[
        (
            "lang/de.json",
            "{\n  \"Artists\": \"Künstler\",\n  \"Name\": \"Name\"\n}\n",
        ),
        (
            "test_lang.py",
            "def test_german():\n    assert text('de') == 'Künstler'\n",
        ),
    ]);
    let after = "{\n  \"Artists\": \"Interpreten\",\n  \"Name\": \"Name\"\n}\n";
    write(&repo, &[("lang/de.json", after)]);
    assert_snapshot!(places(&uncommitted(&repo)), @"text test_lang.py:2 test_german string");
}
