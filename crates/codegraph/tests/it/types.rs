//! Members of values of known type, and of types that others extend.

use crate::repo::check_callers;

const SHOP: &str = "export class Shop {\n  open() {}\n  close() { this.open() }\n}\nexport class Bank {\n  open() {}\n}\n";

#[test]
fn typescript_receivers_have_types() {
    let files = [
        ("shop.ts", SHOP),
        (
            "use.ts",
            "import { Shop, Bank as Money } from './shop'\nimport * as all from './shop'\n\
             export const a = (s: Shop) => s.open()\n\
             export function b() {\n  const s = new Shop()\n  s.open()\n}\n\
             export const c = (s: all.Shop) => s.open()\n\
             export const d = (s: Money) => s.open()\n\
             export const e = (s: Other) => s.open()\n\
             export const f = (s) => s.open()\n\
             export const g = (s?: Shop) => s.open()\n\
             const top: Shop = make()\n\
             export const h = () => top.open()\n\
             export const i = (top) => top.open()\n",
        ),
    ];
    check_callers(
        &files,
        "Shop.open",
        "use.ts:3-3 a import
         use.ts:4-7 b import
         use.ts:8-8 c import
         use.ts:12-12 g import
         use.ts:14-14 h import
         shop.ts:3-3 Shop.close scope
         use.ts:10-10 e name
         use.ts:11-11 f name
         use.ts:15-15 i name",
    );
    check_callers(
        &files,
        "Bank.open",
        "use.ts:9-9 d import
         use.ts:10-10 e name
         use.ts:11-11 f name
         use.ts:15-15 i name",
    );
}

#[test]
fn python_receivers_have_types() {
    let files = [
        (
            "shop.py",
            "class Shop:\n    def open(self):\n        pass\n\nclass Bank:\n    def open(self):\n        pass\n",
        ),
        (
            "use.py",
            "import shop\nfrom shop import Shop, Bank\n\n\
             def a(s: Shop):\n    s.open()\n\n\
             def b():\n    s = Shop()\n    s.open()\n\n\
             def c():\n    s = shop.Shop()\n    s.open()\n\n\
             def d():\n    s = Bank()\n    s.open()\n\n\
             def e(more):\n    s = Shop()\n    if more:\n        s = Bank()\n    s.open()\n\n\
             top = Shop()\n\n\
             def f():\n    top.open()\n\n\
             def g():\n    global top\n    top = make()\n    top.open()\n",
        ),
    ];
    check_callers(
        &files,
        "Shop.open",
        "use.py:4-5 a import
         use.py:7-9 b import
         use.py:11-13 c import
         use.py:19-23 e name
         use.py:27-28 f name
         use.py:30-33 g name",
    );
}

#[test]
fn fields_have_types() {
    let files = [
        ("shop.ts", SHOP),
        (
            "use.ts",
            "import { Shop, Bank } from './shop'\n\
             export class A {\n  shop: Shop\n  #own = new Shop()\n  other = make()\n  bank?: Bank\n\
             \x20 constructor(private given: Shop) {}\n\
             \x20 a() { this.shop.open() }\n  b() { this.#own.open() }\n  c() { this.given.open() }\n\
             \x20 d() { this.bank.open() }\n  e() { this.other.open() }\n}\n\
             export class B {\n  f() { this.shop.open() }\n}\n",
        ),
    ];
    check_callers(
        &files,
        "Shop.open",
        "use.ts:8-8 A.a import
         use.ts:9-9 A.b import
         use.ts:10-10 A.c import
         shop.ts:3-3 Shop.close scope
         use.ts:15-15 B.f name
         use.ts:12-12 A.e name",
    );
    let files = [
        ("shop.py", "class Shop:\n    def open(self):\n        pass\n"),
        (
            "use.py",
            "from shop import Shop\n\n\
             class A:\n    said: Shop\n\n\
             \x20   def __init__(self, other):\n        self.shop = Shop()\n        self.none = None\n        other.late = Shop()\n\n\
             \x20   def a(self):\n        self.shop.open()\n\n\
             \x20   def b(self):\n        self.said.open()\n\n\
             \x20   def c(self):\n        self.none.open()\n\n\
             \x20   def d(self):\n        self.late.open()\n\n\
             \x20   def e(self):\n        self.none = Shop()\n",
        ),
    ];
    check_callers(
        &files,
        "Shop.open",
        "use.py:11-12 A.a import
         use.py:14-15 A.b import
         use.py:17-18 A.c name
         use.py:20-21 A.d name",
    );
}

#[test]
fn members_are_inherited_from_super_types() {
    let files = [
        ("base.ts", "export class Base {\n  open() { this.load() }\n  load() {}\n}\n"),
        (
            "more.ts",
            "import { Base } from './base'\nimport * as base from './base'\n\
             export class More extends Base {\n  a() { this.open() }\n  load() { super.load() }\n}\n\
             export class Most extends base.Base {\n  b() { this.load() }\n}\n\
             class Alone {\n  c() { this.load() }\n  load() {}\n}\n\
             export const d = (m: More) => m.open()\n\
             export const e = (m: More) => m.load()\n\
             export const f = (b: Base) => b.load()\n\
             export const g = (a: Alone) => a.load()\n",
        ),
    ];
    check_callers(&files, "Base.open", "more.ts:4-4 More.a import\nmore.ts:14-14 d import");
    check_callers(
        &files,
        "Base.load",
        "more.ts:5-5 More.load import
         more.ts:8-8 Most.b import
         more.ts:16-16 f import
         base.ts:2-2 Base.open scope",
    );
    check_callers(
        &files,
        "More.load",
        "base.ts:2-2 Base.open import\nmore.ts:15-15 e scope\nmore.ts:16-16 f name",
    );
    let files = [
        (
            "base.py",
            "class Base:\n    def open(self):\n        self.load()\n\n    def load(self):\n        pass\n",
        ),
        (
            "more.py",
            "from base import Base\n\n\
             class More(Base):\n    def load(self):\n        super().load()\n\n    def a(self):\n        self.open()\n\n\
             class Other:\n    def load(self):\n        self.load()\n",
        ),
    ];
    check_callers(&files, "Base.open", "more.py:7-8 More.a import");
    check_callers(&files, "Base.load", "more.py:4-5 More.load import\nbase.py:2-3 Base.open scope");
    check_callers(&files, "More.load", "base.py:2-3 Base.open import");
}
