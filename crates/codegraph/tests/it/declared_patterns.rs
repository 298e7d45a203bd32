//! Declarations that have no plain name: the names of a pattern, functions behind pointers, and fields in a list.

use crate::declarations::check;

#[test]
fn names_of_a_pattern_are_declared() {
    check(
        "A.scala",
        "object O {\n  val (p, q) = (1, 2)\n  val a, b = 3\n  val Some(c) = Option(1)\n}\nval (x, y) = (1, 2)\n",
        r"
        object O 1-5
        field O.p 2-2
        field O.q 2-2
        field O.a 3-3
        field O.b 3-3
        field O.c 4-4
        variable x 6-6
        variable y 6-6
        ",
    );
    check(
        "a.swift",
        "let (ta, tb) = (1, 2)\nstruct S { var (m, n) = (1, 2) }\n",
        r"
        variable ta 1-1
        variable tb 1-1
        struct S 2-2
        property S.m 2-2
        property S.n 2-2
        ",
    );
    for path in ["a.ts", "a.js"] {
        check(
            path,
            "export const { alpha, b: { beta, c: gamma }, d: [delta], e: eps = 1, ...rest } = load()\nexport const [zeta, , eta = 1, ...others] = load()\n",
            r"
            constant alpha 1-1
            constant beta 1-1
            constant gamma 1-1
            constant delta 1-1
            constant eps 1-1
            constant rest 1-1
            constant zeta 2-2
            constant eta 2-2
            constant others 2-2
            ",
        );
    }
}

#[test]
fn functions_behind_pointers_are_declared() {
    for path in ["a.c", "a.cpp"] {
        check(
            path,
            "int (*made(int x))(int) { return 0; }\nvoid (*handler(int s, void (*f)(int)))(int) { return f; }\nint (*hook)(int);\nint (*first)(int) = made;\nint (*later(int x))(int);\n",
            r"
            function made 1-1
            function handler 2-2
            variable hook 3-3
            variable first 4-4
            prototype later 5-5
            ",
        );
    }
}

#[test]
fn fields_of_a_struct_are_declared_in_its_list() {
    check(
        "a.ex",
        "defmodule A do\n  defmodule B, do: (def one(x), do: x)\n  defstruct [:a, b: 1]\nend\ndefmodule C do\n  defstruct c: 1, d: 2\nend\ndefmodule E do\n  defexception [:message]\nend\n",
        r"
        module A 1-4
        module A.B 2-2
        function A.B.one 2-2
        field A.a 3-3
        field A.b 3-3
        module C 5-7
        field C.c 6-6
        field C.d 6-6
        module E 8-10
        field E.message 9-9
        ",
    );
}
