//! Names that are registered: in tables, attributes, containers and files of settings, with both ends.

use firsthand_codegraph::{Cancel, Query, Region, Relation};

use crate::repo::{Repo, expected, tree};

/// The places of the registrations of a symbol, as `path:lines of distance`, one a line.
fn check(files: &str, symbol: &str, expect: &str) {
    let query = Query { limit: 50, ..Query::default() };
    let repo = tree(files);
    let graph = repo.graph();
    let result = graph.relate(symbol, Relation::Registrations, &query, &Cancel::default());
    let line = |region: &Region| {
        let lines = region.related.iter().map(|(line, _)| line.to_string());
        let lines = lines.collect::<Vec<_>>().join(",");
        let (of, distance) = (region.relation_of.as_deref(), region.distance);
        format!("{}:{lines} {} {}", region.path, of.unwrap_or("-"), distance.unwrap_or(9))
    };
    let mut seen: Vec<String> = result.regions.iter().map(line).collect();
    seen.sort();
    assert_eq!(seen.join("\n"), expected(expect), "{symbol}");
}

#[test]
fn a_class_beside_a_string_or_another_type_leads_to_both_ends() {
    let services = r#"
-- src/Mailer.cs
public interface IMailer { void Send(); }
public class Mailer : IMailer {
    public Mailer(IMailer inner) { }
    public void Send() { var x = (Mailer)y; var z = new List<Mailer>(); }
}
-- src/Startup.cs
public class Startup {
    public void Configure(Services services) {
        services.AddScoped<IMailer, Mailer>();
    }
}
"#;
    check(
        services,
        "Mailer",
        "
src/Mailer.cs:1 Mailer 2
src/Startup.cs:3 Mailer 1
",
    );
    let components = r#"
-- src/card.ts
export class Card {}
-- src/main.ts
import { Card } from './card'
app.component('user-card', Card)
bind(Card).to(Card)
console.log(new Card())
-- src/routes.ts
import { Card } from './card'
export const routes = [{ path: 'cards', component: Card }]
export function make(card: Card): Card { return new Card() }
-- src/page.ts
export const tag = find('user-card')
"#;
    check(
        components,
        "Card",
        "
src/main.ts:2 Card 1
src/main.ts:3 Card 1
src/page.ts:1 user-card 2
src/routes.ts:2 Card 1
",
    );
    check(
        components,
        "user-card",
        "
src/card.ts:1 user-card 2
src/main.ts:2 user-card 1
src/page.ts:1 user-card 1
",
    );
}

#[test]
fn a_string_or_a_value_of_settings_that_is_a_qualified_name_is_a_registration() {
    let files = r#"
-- acme/tasks.py
@app.task(name="acme.clean")
def clean_up():
    pass
-- acme/apps.py
class AcmeConfig:
    pass
-- settings.py
APPS = ["acme.apps.AcmeConfig", "other.apps.AcmeConfig"]
BEAT = {"x": {"task": "acme.tasks.clean_up"}}
-- setup.cfg
[options.entry_points]
acme.plugins =
    clean = acme.tasks:clean_up
-- jobs.py
send("acme.clean")
"#;
    check(files, "AcmeConfig", "settings.py:1 AcmeConfig 1");
    check(
        files,
        "clean_up",
        "
acme/tasks.py:1 acme.clean 2
jobs.py:1 acme.clean 2
settings.py:2 clean_up 1
setup.cfg:3 clean_up 1
",
    );
    let php = r#"
-- src/Foo.php
<?php
namespace App;
class Foo {}
-- config/services.yaml
services:
    foo:
        class: App\Foo
    App\Foo: ~
    bar:
        class: Other\Foo
-- config/beans.xml
<beans><bean id="foo" class="App.Foo"/><type>App.Foo</type></beans>
-- src/Provider.php
<?php
class Provider { function register() { $this->app->bind(Foo::class, fn() => 1); } }
"#;
    check(
        php,
        "Foo",
        "
config/beans.xml:1 Foo 1
config/services.yaml:3 Foo 1
config/services.yaml:4 Foo 1
src/Provider.php:2 Foo 1
",
    );
}

#[test]
fn what_is_only_used_is_not_registered() {
    check(
        r#"
-- src/store.py
class Store:
    pass

def save_all(store):
    pass

def other(x: Store, y=1):
    a = Store()
    save_all(a)
    if isinstance(x, int):
        return Store
    raise Store
-- src/more.py
from store import Store, save_all
value: Store = Store()
items[Store] = 1
print("a text with Store", save_all(value))
# register("x", Store)
"#,
        "Store",
        "",
    );
}

