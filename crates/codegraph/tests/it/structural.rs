//! Types that implement an interface by their methods, and those that name it in other ways than a declaration's own
//! list of super types.

use firsthand_codegraph::Relation;

use crate::repo::{Repo, places};

fn check(files: &[(&str, &str)], symbol: &str, expect: &str, notes: &[&str]) {
    let result = Repo::of(files).relate(symbol, Relation::Implementors);
    let found = places(&result);
    let mut all: Vec<String> =
        found.lines().map(|line| line.split(' ').skip(1).collect::<Vec<_>>().join(":")).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.join(" "), expect, "implementors of {symbol}\n{found}");
    assert_eq!(result.notes, notes, "{symbol}");
}

#[test]
fn go_interfaces_are_implemented_by_methods() {
    let files = [
        ("go.mod", "module m\n"),
        (
            "a.go",
            "package a

import \"io\"

type Repo interface {
	Find(id string, all bool) error
	Delete(id string) error
}
type Small interface{ Delete(id string) error }
type Both interface {
	Small
	Find(string, bool) error
}
type Odd interface {
	io.Closer
	Find(id string, all bool) error
}

type SQL struct{}

func (s *SQL) Find(id string, all bool) error { return nil }
func (s *SQL) Delete(id string) error          { return nil }

type Cached struct{ *SQL }

type Other struct{}

func (Other) Delete(a, b string) error { return nil }
func (Other) Find(id string, all bool) error { return nil }
",
        ),
        (
            "mem/mem.go",
            "package mem

import \"m\"

var _ a.Repo = (*Mem)(nil)

type Mem struct{}

func (Mem) Find(id string, all bool) error { return nil }
func (Mem) Delete(string) error            { return nil }

type Half struct{}

func (Half) Delete(id string) error { return nil }
",
        ),
    ];
    let note = |count: usize, of: &str| {
        format!("{count} by method set: they have every method of {of} and do not name it")
    };
    check(&files, "Repo", "Cached:name Mem:import SQL:name", &[&note(2, "Repo")]);
    check(&files, "Repo.Delete", "Mem.Delete:name SQL.Delete:name", &[&note(2, "Repo.Delete")]);
    check(
        &files,
        "Small",
        "Both:scope Cached:name Half:name Mem:name SQL:name",
        &[&note(4, "Small")],
    );
    check(&files, "Both", "Cached:name Mem:name SQL:name", &[&note(3, "Both")]);
}

#[test]
fn python_protocols_are_implemented_by_methods() {
    let files = [(
        "a.py",
        "from typing import Protocol

class Closer(Protocol):
    def close(self): ...
    def open(self): ...

class File:
    def close(self): pass
    def open(self): pass

class Sub(File):
    pass

class Named(Closer):
    def close(self): pass

class Half:
    def close(self): pass
",
    )];
    let note = "2 by method set: they have every method of Closer and do not name it";
    check(&files, "Closer", "File:name Named:scope Sub:name", &[note]);
}

#[test]
fn typescript_interfaces_are_implemented_by_what_names_them() {
    let files = [(
        "a.ts",
        "export interface Closer { close(): void }
export interface More extends Closer, Other<string> {}
export class Door implements Closer { close() {} }
export class Box { close() {} }
export const window: Closer = { close() {} }
export const made = make<Closer>()
export const gate = { close() {} } satisfies Closer
",
    )];
    let note = "types that fit Closer and do not name it are not searched for";
    check(&files, "Closer", "Door:scope More:scope gate:scope window:scope", &[note]);
}

#[test]
fn bases_in_every_spelling() {
    let one = |path: &str, text: &str, symbol: &str, expect: &str| {
        check(&[(path, text)], symbol, expect, &[]);
    };
    let cs = "public record R(string N);
public record R2(string N) : R(N);
public record R3(string N) : R { }
public record struct S(int A) : I<int>;
public interface I<T> { }
public class B(int a) { }
public class X(int a) : B(a), I<int>;
public class Y(int a) : Ns.B(a);
public record G<T>(T t);
public record G2(int a) : G<int>(a);
public class Z { R r; B b() { return new B(1); } }
";
    one("a.cs", cs, "R", "R2:scope R3:scope");
    one("a.cs", cs, "I", "S:scope X:scope");
    one("a.cs", cs, "B", "X:scope Y:name");
    one("a.cs", cs, "G", "G2:scope");
    let cpp = "template <class T> struct Base {};
namespace ns { template <class T> struct Deep {}; struct Plain {}; }
struct A : public Base<int> {};
struct B : private virtual ns::Deep<int>, ns::Plain {};
struct C { Base<int> b; ns::Plain p; };
";
    one("a.cpp", cpp, "Base", "A:scope");
    one("a.cpp", cpp, "Deep", "B:scope");
    one("a.cpp", cpp, "Plain", "B:scope");
    let java = "package p;
interface I<T> {}
class Outer { interface In {} }
record R(int a) implements I<String> {}
enum E implements I<String>, Outer.In { A }
sealed interface S permits T {}
final class T implements S {}
class U { I<String> f() { return new I<String>() {}; } I<String> g() { return null; } }
";
    one("p/A.java", java, "I", "E:scope R:scope U.f:scope");
    one("p/A.java", java, "In", "E:scope");
    one("p/A.java", java, "S", "T:scope");
    one("p/A.java", java, "T", "");
    let scala = "trait Ord[T]
trait More
class A extends Ord[Int] with More
given x: Ord[Int] with More with { def a = 1 }
object O { def f = new More { } }
class Not(m: More)
";
    one("a.scala", scala, "More", "A:scope O.f:scope x:scope");
    one("a.scala", scala, "Ord", "A:scope x:scope");
    let php = "<?php
interface I {}
enum S: string implements I { case A = 'a'; }
function f() { return new class implements I {}; }
function g(I $i) { return $i; }
";
    one("a.php", php, "I", "S:scope f:scope");
    let rust = "pub trait P<T> {}
pub struct X<T>(T);
impl<T: Clone> P<T> for X<T> {}
impl P<u8> for dyn Send {}
pub struct Y;
pub fn f(p: &dyn P<u8>) {}
";
    one("src/lib.rs", rust, "P", "Send:scope X:scope");
    let kotlin = "interface I\n\nclass A(i: I) : I by i\n\nval o = object : I { }\n\nenum class E : I { X }\n\nclass Not(val i: I)\n";
    one("a.kt", kotlin, "I", "A:scope E:scope o:scope");
    let swift = "protocol P {}\nstruct X {}\nextension X: P {}\nactor A: P {}\nstruct Not { var p: any P }\n";
    one("a.swift", swift, "P", "A:scope X:scope");
    let python = "class Meta(type): pass\nclass Base: pass\nclass A(Base, metaclass=Meta): pass\nclass B(list[Base]): pass\n";
    one("a.py", python, "Base", "A:scope");
    one("a.py", python, "Meta", "");
    let haskell = "module A where\nclass C a where\n  go :: a -> Int\ndata T = T\ninstance C T where\n  go _ = 1\ninstance C [a] where\n  go _ = 2\nf :: C a => a -> Int\nf = go\n";
    one("A.hs", haskell, "C", "-:scope T:scope");
    let graphql = "interface Node { id: ID }\ninterface Named { name: ID }\ntype A implements Node & Named { id: ID name: ID }\ntype B { a: Node }\n";
    one("a.graphql", graphql, "Named", "A:scope");
}
