//! Tests of the spellings of names.

use super::*;

fn check(text: &str, expect: &str) {
    let shown = readings(text).into_iter();
    let shown = shown.filter(|reading| text.contains('$') || !reading.name.starts_with('$'));
    let shown = shown.map(|reading| {
        let signed = if reading.signed == reading.name {
            String::new()
        } else {
            format!("={}", reading.signed)
        };
        let parts: Vec<String> =
            reading.qualifiers.into_iter().chain([reading.name + &signed]).collect();
        parts.join(" ")
    });
    assert_eq!(shown.collect::<Vec<_>>().join(" | "), expect, "{text}");
}

#[test]
fn names_of_every_language_are_read() {
    check("a", "a");
    check("A::b", "A b");
    check("a.b.c", "a b c");
    check("A->b", "A b");
    check("A<T>::b<U>", "A b");
    check("f(int, A::B)", "f");
    check("Mailer.#pack", "Mailer pack=#pack");
    check("Mailer::#pack", "Mailer pack=#pack");
    check("#pack", "pack=#pack");
    check("Money#add", "Money add");
    check("r#type", "r#type");
    check("m::r#type", "m r#type");
    check("operator+", "operator+");
    check("operator +", "operator +");
    check("Vec::operator[]", "Vec operator[]");
    check("n::Vec::operator()(int)", "n Vec operator()");
    check("operator<<", "operator<<");
    check("Vec::operator bool", "Vec operator bool");
    check("Vec::~Vec", "Vec ~Vec");
    check("Ops.this[]", "Ops this[]");
    check("<=>", "<=>");
    check("Money#<=>", "Money <=> | Money#<=>");
    check("List.::", "List :: | List.::");
    check("::", "::");
    check("Num.unary_-", "Num unary_-");
    check("Money.[]=", "Money []= | Money.[]=");
    check("Money.empty?", "Money empty?");
    check("Shop.valid?/1", "Shop valid?");
    check("Shop.save!", "Shop save!");
    check("(<+>)", "<+>");
    check("`when it rains`", "`when it rains`");
    check("Test.`a b`", "Test `a b`");
    check("@\"my fn\"", "@\"my fn\"");
    check("Foo::$prop", "Foo $prop");
    check("$this->name", "this name | this $name");
    check("@class", "@class");
    check("Vec.__add__", "Vec __add__");
    check("M:method", "M method");
    check("api['get-user']", "api get-user");
    check("V..ctor", "V V");
    check("p.A.<init>", "p A A");
    check("", "");
}

#[test]
fn a_name_may_have_separators_in_it() {
    let check = |text: &str, expect: Option<&str>| {
        let found = as_one_name(text).map(|reading| reading.name);
        assert_eq!(found.as_deref(), expect, "{text}");
    };
    check("my.fn", Some("my.fn"));
    check("b-h::i", Some("b-h::i"));
    check("run", None);
    check("::run", None);
    check("a/b.rs", None);
}

#[test]
fn spellings_of_one_name_are_the_same() {
    let same = |a: &str, b: &str, expect: bool| assert_eq!(same_name(a, b), expect, "{a} {b}");
    same("#pack", "pack", true);
    same("r#type", "type", true);
    same("operator +", "operator+", true);
    same("@\"my fn\"", "my fn", true);
    same("<+>", "(<+>)", true);
    same("caf\u{e9}", "cafe\u{301}", true);
    same("this", "this[]", true);
    same("operator+", "operator-", false);
    same("empty?", "empty", false);
    same("[]", "[]=", false);
    same("#", "", false);
}

#[test]
fn files_are_found_by_a_word_of_the_name() {
    let check = |name: &str, expect: &[&str]| assert_eq!(spellings(name), expect, "{name}");
    check("pack", &["pack"]);
    check("operator +", &["operator"]);
    check("r#type", &["type"]);
    check("when it rains", &["rains"]);
    check("empty?", &["empty?"]);
    check("<=>", &["<=>"]);
    check("$name", &["$name", "name"]);
    check("tick$", &["tick$"]);
    check("a$b", &["a$b"]);
    check("$", &["$"]);
    check("$$", &["$$"]);
    check("my-fn$", &["fn$"]);
    check("caf\u{e9}", &["cafe\u{301}", "caf\u{e9}"]);
}
