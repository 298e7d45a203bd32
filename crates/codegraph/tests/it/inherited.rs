//! Members that a type gets from a trait or a super class, from a value that a container holds, or by a stated type.

use firsthand_codegraph::Relation::{Callers, Definition, Implementors};

use crate::repo::{check_lines, tree};

#[test]
fn what_a_type_inherits_implements_its_interface() {
    check_lines(
        r"
-- A.php
<?php
namespace App;
interface Repo { public function add(int $a): bool; }
trait Adds { public function add(int $a): bool { return true; } }
class DbRepo implements Repo { use Adds; }
class Other { public function add(int $a): bool { return $this->add(1); } }
-- B.php
<?php
namespace App\Http;
use App\Repo;
use App\DbRepo;
class C {
    public function __construct(private Repo $repo, private DbRepo $db) {}
    public function one() { $this->repo->add(1); }
    public function two() { $this->db->add(2); }
}
-- J.java
interface Saves { void save(); }
class Base { public void save() {} }
class Impl extends Base implements Saves {}
class Hides extends Base implements Saves { public void save() {} }
class U { void u(Saves s) { s.save(); } void v(Impl i) { i.save(); } }
-- k.kt
interface Loads { fun load() }
open class KBase { fun load() {} }
class KImpl : KBase(), Loads
fun k(l: Loads) { l.load() }
-- s.scala
trait Draws { def draw(): Unit }
trait Paints { def draw(): Unit = () }
class Pen extends Draws with Paints
class V { def v(d: Draws) = d.draw() }
-- c.cs
interface IRun { void Go(); }
class RunBase { public void Go() {} }
class Run : RunBase, IRun {}
class W { void W1(IRun r) { r.Go(); } }
",
        &[
            (Implementors, "Repo::add", "A.php:4 scope"),
            (Callers, "Adds::add", "B.php:7 name, B.php:8 import"),
            (Callers, "DbRepo::add", "B.php:7 name, B.php:8 import"),
            (Implementors, "Saves.save", "J.java:2 scope, J.java:4 scope"),
            (Callers, "Base.save", "J.java:5 name, J.java:5 scope"),
            (Callers, "Hides.save", "J.java:5 name"),
            (Implementors, "Loads.load", "k.kt:2 scope"),
            (Callers, "KBase.load", "k.kt:4 name"),
            (Implementors, "Draws.draw", "s.scala:2 scope"),
            (Callers, "Paints.draw", "s.scala:4 name"),
            (Implementors, "IRun.Go", "c.cs:2 scope"),
            (Callers, "RunBase.Go", "c.cs:4 name"),
            (Definition, "Impl.save", "J.java:2 scope"),
        ],
    );
    let repo = tree(
        "\n-- a.kt\ninterface Saves<T> { fun save(t: T) }\ninterface Manager : Saves<Int>\nclass X { fun save() {} }\n",
    );
    let found = repo.relate("Manager.save", Definition);
    assert_eq!(found.notes, ["Manager has save from elsewhere: Saves.save"]);
}

#[test]
fn types_that_stand_for_what_a_container_holds() {
    check_lines(
        r"
-- app/Support/Steam.php
<?php
namespace App\Support;
class Steam { public function round(string $n): string { return $n; } public function never() {} }
class Amount { public function show(string $n): string { return $n; } }
class Loose { public function tie() {} }
-- app/Support/Facades/Steam.php
<?php
namespace App\Support\Facades;
use Illuminate\Support\Facades\Facade;
class Steam extends Facade { protected static function getFacadeAccessor(): string { return 'steam'; } }
-- app/Support/Facades/Money.php
<?php
namespace App\Support\Facades;
use Illuminate\Support\Facades\Facade;
use App\Support\Amount;
class Money extends Facade {
    protected static function getFacadeAccessor()
    {
        return Amount::class;
    }
}
-- app/Support/Facades/Loose.php
<?php
namespace App\Support\Facades;
class Loose extends \Illuminate\Support\Facades\Facade { protected static function getFacadeAccessor() { return 'unbound'; } }
-- app/Provider.php
<?php
namespace App;
use App\Support\Steam;
class Provider { function register() {
    $this->app->bind(
        'steam',
        static fn () => new Steam()
    );
} }
-- app/Http/X.php
<?php
namespace App\Http;
use App\Support\Facades\Steam;
use App\Support\Facades\Money;
use App\Support\Facades\Loose;
class X {
    function a() { return Steam::round('1'); }
    function b() { return Money::show('1'); }
    function c() { return Loose::tie(); }
    function d() { return Money::round('1'); }
}
",
        &[
            (Callers, "Steam::round", "app/Http/X.php:7 import"),
            (Callers, "Amount::show", "app/Http/X.php:8 import"),
            (Callers, "Loose::tie", "app/Http/X.php:9 name"),
        ],
    );
}

