//! Declarations in forms that are no plain statements: given to a macro, taken apart, or on one line.

use crate::declarations::check;

#[test]
fn rust_items_that_are_given_to_a_macro() {
    check(
        "a.rs",
        "one! {
    if #[cfg(a)] {
        pub(crate) unsafe fn f() { g() }
    } else {
        fn f() {}
    }
}
mod m {
    two! { static ref A: u8 = 1; const B: u8 = 2; }
}
three!(struct Not;);
pub fn last() {}
",
        "function f 3-3\nfunction f 5-5\nmodule m 8-10\nstatic m::A 9-9\nconstant m::B 9-9\nfunction last 12-12",
    );
}

#[test]
fn kotlin_enums_on_one_line() {
    check(
        "a.kt",
        "enum class E(val n: Int) { ONE(1), TWO(2) { override fun go() = 2 }; open fun go() = n }
enum class F { X, Y; fun go() = 1 }
class After { fun here() = 1 }
",
        "enum E 1-1\nproperty E.n 1-1\nvariant E.ONE 1-1\nvariant E.TWO 1-1\nmethod E.TWO.go 1-1\nmethod E.go 1-1\nenum F 2-2\nvariant F.X 2-2\nvariant F.Y 2-2\nmethod F.go 2-2\nclass After 3-3\nmethod After.here 3-3",
    );
}

#[test]
fn variables_that_are_taken_apart() {
    check(
        "a.js",
        "const { a, b: c, d = 1 } = make()
const { e, f: { g: h } = {} } = a
const { i } = require('i')
function k() { const { l } = make() }
",
        "constant a 1-1\nconstant c 1-1\nconstant d 1-1\nconstant e 2-2\nconstant h 2-2\nfunction k 4-4",
    );
    check(
        "a.py",
        "a, (b, c), *d = make()\n(e, f) = make()\n",
        "variable a 1-1\nvariable b 1-1\nvariable c 1-1\nvariable d 1-1\nvariable e 2-2\nvariable f 2-2",
    );
    check(
        "a.cpp",
        "namespace n {\nconstexpr int a = 1;\n}\nextern \"C\" {\nint b = 2;\n}\nauto [c, d] = make();\n",
        "namespace n 1-3\nvariable n::a 2-2\nvariable b 5-5\nvariable c 7-7\nvariable d 7-7",
    );
}

#[test]
fn names_that_are_quoted() {
    check(
        "a.js",
        "export const api = {\n  'a-b': () => 1,\n  \"c\": function () {},\n  ['d']: () => 2,\n}\n",
        "constant api 1-5\nmethod api.a-b 2-2\nmethod api.c 3-3\nmethod api.d 4-4",
    );
    check(
        "a.lua",
        "local M = {}\nM[\"a\"] = function() end\nreturn M\n",
        "variable M 1-1\nfunction M.a 2-2",
    );
    check(
        "a.rb",
        "class C\n  def_delegators :@x, :size, :first\n  def_delegator :@x, :size, :length\n  def_delegator :@y, :go\nend\n",
        "class C 1-5\nmethod C.size 2-2\nmethod C.first 2-2\nmethod C.length 3-3\nmethod C.go 4-4",
    );
    check(
        "a.ex",
        "defmodule V do\n  def a <> b, do: {a, b}\nend\n",
        "module V 1-3\nfunction V.<> 2-2",
    );
}

