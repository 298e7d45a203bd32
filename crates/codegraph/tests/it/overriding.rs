//! The implementors of a method, and the meaning of a name that a type and its constructor share.

use firsthand_codegraph::Relation;

use crate::repo::{Repo, expected, places};

fn check(files: &[(&str, &str)], symbol: &str, expect: &str) {
    let result = Repo::of(files).relate(symbol, Relation::Implementors);
    let notes: &[&str] = &[];
    assert_eq!(places(&result), expected(expect), "{symbol}");
    assert_eq!(result.notes, notes, "{symbol}");
}

const JAVA: [(&str, &str); 3] = [
    ("src/a/Naming.java", "package a;\npublic interface Naming {\n  String name(int of);\n}\n"),
    (
        "src/a/Policy.java",
        "package a;\npublic enum Policy implements Naming {\n\
         \x20 PLAIN {\n    @Override\n    public String name(int of) { return \"\"; }\n  };\n}\n",
    ),
    (
        "src/b/Upper.java",
        "package b;\nimport a.Naming;\n\
         abstract class Base implements Naming {}\n\
         class Upper extends Base {\n  public String name(int of) { return \"\"; }\n}\n\
         class Other {\n  public String name(int of) { return \"\"; }\n}\n",
    ),
];

#[test]
fn a_methods_implementors_are_what_overrides_it() {
    check(
        &JAVA,
        "Naming.name",
        "src/a/Policy.java:4-5 Policy.PLAIN.name import
         src/b/Upper.java:5-5 Upper.name import",
    );
    // A method that nothing overrides has no implementors, and no note.
    check(&JAVA, "Other.name", "");
    let files = [
        (
            "base.ts",
            "export class Base {\n  open() {}\n}\nexport class Near extends Base {\n  open() {}\n}\n",
        ),
        (
            "more.ts",
            "import { Base } from './base'\nexport class More extends Base {\n  open() {}\n}\n\
             export class Alone {\n  open() {}\n}\n",
        ),
    ];
    check(&files, "Base.open", "more.ts:3-3 More.open import\nbase.ts:5-5 Near.open scope");
    let files = [(
        "src/lib.rs",
        "pub trait Shape {\n    fn area(&self) -> f64;\n}\npub struct Disc;\n\
         impl Shape for Disc {\n    fn area(&self) -> f64 { 1.0 }\n}\n\
         impl Disc {\n    fn area(&self) {}\n}\n",
    )];
    check(&files, "Shape.area", "src/lib.rs:6-6 Disc::area scope");
    // In the namespace of a type its name needs no import.
    let files = [
        ("A.cs", "namespace X { interface IShape { int Area(); } }\n"),
        ("B.cs", "namespace X { class Disc : IShape {\n  public int Area() { return 1; }\n} }\n"),
    ];
    check(&files, "IShape.Area", "B.cs:2-2 X.Disc.Area import");
}

#[test]
fn the_name_of_a_type_and_its_constructor_means_the_type() {
    let filler = "  int step;\n".repeat(200);
    let text = format!("package a;\nclass Adapter {{\n{filler}  Adapter() {{}}\n}}\n");
    let repo = Repo::of(&[("src/a/Adapter.java", &text)]);
    let found = repo.relate("Adapter", Relation::Definition);
    assert_eq!(places(&found), "src/a/Adapter.java:2-121 Adapter scope");
    let notes: &[&str] = &[];
    assert_eq!(found.notes, notes);
    let found = repo.relate("Adapter.Adapter", Relation::Definition);
    let own = "src/a/Adapter.java:203-203 Adapter.Adapter scope";
    assert_eq!(places(&found), own);
    let found = repo.relate("src/a/Adapter.java:203", Relation::Definition);
    assert_eq!(places(&found), own);
}
