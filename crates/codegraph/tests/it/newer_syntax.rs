//! Declarations in newer versions of languages, and those that have no identifier of their own.

use crate::declarations::check;

#[test]
fn kotlin() {
    check(
        "a.kt",
        "class Top(val a: Int) { fun x() {} }\nclass Two { val y = 1 }\nobject O { fun one() {} }\n\
         class Outer { companion object { fun make() = 1 } }\nenum class E { A; fun go() {} }\n",
        "
        class Top 1-1
        property Top.a 1-1
        method Top.x 1-1
        class Two 2-2
        property Two.y 2-2
        object O 3-3
        method O.one 3-3
        class Outer 4-4
        method Outer.make 4-4
        enum E 5-5
        variant E.A 5-5
        method E.go 5-5
        ",
    );
    check(
        "a.kt",
        "fun classify(s: Shape): Int {\n    return when (s) {\n        is Circle if s.r > 1 -> 1\n        \
         else if big(s) -> 3\n        else -> 2\n    }\n}\n\ncontext(log: Logger)\nfun logged() {}\n",
        "
        function classify 1-7
        function logged 10-10
        ",
    );
    check(
        "a.kt",
        "val price = $$\"costs $5\"\nval text = $$$\"\"\"\n  $$x\n\"\"\"\nfun after() {}\nclass Last\n",
        "
        variable price 1-1
        variable text 2-4
        function after 5-5
        class Last 6-6
        ",
    );
}

#[test]
fn python() {
    check(
        "a.py",
        "type Pair[T] = tuple[T, T]\ntype Num = int\ndef g[T: int](x: T) -> T: return x\nclass Box[T, *Ts, **P]: pass\n",
        "
        type Pair 1-1
        type Num 2-2
        function g 3-3
        class Box 4-4
        ",
    );
}

#[test]
fn c_sharp() {
    check(
        "a.cs",
        "class Ops {\n  public event Action Done, Failed;\n  event Action Changed { add { } remove { } }\n  \
         public static Ops operator +(Ops a, Ops b) => a;\n  public static implicit operator int(Ops a) => 1;\n  \
         public int this[int i] => 1;\n  ~Ops() { }\n}\n",
        "
        class Ops 1-8
        event Ops.Done 2-2
        event Ops.Failed 2-2
        event Ops.Changed 3-3
        method Ops.operator + 4-4
        method Ops.operator int 5-5
        indexer Ops.this 6-6
        method Ops.~Ops 7-7
        ",
    );
}

#[test]
fn cpp() {
    check(
        "m.cppm",
        "module;\n#include <x>\nexport module shapes:part;\nimport std;\nexport int perimeter() { return 4; }\n\
         export {\nint grouped() { return 1; }\n}\nexport class Z { int a; };\n",
        "
        function perimeter 5-5
        function grouped 7-7
        class Z 9-9
        field Z::a 9-9
        ",
    );
    check(
        "a.cpp",
        "struct V {\n  V& operator[](int i);\n  operator bool() const { return true; }\n  friend V operator*(const V& a);\n  \
         ~V();\n};\nstd::ostream& operator<<(std::ostream& o, const V& v) { return o; }\n",
        "
        struct V 1-6
        prototype V::operator[] 2-2
        method V::operator bool 3-3
        prototype V::operator* 4-4
        prototype V::~V 5-5
        method operator<< 7-7
        ",
    );
}

#[test]
fn swift() {
    check(
        "a.swift",
        "struct V {\n  static func + (a: V, b: V) -> V { a }\n}\nfunc <+> (a: Int, b: Int) -> Int { a }\nprefix func ! (a: V) -> V { a }\n",
        "
        struct V 1-3
        method V.+ 2-2
        function <+> 4-4
        function ! 5-5
        ",
    );
}

#[test]
fn haskell() {
    check(
        "A.hs",
        "module A where\n\na <+> b = a\n\n(|>) x f = f x\n\nx' = 1\n\nclass S a where\n  (<>) :: a -> a\n\ndata T = Int :+: Int\n",
        "
        function <+> 3-3
        function |> 5-5
        function x' 7-7
        typeclass S 9-10
        function S.<> 10-10
        data T 12-12
        variant T.:+: 12-12
        ",
    );
}

#[test]
fn zig() {
    check("a.zig", "pub fn @\"my fn\"() void {}\n", "function @\"my fn\" 1-1");
}

/// Declarations that an unusual form would lose: a name in capitals before `final`, several names at once, a call that
/// declares.
#[test]
fn names_in_unusual_forms() {
    check(
        "a.cpp",
        "class DB final : public Base { };\nstruct IO final { int fd; };\n",
        "
        class DB 1-1
        struct IO 2-2
        field IO::fd 2-2
        ",
    );
    check(
        "a.py",
        "LOW, HIGH = 1, 2\n\ndef f():\n    a, b = 1, 2\n",
        "
        variable LOW 1-1
        variable HIGH 1-1
        function f 3-4
        ",
    );
    check(
        "a.php",
        "<?php\ndefine('LIMIT', 2);\nconst K = 1;\n",
        "
        constant LIMIT 2-2
        constant K 3-3
        ",
    );
}

#[test]
fn a_guard_of_kotlin_keeps_what_is_around_it() {
    check(
        "a.kt",
        "fun one(e: Any) = when (e) { is Int if e > 1 -> b(); else -> 0 }\nfun two(e: Any) = when (val q = e) {\n    \
         is List<*> if q.any { it == 1 } -> b()\n    is Int if q < 3 &&\n        q > 1 -> b()\n    else -> 1\n}\nclass C { \
         fun six(e: Any): Int { when (e) { is Int if e > 0 -> return 1 } ; return 0 } }\nfun b() = 1\n",
        "
        function one 1-1
        function two 2-7
        class C 8-8
        method C.six 8-8
        function b 9-9
        ",
    );
}

#[test]
fn a_pointer_to_a_function_may_have_a_name_for_its_type() {
    let text = "typedef int (*cmp)(const void *, const void *);\ntypedef void (*done)(void);\n\
                typedef struct a *(*get)(struct b *c, int d);\ntypedef void *(alloc)(size_t n);\n\
                static ALLOC(1) void *make(int n);\n";
    for path in ["a.c", "a.hpp"] {
        check(
            path,
            text,
            "
            type cmp 1-1
            type done 2-2
            type get 3-3
            type alloc 4-4
            prototype make 5-5
            ",
        );
    }
}