/// By whatever name or place a declaration is asked for, it is no registration of its own; of a string that names it, it is
/// the other end.
#[test]
fn a_declaration_does_not_register_itself() {
    let check_symbols = |files: &str, symbols: &[&str], expect: &str| {
        for symbol in symbols {
            check(files, symbol, &expect.replace("{symbol}", symbol));
        }
    };
    let go = "
-- api/api.go
package api
type Router struct{}
func (r *Router) Routes() {
\tr.handle(\"getPlay\", r.GetPlay)
}
-- api/play.go
package api
func (r *Router) GetPlay() {}
";
    let expect = "api/api.go:4 Router.GetPlay 1";
    check_symbols(
        go,
        &["GetPlay", "Router.GetPlay", "api/play.go:2", "api/play.go#GetPlay"],
        expect,
    );
    let ruby = "
-- lib/adapters.rb
module Adapters
  autoload :AsyncAdapter
end
-- lib/async_adapter.rb
module Adapters
  class AsyncAdapter
  end
end
";
    let expect = "lib/adapters.rb:2 Adapters.AsyncAdapter 1";
    check_symbols(
        ruby,
        &["AsyncAdapter", "Adapters::AsyncAdapter", "lib/async_adapter.rb:2"],
        expect,
    );
    let php = "
-- config/services.php
<?php
return ['payer' => 'App\\Payer::pay'];
-- src/Payer.php
<?php
namespace App;
class Payer { public function pay() {} }
";
    check_symbols(php, &["Payer::pay"], "config/services.php:2 Payer::pay 1");
}

#[test]
fn a_constant_that_is_an_argument_is_registered() {
    for (path, code) in [
        (
            "a.js",
            "import {kOne} from './b'\nuseSelector(kOne)\n-- b.js\nexport const kOne = create(1)\n",
        ),
        (
            "a.ts",
            "import * as selectors from './b'\nselect(selectors.kOne)\n-- b.ts\nexport const kOne = create(1)\n",
        ),
        ("a.py", "from b import kOne\nregister(kOne)\n-- b.py\nkOne = make(1)\n"),
        (
            "a.go",
            "package a\nfunc init() { Register(kOne) }\n-- b.go\npackage a\nvar kOne = make1(2)\n",
        ),
    ] {
        check(&format!("\n-- {path}\n{code}"), "kOne", &format!("{path}:2 kOne 1"));
    }
}

#[test]
fn a_route_with_a_verb_or_braces_is_one_string() {
    let routes = r#"
-- ui.go
package ui
func routes() {
	mux.HandleFunc("POST /feed/{feedID}/refresh", refreshFeed)
	mux.HandleFunc("GET /feed/{feedID}", showFeed)
	mux.HandleFunc("/a b/{x}/refresh", other)
}
-- en.json
{"feed": {"refresh": "Refresh"}, "POST": {"refresh": "x"}}
"#;
    for (symbol, line) in [
        ("POST /feed/{feedID}/refresh", 3),
        ("/feed/{feedID}/refresh", 3),
        ("GET /feed/{feedID}", 4),
        ("/feed/{feedID}", 4),
    ] {
        check(routes, symbol, &format!("ui.go:{line} {symbol} 1"));
    }
}

/// The parts of a type, and what a handler catches, are named there, but not handed over.
#[test]
fn a_type_in_the_type_of_a_function_is_not_handed_over() {
    let go = r#"
-- m.go
package m
type Foo struct{}
type Bar struct { cb func(Foo, int) error }
var hook func(Foo, int)
func f() { var x func(Foo, int); g(x) }
func set() { reg("foo", Foo{}, Foo) }
"#;
    check(go, "Foo", "m.go:6 Foo 1");
    let kotlin = r#"
-- m.kt
class Foo
class Bar { val cb: (Foo, Int) -> Unit = {} }
fun f() { val x: (Foo, Int) -> Unit = { _, _ -> } }
fun set() { reg("foo", Foo::class) }
"#;
    check(kotlin, "Foo", "m.kt:4 Foo 1");
    let python = r#"
-- m.py
class Foo(Exception): pass
class Other(Exception): pass
class Bar:
    cb: Callable[[Foo, int], None]
def f(x):
    try: pass
    except (Foo, Other): pass
reg("foo", Foo)
LIST = [("a", Foo)]
"#;
    check(python, "Foo", "m.py:8 Foo 1\nm.py:9 Foo 1");
    let c_sharp = r#"
-- M.cs
class Foo {}
class Bar {
  (Foo, int) pair;
  public (Foo, int) Pair() => default;
  void F(object o) { (Foo, int) x = default; }
  void G() { Reg("foo", typeof(Foo)); Reg("foo", (Foo, 1)); }
}
"#;
    check(c_sharp, "Foo", "M.cs:6 Foo 1");
    let ruby = r#"
-- m.rb
class Foo < StandardError; end
class Other < StandardError; end
def f
  g
rescue Foo, Other => e
  1
end
register "foo", Foo
"#;
    check(ruby, "Foo", "m.rb:8 Foo 1");
    let prototype = r#"
-- a.h
int on_event(int code);
void start(int, Handler on_event);
-- a.c
#include "a.h"
int on_event(int code) { return code; }
void go(void) {
  start(1, on_event);
}
"#;
    check(prototype, "a.c:2", "a.c:4 on_event 1");
}

#[test]
fn members_of_one_list_are_not_registered_with_each_other() {
    let files = r#"
-- a.rb
class Story
end
class HiddenStory
end
-- b.rb
MODELS = [HiddenStory, Story, Tag]
"#;
    check(files, "Story", "b.rb:1 Story 1");
    let files = r#"
-- a.ts
export class Card {}
export class CardBox {}
-- b.ts
import { Card, CardBox } from './a'
export const parts = { Card, CardBox, Other }
export const pair = [CardBox, Card]
"#;
    check(files, "Card", "a.ts:2 Card 2\nb.ts:2 Card 1\nb.ts:3 Card 1");
}

#[test]
fn a_method_is_registered_by_its_name_beside_its_type_or_behind_it() {
    let routes = r#"
-- app/PageController.php
<?php
class PageController { public function show() {} public function hide() {} }
-- app/UserController.php
<?php
class UserController { public function show() {} }
-- routes/web.php
<?php
Route::get('/pages', [PageController::class, 'show']);
Route::get('/users', [UserController::class, 'show']);
Route::get('/old', 'PageController@show');
Route::get('/gone', 'show');
-- app/tasks.py
def cleanup(): pass
-- settings.py
BEAT = {'c': {'task': 'app.tasks.cleanup', 'every': 3}, 'd': {'task': 'other.tasks.cleanup'}}
"#;
    check(
        routes,
        "PageController::show",
        "
app/PageController.php:2 PageController::show 2
routes/web.php:2 PageController::show 1
routes/web.php:4 PageController::show 1
",
    );
    check(routes, "cleanup", "settings.py:1 cleanup 1");
}

/// A function that is handed over is called by what gets it; a call of it comes first, and what is no function is not listed.
#[test]
fn what_hands_a_function_over_is_beside_its_callers() {
    let rows = [
        (
            "a.py",
            "def send(x): pass\ndef test(): pool.submit(send, 1)\ndef go(): send(2)\ndef on(): Thread(target=send)\n",
            "3,2*,4*",
        ),
        (
            "a.ts",
            "export function send() {}\nrouter.get('/x', send)\nfunction go(l: X[]) { l.forEach(send) }\n",
            "2*,3*",
        ),
        (
            "a.c",
            "static void send(void) {}\nvoid go(void *w) { connect(w, CALLBACK(send)); }\nvoid on(void) { send(); }\n",
            "3,2*",
        ),
        ("a.go", "package a\nfunc send() {}\nfunc go1() { http.HandleFunc(\"/x\", send) }\n", "3*"),
        ("a.rs", "fn send(x: u8) {}\nfn go(l: Vec<u8>) { l.into_iter().for_each(send) }\n", "2*"),
        ("a.cpp", "void send() {}\nvoid go(W* w) { w->on(&send); }\n", "2*"),
        // In Java and Kotlin a reference to a method counts as a call of it.
        ("a.kt", "fun send(x: Int) {}\nfun go(l: List<Int>) { l.forEach(::send) }\n", "2"),
        ("a.swift", "func send(x: Int) {}\nfunc go(l: [Int]) { l.forEach(send) }\n", "2*"),
        (
            "A.java",
            "class A {\n void send(X x) {}\n void go(L l) { l.forEach(this::send); }\n}\n",
            "3",
        ),
        ("A.cs", "class A {\n void send(X x) {}\n void go(L l) { l.ForEach(send); }\n}\n", "3*"),
        ("a.lua", "function send(x) end\nfunction go() on('x', send) end\n", "2*"),
        // What is given to a member, or added to an event; a local name for it, a comparison and a result are no such.
        (
            "A.cs",
            "class A {\n void send(X x) {}\n void Go(B b) {\n  b.Click += send;\n }\n}\n",
            "4*",
        ),
        (
            "a.js",
            "function send() {}\nel.onclick = send;\nlet a = send;\nif (a.b == send) {}\nx = () => send\nel.f = send();\nel.f ||= send\n",
            "6,2*",
        ),
        ("a.py", "def send(): pass\nclass A:\n    def go(self):\n        self.on = send\n", "4*"),
        (
            "a.c",
            "int send(void) { return 0; }\nstruct ops o = {\n\t.read = send,\n};\nvoid go(struct ops *p) {\n\tp->read = &send;\n}\n",
            "3*,6*",
        ),
        ("a.go", "package a\nfunc send() {}\nfunc go1(s *S) {\n\ts.F = send\n}\n", "4*"),
        ("a.kt", "fun send(x: Int) {}\nfun go(b: B) {\n  b.on = ::send\n}\n", "3"),
        ("a.lua", "function send() end\nt.on = send\n", "2*"),
        ("a.py", "send = 3\ndef go(): pool.submit(send)\n", ""),
    ];
    for (path, text, expect) in rows {
        let repo = Repo::of(&[(path, text)]);
        let query = Query { handed_over: true, ..Query::default() };
        let found = repo.graph().relate("send", Relation::Callers, &query, &Cancel::default());
        let mark = |is_handed_over| if is_handed_over { "*" } else { "" };
        let sites = found.sites.iter();
        let seen = sites.map(|site| format!("{}{}", site.line, mark(site.is_handed_over)));
        assert_eq!(seen.collect::<Vec<_>>().join(","), expect, "{path}: {text}");
        let calls = repo.relate("send", Relation::Callers).sites;
        assert!(calls.iter().all(|site| !site.is_handed_over), "{path}: {text}");
    }
}
