//! Uses of constructors, and declarations without a body.

use firsthand_codegraph::Relation::{Callers, Definition, References};

use crate::repo::check_lines;

#[test]
fn javascript() {
    check_lines(
        r##"
-- a.js
export class Base { constructor() {} }
export class Plain {}
-- b.js
import { Base as B } from './a'
class S extends B { constructor() { super() } }
export const m = () => new B()
"##,
        &[
            (Callers, "Base", "b.js:2 import, b.js:3 import"),
            (Callers, "Base.constructor", "b.js:2 import, b.js:3 import"),
            (References, "Base.constructor", "b.js:2 import, b.js:2 import, b.js:3 import"),
        ],
    );
}

#[test]
fn typescript() {
    check_lines(
        r##"
-- a.ts
export default class Base { constructor(x: number) {} }
-- b.ts
import Q from './a'
class S extends Q { constructor() { super(1) } }
const f = new Q(1)
"##,
        &[(Callers, "Base.constructor", "b.ts:2 import, b.ts:3 import")],
    );
}

#[test]
fn python() {
    check_lines(
        r##"
-- a.py
class Base:
    def __init__(self): pass
    @classmethod
    def mk(cls): return cls()
-- b.py
from a import Base
class S(Base):
    def __init__(self):
        super().__init__()
class T(Base):
    def __init__(self):
        Base.__init__(self)
def f(): return Base()
"##,
        &[
            (Callers, "Base", "a.py:4 scope, b.py:8 import"),
            (Callers, "Base.__init__", "a.py:4 scope, b.py:4 import, b.py:7 import, b.py:8 import"),
        ],
    );
}

#[test]
fn java() {
    check_lines(
        r##"
-- p/Base.java
package p;
public class Base { public Base(int x) {} Base() { this(1); } }
-- q/S.java
package q;
import p.Base;
class S extends Base { S() { super(1); } Base m() { return new Base(2); } }
"##,
        &[
            (Callers, "Base", "q/S.java:3 import, q/S.java:3 import"),
            (Callers, "Base.Base", "p/Base.java:2 scope, q/S.java:3 import, q/S.java:3 import"),
        ],
    );
}

#[test]
fn c_sharp() {
    check_lines(
        r##"
-- a.cs
public class Base { public Base(int x) {} public Base() : this(1) {} }
-- b.cs
class S : Base { S() : base(1) {}
}
class T { Base M() { return new Base(2); } }
class P(int x) : Base(x);
"##,
        &[
            (Callers, "Base", "b.cs:1 scope, b.cs:3 scope, b.cs:4 scope"),
            (Callers, "Base.Base", "a.cs:1 scope, b.cs:1 scope, b.cs:3 scope, b.cs:4 scope"),
        ],
    );
}

#[test]
fn kotlin() {
    check_lines(
        r##"
-- a.kt
open class Base(val x: Int)
-- b.kt
class S : Base(1)
fun m() = Base(2)
"##,
        &[(Callers, "Base", "b.kt:1 scope, b.kt:2 scope")],
    );
}

#[test]
fn kotlin_secondary() {
    check_lines(
        r##"
-- a.kt
open class Base {
    constructor(x: Int) {
    }
}
-- b.kt
class S : Base {
    constructor() : super(1)
}
fun m() = Base(2)
"##,
        &[
            (Callers, "Base", "b.kt:2 scope, b.kt:4 scope"),
            (Callers, "Base.constructor", "b.kt:2 scope, b.kt:4 scope"),
        ],
    );
}

#[test]
fn scala() {
    check_lines(
        r##"
-- a.scala
class Base(x: Int)
-- b.scala
class S extends Base(1)
class U { def m() = new Base(2) }
"##,
        &[(Callers, "Base", "b.scala:1 scope, b.scala:2 scope")],
    );
}

#[test]
fn swift() {
    check_lines(
        r##"
-- a.swift
class Base { init(x: Int) {} }
-- b.swift
class S: Base { override init(x: Int) { super.init(x: 1) } }
func m() -> Base { return Base(x: 2) }
func n() -> Base { return Base.init(x: 2) }
"##,
        &[
            (Callers, "Base", "b.swift:2 scope"),
            (Callers, "Base.init", "b.swift:1 scope, b.swift:2 scope, b.swift:3 scope"),
        ],
    );
}

#[test]
fn php() {
    check_lines(
        r##"
-- a.php
<?php
namespace A;
class Base { function __construct() {} static function mk() { return new self(); } }
-- b.php
<?php
use A\Base as B;
class S extends B { function __construct() { parent::__construct(); } }
function m() { return new B(); }
"##,
        &[
            (Callers, "Base", "a.php:3 scope, b.php:4 import"),
            (Callers, "Base::__construct", "a.php:3 scope, b.php:3 import, b.php:4 import"),
        ],
    );
}