#[test]
fn stated_types_and_functions_of_a_class() {
    check_lines(
        r"
-- A.php
<?php
namespace App;
class Foo { public function fire(): void {} }
class Bar { public function fire(): void {} }
function own($x) { return 1; }
class C {
    /** @var Bar */
    private $held;
    public function one($q): void {
        /** @var Foo $x */
        $x = $q->get();
        $x->fire();
        /** @var Bar|null $y */
        $y = make();
        $y->fire();
        /** @var Foo $other */
        $z = $q->get();
        $z->fire();
    }
    public function two(): void {
        $y = app(Bar::class);
        $y->fire();
        app(Foo::class)->fire();
        $this->held->fire();
        $w = own(Bar::class);
        $w->fire();
    }
}
-- a.js
export class JFoo { fire2() {} }
export class JBar { fire2() {} }
function f(q) {
    /** @type {JFoo} */
    const x = q.get();
    x.fire2();
}
",
        &[
            (Callers, "Foo::fire", "A.php:12 scope, A.php:18 name, A.php:23 scope, A.php:26 name"),
            (
                Callers,
                "Bar::fire",
                "A.php:15 scope, A.php:18 name, A.php:22 scope, A.php:24 scope, A.php:26 name",
            ),
            (Callers, "JFoo.fire2", "a.js:6 scope"),
            (Callers, "JBar.fire2", ""),
        ],
    );
}

#[test]
fn functions_that_a_class_body_names() {
    check_lines(
        r"
-- a.rb
class Story < ApplicationRecord
  scope :base, ->(user) { where(a: 1) }
  scope :recent, lambda { where(b: 1) }
  validates :title, presence: true, if: -> { true }
  def self.all_of; base(1).recent; end
  def check; errors.add(:base, -> { 1 }); end
end
module Votable
  extend ActiveSupport::Concern
  included do
    scope :voted, -> { where(c: 1) }
  end
end
class Page
  def a; Story.base(nil); end
  def b; Story.recent; end
  def c; errors.add(:base, 'x'); end
end
",
        &[
            (Definition, "Story.base", "a.rb:2 scope"),
            (Definition, "voted", "a.rb:11 scope"),
            (Callers, "Story.base", "a.rb:5 scope, a.rb:15 scope"),
            (Callers, "Story.recent", "a.rb:5 name, a.rb:16 scope"),
        ],
    );
}

/// A function that is given a class makes one that extends it; an object of an interface has the members that are called on it.
#[test]
fn classes_that_functions_make_and_objects_of_an_interface() {
    check_lines(
        r##"
-- a.ts
export class Model { save() {} }
export interface Mailer { send(): void }
export class Smtp implements Mailer { send() {} }
export class User extends Timed(Tagged(Model)) { f() { this.save() } }
export const fake: Mailer = {
  send() {},
};
export const late = { send() {} } satisfies Mailer;
export function f(m: Mailer) { m.send() }
fake.send();
-- b.js
class Base { keep() {} }
class Part extends mixed(Base) {
  run() { this.keep() }
}
"##,
        &[
            (Implementors, "Model", "a.ts:4 scope"),
            (Callers, "Model.save", "a.ts:4 scope"),
            (Callers, "fake.send", "a.ts:9 name, a.ts:10 name"),
            (Callers, "late.send", "a.ts:9 name, a.ts:10 name"),
            (Implementors, "Base", "b.js:2 scope"),
            (Callers, "Base.keep", "b.js:3 scope"),
        ],
    );
}