#[test]
fn c_declarators_in_one_another() {
    check(
        "a.c",
        "static struct node *head, *tail;
static const char *const names[] = { \"a\" };
int grid[2][3], (*rows)[3];
int (*handlers[4])(int) = { 0 };
typedef int vector[3], binary(int, int);
struct ops { int (*open)(struct ops *o); char **argv; unsigned f : 3; int m[2][2]; };
char ***deep(void) { return 0; }
struct ops **lookup(int k);
int (*chosen(int n))(int) { return 0; }
",
        "variable head 1-1\nvariable tail 1-1\nvariable names 2-2\nvariable grid 3-3\nvariable rows 3-3\nvariable handlers 4-4\ntype vector 5-5\ntype binary 5-5\nstruct ops 6-6\nfield ops.open 6-6\nfield ops.argv 6-6\nfield ops.f 6-6\nfield ops.m 6-6\nfunction deep 7-7\nprototype lookup 8-8\nfunction chosen 9-9",
    );
}

#[test]
fn cpp_declarators_in_one_another() {
    check(
        "a.cpp",
        "struct A { int& ref(); A** both(); int (*hook)(int); int arr[3][2]; A& self; virtual A* make() = 0; };
namespace n { A* one; static A many[3]; extern const char* const names[]; A& get(); int (*call)(int); }
const A* const& constant();
A** built() { return 0; }
",
        "struct A 1-1\nprototype A::ref 1-1\nprototype A::both 1-1\nfield A::hook 1-1\nfield A::arr 1-1\nfield A::self 1-1\nmethod A::make 1-1\nnamespace n 2-2\nvariable n::one 2-2\nvariable n::many 2-2\nvariable n::names 2-2\nprototype n::get 2-2\nvariable n::call 2-2\nprototype constant 3-3\nfunction built 4-4",
    );
}

/// A variable with arguments in parentheses is no function that is declared in another one.
#[test]
fn cpp_variables_of_a_body_are_no_prototypes() {
    check(
        "a.cpp",
        "Name get(Key);
void go(Key k, Key* l) {
  Name one(k);
  const Name two(k);
  static const Name three(k, max);
  const Name four(names[0]);
  Name five(Text::from(kKey));
  Name six(static_cast<Size>(k));
  const ns::Name seven(make(k));
#ifdef NINE
  Name nine(k);
#endif
  extern Name eight(Key);
}
",
        "prototype get 1-1\nfunction go 2-14\nprototype go::eight 13-13",
    );
}

#[test]
fn fields_of_types_without_a_name_are_in_the_function_around() {
    check(
        "a.go",
        "func F(r R) {
	in := struct{ A int }{1}
	for _, c := range []struct{ n int }{{1}} {
		r.Save(c.n)
	}
}
func G(s struct{ A int }) {}
func H() struct{ A int } {
	var d struct{ b int }
}
func (r R) I(s struct{ A int }) struct{ B int } { var d []struct{ c int } }
type T struct {
	In struct{ A int }
}
",
        "function F 1-6\nfield F.A 2-2\nfield F.n 3-3\nfunction G 7-7\nfield G.A 7-7\nfunction H 8-10\nfield H.A 8-8\nfield H.b 9-9\nmethod R.I 11-11\nfield R.I.A 11-11\nfield R.I.B 11-11\nfield R.I.c 11-11\nstruct T 12-14\nfield T.In 13-13\nfield T.In.A 13-13",
    );
    check(
        "a.c",
        "int f(void) {
  union { int i; char b[4]; } u;
  struct { int j; struct { int k; } l; } v;
  return u.i;
}
struct s { union { int m; float n; }; };
",
        "function f 1-5\nfield f.i 2-2\nfield f.b 2-2\nfield f.j 3-3\nfield f.l 3-3\nfield f.l.k 3-3\nstruct s 6-6\nfield s.m 6-6\nfield s.n 6-6",
    );
    check(
        "a.cpp",
        "struct Q {
  Q() { struct { int a; } d; }
  int m() { struct { int b; } d; return 1; }
  union { int c; };
};
int Q::n() { struct { int e; } d; return 1; }
",
        "struct Q 1-5\nfunction Q::Q 2-2\nfield Q::Q::a 2-2\nmethod Q::m 3-3\nfield Q::m::b 3-3\nfield Q::c 4-4\nmethod Q::n 6-6\nfield Q::n::e 6-6",
    );
    check(
        "a.php",
        "<?php
class A { function __construct(private int $x) { $this->y = new class { public $z; }; } }
",
        "class A 2-2\nmethod A::__construct 2-2\nfield A::x 2-2\nfield A::__construct::z 2-2",
    );
    check(
        "a.ts",
        "class A { constructor(private x: number) { this.y = 1; const o = class { z = 1 }; } }\n",
        "class A 1-1\nmethod A.constructor 1-1\nfield A.x 1-1\nclass A.constructor.o 1-1\nfield A.constructor.o.z 1-1",
    );
}

#[test]
fn forms_of_text_files() {
    for (path, text, expect) in [
        (
            "a.md",
            "Getting Started\n===\n\ntext\n\nDeep Dive\n---\n\n## Retry Policy ##\n\n## About C#\n",
            "section Getting Started 1-2\nsection Deep Dive 6-7\nsection Retry Policy 9-9\nsection About C# 11-11",
        ),
        (
            "Makefile",
            "export A := 1\nB != date\noverride C = 2\nexport D\n",
            "variable A 1-1\nvariable B 2-2\nvariable C 3-3",
        ),
        ("Makefile.am", "bin_x = a\n", "variable bin_x 1-1"),
        ("Dockerfile.dev", "FROM node AS dev-stage\n", "stage dev-stage 1-1"),
        ("a.sql", "CREATE SEQUENCE seq_lines START 1;\n", "sequence seq_lines 1-1"),
        ("Gemfile.lock", "def a = 1\n", ""),
    ] {
        check(path, text, expect);
    }
}

/// A guard against a second inclusion declares nothing; a name that a file sets where it is not set, or beside others,
/// is a constant.
#[test]
fn guards_of_headers_are_no_constants() {
    let check = |head: &str, tail: &str, expect: &str| {
        for (path, separator) in [("a.h", "."), ("a.c", "."), ("a.cpp", "::"), ("a.hpp", "::")] {
            let text = format!("// Rows.\n{head}\nstruct Row {{ int n; }};\n{tail}\n");
            check(path, &text, &expect.replace("Row.n", &format!("Row{separator}n")));
        }
    };
    const NONE: &str = "struct Row 4-4\nfield Row.n 4-4";
    check("#ifndef A_H\n#define A_H", "#endif", NONE);
    check("#ifndef A_H\n#define A_H 1", "#endif // A_H", NONE);
    check("#if !defined(A_H)\n#define A_H", "#endif /* A_H */", NONE);
    check("#if !defined A_H\n# define A_H", "#endif", NONE);
    let with = |constant: &str| format!("constant {constant} 3-3\n{NONE}");
    check("#ifndef A_H\n#define B_H", "#endif", &with("B_H"));
    check("#ifndef SIZE\n#define SIZE 80", "#endif", &with("SIZE"));
    check(
        "#ifndef A_H\n#define A_H",
        "#endif\nint last;",
        &format!("{}\nvariable last 6-6", with("A_H")),
    );
    check("#ifdef A_H\n#define A_H", "#endif", &with("A_H"));
    check(
        "#ifndef A_H\n#define A_H\n#endif",
        "",
        "constant A_H 3-3\nstruct Row 5-5\nfield Row.n 5-5",
    );
}
