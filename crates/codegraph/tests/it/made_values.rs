//! What is called behind something is a function, unless that is the scope of a type.

use crate::repo::check_calls;

/// `lib.Single(…)` returns something unknown, although another file declares a type `Single`.
#[test]
fn the_result_of_a_method_is_no_value_of_a_type_of_its_name() {
    for text in [
        "-- S.cs\nnamespace M { public class Single { } }\n-- a.cs\nnamespace N;\nclass Inv { public void PayIt() { } }\nclass Oth { public void PayIt() { } }\n-- t.cs\nnamespace N;\nclass T { void R() {\n  var i = Assert.Single(x);\n  i.PayIt(); } }",
        "-- S.cs\nnamespace M { public class Single { } }\n-- a.cs\nnamespace N;\nclass Inv { public void PayIt() { } }\nclass Oth { public void PayIt() { } }\n-- t.cs\nnamespace N;\nusing static Xunit.Assert;\nclass T { void R() { var i = Single(x);\n  i.PayIt(); } }",
        "-- S.java\npackage m; class Single { }\n-- a.java\npackage n;\nclass Inv { void PayIt() { } }\nclass Oth { void PayIt() { } }\n-- t.java\npackage n;\nclass T { void r() {\n  var i = Util.Single(x());\n  i.PayIt(); } }",
        "-- s.php\n<?php\nnamespace Z; class Single {}\n-- a.php\n<?php\nclass Inv { function PayIt() {} }\nclass Oth { function PayIt() {} }\n-- t.php\n<?php\n\nfunction run() { $i = Assert::Single(1);\n  $i->PayIt(); }",
        "-- s.hpp\nnamespace z { struct Single { }; }\n-- a.hpp\nstruct Inv { void PayIt() {} };\nstruct Oth { void PayIt() {} };\n-- t.cpp\n#include \"a.hpp\"\n#include \"s.hpp\"\nvoid run() { auto i = Assert::Single(1);\n\n  i.PayIt(); }",
        "-- S.kt\npackage z\nclass Single(val x: Int)\n-- a.kt\nclass Inv { fun PayIt() = 1 }\nclass Oth { fun PayIt() = 1 }\n-- t.kt\n\n\nfun run() { val i = Assert.Single(x())\n\n  i.PayIt() }",
        "-- s.swift\nstruct Single { }\n-- a.swift\nclass Inv { func PayIt() {} }\nclass Oth { func PayIt() {} }\n-- t.swift\n\n\nfunc run() { let i = Lib.Single(x)\n\n  i.PayIt() }",
        "-- s.rs\npub struct Single(u8);\n-- a.rs\npub struct Inv;\nimpl Inv { pub fn PayIt(&self) {} }\npub struct Oth;\nimpl Oth { pub fn PayIt(&self) {} }\n-- t.rs\n\n\nfn run() { let i = lib::Single(x);\n\n  i.PayIt(); }",
        "-- s.scala\npackage z\nclass Single(x: Int)\n-- a.scala\nclass Inv { def PayIt() = 1 }\nclass Oth { def PayIt() = 1 }\n-- t.scala\n\n\nobject T { val i = Assert.Single(1)\n\n  i.PayIt() }",
        "-- s.py\nclass Single: pass\n-- a.py\nclass Inv:\n  def PayIt(self): pass\nclass Oth:\n  def PayIt(self): pass\n-- t.py\nimport lib\n\ni = lib.Single(1)\n\ni.PayIt()",
        "-- s.ts\nexport class Single { }\n-- a.ts\nexport class Inv { PayIt() {} }\nexport class Oth { PayIt() {} }\n-- t.ts\nimport { Assert } from 'x';\n\nfunction run() { const i = Assert.Single(1);\n\n  i.PayIt() }",
        "-- z/s.go\npackage z\ntype Single struct{}\n-- a.go\npackage a\ntype Inv struct{}\nfunc (Inv) PayIt() {}\ntype Oth struct{}\nfunc (Oth) PayIt() {}\n-- t.go\npackage a\nimport \"x/lib\"\nfunc run() { i := lib.Single(1)\n\n  i.PayIt() }",
    ] {
        let (_, file) = text.rsplit_once("-- ").unwrap();
        let (path, code) = file.split_once('\n').unwrap();
        let line = code.lines().count();
        check_calls(text, &[("Inv.PayIt", &format!("{path}:{line} name"))]);
    }
}

/// Where the scope has the type, its values are made by the call.
#[test]
fn a_type_in_the_scope_before_it_is_made() {
    check_calls(
        "-- a.kt\nclass Out { class In { fun go() = 1 } }\nclass Oth { fun go() = 1 }\n-- t.kt\nfun run() { val i = Out.In()\n  i.go() }",
        &[("Out.In.go", "t.kt:2 scope"), ("Oth.go", "")],
    );
    check_calls(
        "-- a.swift\nclass Out { class In { func go() {} } }\nclass Oth { func go() {} }\n-- t.swift\nfunc run() { let i = Out.In()\n  i.go() }",
        &[("Out.In.go", "t.swift:2 scope"), ("Oth.go", "")],
    );
    check_calls(
        "-- a.hpp\nnamespace ns { struct In { void go() {} }; }\nstruct Oth { void go() {} };\n-- t.cpp\n#include \"a.hpp\"\nvoid run() { auto i = ns::In(1);\n  i.go(); }",
        &[("ns::In::go", "t.cpp:3 import"), ("Oth::go", "")],
    );
    check_calls(
        "-- src/lib.rs\npub mod geo;\npub mod t;\n-- src/geo.rs\npub struct In(u8);\nimpl In { pub fn go(&self) {} }\npub struct Oth(u8);\nimpl Oth { pub fn go(&self) {} }\n-- src/t.rs\nuse crate::geo as g;\nfn run() {\n  let i = g::In(1);\n  i.go();\n  let j = crate::geo::In(1);\n  j.go() }",
        &[("In.go", "src/t.rs:4 name, src/t.rs:6 import"), ("Oth.go", "")],
    );
}