#[test]
fn cpp() {
    check_lines(
        r##"
-- a.hpp
class Base { public: Base(int x); };
-- a.cpp
#include "a.hpp"
Base::Base(int x) {}
-- b.cpp
#include "a.hpp"
class S : public Base { public: S() : Base(1) {} };
void m() { Base b(1); Base c{2}; auto d = new Base(3); auto e = Base(4); }
struct Holder {
  Base held{6};
  Base none;
};
"##,
        &[
            (Callers, "Base", "b.cpp:2 import, b.cpp:3 import, b.cpp:5 import"),
            (Callers, "Base::Base", "b.cpp:2 import, b.cpp:3 import, b.cpp:5 import"),
        ],
    );
}

#[test]
fn typescript_interfaces() {
    check_lines(
        r##"
-- a.ts
interface Shape { area(): number }
class Sq implements Shape { area() { return 1 } }
"##,
        &[(Definition, "Shape.area", "a.ts:1 scope")],
    );
}

#[test]
fn java_super_types_of_types_in_types() {
    check_lines(
        r##"
-- U.java
class U {
  static class A { A(int v) {} }
  static class Other {}
  static class B extends A { B() { super(1); } }
  static class M extends EnumMap { M() { super(1); } }
}
"##,
        &[(Callers, "Other", ""), (Callers, "A.A", "U.java:4 scope")],
    );
}

#[test]
fn java_interfaces() {
    check_lines(
        r##"
-- a.java
interface Shape { int area(); }
class Sq implements Shape { public int area() { return 1; } }
"##,
        &[(Definition, "Shape.area", "a.java:1 scope")],
    );
}

#[test]
fn kotlin_interfaces() {
    check_lines(
        r##"
-- a.kt
interface Shape {
    fun area(): Int
}
class Sq : Shape {
    override fun area() = 1
}
"##,
        &[(Definition, "Shape.area", "a.kt:2 scope")],
    );
}

#[test]
fn c_sharp_interfaces() {
    check_lines(
        r##"
-- a.cs
interface Shape { int Area(); }
class Sq : Shape { public int Area() { return 1; } }
"##,
        &[(Definition, "Shape.Area", "a.cs:1 scope")],
    );
}

#[test]
fn rust_traits() {
    check_lines(
        r##"
-- a.rs
trait Shape { fn area(&self) -> i32; }
struct Sq;
impl Shape for Sq { fn area(&self) -> i32 { 1 } }
"##,
        &[(Definition, "Shape::area", "a.rs:1 scope")],
    );
}

#[test]
fn go_interfaces() {
    check_lines(
        r##"
-- a.go
package a
type Shape interface { Area() int }
type Sq struct{}
func (s Sq) Area() int { return 1 }
"##,
        &[(Definition, "Shape.Area", "a.go:2 scope")],
    );
}

#[test]
fn swift_protocols() {
    check_lines(
        r##"
-- a.swift
protocol Shape { func area() -> Int }
struct Sq: Shape { func area() -> Int { return 1 } }
"##,
        &[(Definition, "Shape.area", "a.swift:1 scope")],
    );
}

#[test]
fn php_interfaces() {
    check_lines(
        r##"
-- a.php
<?php
interface Shape { function area(); }
abstract class Abs { abstract function go(); }
class Sq extends Abs implements Shape { function area() { return 1; } function go() {} }
"##,
        &[(Definition, "Shape::area", "a.php:2 scope"), (Definition, "Abs::go", "a.php:3 scope")],
    );
}

#[test]
fn python_abstract_methods() {
    check_lines(
        r##"
-- a.py
from abc import ABC, abstractmethod
class Shape(ABC):
    @abstractmethod
    def area(self): ...
class Sq(Shape):
    def area(self): return 1
"##,
        &[(Definition, "Shape.area", "a.py:3 scope")],
    );
}

#[test]
fn scala_traits() {
    check_lines(
        r##"
-- a.scala
trait Shape { def area(): Int }
class Sq extends Shape { def area() = 1 }
"##,
        &[(Definition, "Shape.area", "a.scala:1 scope")],
    );
}

#[test]
fn calls_of_a_super_type_are_none_of_the_type() {
    check_lines(
        r##"
-- a.cs
public class Base { public virtual void Run() {} }
-- b.cs
class S : Base { public override void Run() { base.Run(); } void G() { Run(); } }
"##,
        &[(Callers, "Base.Run", "b.cs:1 scope"), (Callers, "S.Run", "b.cs:1 scope")],
    );
}
