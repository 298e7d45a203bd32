//! Strings that name files: views, templates, partials and settings, in both directions.

use firsthand_codegraph::{Cancel, Query, Region, Relation};

use crate::repo::{expected, tree};

/// The places that a file or a declaration is related to, as `path:lines of`, one a line.
fn check(files: &str, symbol: &str, expect: &str) {
    let query = Query { limit: 50, ..Query::default() };
    let repo = tree(files);
    let result = repo.graph().relate(symbol, Relation::Files, &query, &Cancel::default());
    let line = |region: &Region| {
        let lines = region.related.iter().map(|(line, _)| line.to_string());
        let lines = lines.collect::<Vec<_>>().join(",");
        let resolution = region.resolution.map_or("-", |resolution| resolution.name());
        format!("{}:{lines} {resolution}", region.path)
    };
    let mut seen: Vec<String> = result.regions.iter().map(line).collect();
    seen.sort();
    assert_eq!(seen.join("\n"), expected(expect), "{symbol}");
}

/// Views that code names with dots, translations whose keys look the same, and a view that includes another one.
const VIEWS: &str = r#"
-- app/Controllers/PageController.php
<?php
class PageController {
    public function show() {
        $title = trans('pages.title');
        return view('pages.show', ['page' => $page]);
    }
    public function edit() {
        return view('pages.edit');
    }
    public function list() {
        return view('home');
    }
}
-- resources/views/pages/show.blade.php
@extends('layouts.base')
@include('pages.parts.menu')
<h1>{{ trans('pages.title') }}</h1>
-- resources/views/pages/edit.blade.php
@extends('layouts.base')
-- resources/views/pages/title.blade.php
@extends('layouts.base')
-- resources/views/pages/parts/menu.blade.php
<nav>{{ trans('pages.menu') }} {{ trans('pages.close') }} {{ trans('pages.back') }}</nav>
-- resources/views/home.blade.php
@extends('layouts.base')
-- resources/views/layouts/base.blade.php
<html></html>
-- lang/en/pages.php
<?php return ['title' => 'Page', 'menu' => 'Menu'];
"#;

#[test]
fn a_view_is_found_from_the_code_that_names_it_and_back() {
    check(VIEWS, "PageController.show", "resources/views/pages/show.blade.php:1 name");
    check(
        VIEWS,
        "resources/views/pages/show.blade.php",
        "
app/Controllers/PageController.php:5 name
resources/views/layouts/base.blade.php:1 name
resources/views/pages/parts/menu.blade.php:1 name
",
    );
    check(VIEWS, "PageController.list", "resources/views/home.blade.php:1 name");
}

/// The strings of `trans(` seldom name files.
#[test]
fn a_string_names_no_file_where_most_strings_in_its_position_name_none() {
    check(VIEWS, "pages/title.blade.php", "resources/views/layouts/base.blade.php:1 name");
}

#[test]
fn a_name_alone_names_the_file_beside_its_own() {
    let files = r#"
-- views/issues/show.html.erb
<%= render :partial => 'form' %>
<%= render :partial => 'history' %>
<%= content_tag 'form' %>
-- views/issues/_form.html.erb
a
-- views/issues/_history.html.erb
b
-- views/users/edit.html.erb
<%= render :partial => 'form' %>
<%= render :partial => 'issues/history' %>
<%= content_tag 'form' %>
<%= content_tag 'p' %>
<%= content_tag 'div' %>
<%= content_tag 'b' %>
-- views/users/_form.html.erb
c
"#;
    check(files, "views/issues/_form.html.erb", "views/issues/show.html.erb:1 name");
    check(
        files,
        "views/issues/_history.html.erb",
        "
views/issues/show.html.erb:2 name
views/users/edit.html.erb:2 name
",
    );
    check(
        files,
        "views/users/edit.html.erb",
        "
views/issues/_history.html.erb:1 name
views/users/_form.html.erb:1 name
",
    );
}

#[test]
fn a_whole_name_or_a_path_from_the_own_folder_needs_no_position() {
    let files = r#"
-- app/settings.py
TEMPLATE = "mail/reset.html"
CLASS = "acme.jobs.Cleaner"
OTHER = "https://acme.com/site/mail/reset.html"
-- app/templates/mail/reset.html
<p>{% include "./parts/footer.html" %}</p>
-- app/templates/mail/parts/footer.html
x
-- src/acme/jobs/Cleaner.java
class Cleaner {}
-- build/CMakeLists.txt
add(x mail/reset.html)
"#;
    check(
        files,
        "app/templates/mail/reset.html",
        "
app/settings.py:1 import
app/templates/mail/parts/footer.html:1 import
build/CMakeLists.txt:1 import
",
    );
    check(files, "src/acme/jobs/Cleaner.java", "app/settings.py:2 name");
}

#[test]
fn a_path_behind_a_value_names_the_file() {
    let files = r##"
-- run/a.sh
. "$DIR/common.sh"
-- run/b.sh
. "$(dirname "$0")/common.sh"
-- run/a.js
read(`${__dirname}/page.tpl`)
-- run/a.rb
File.read("#{root}/page.tpl")
-- run/a.yml
volumes:
  - ./site.conf:/etc/site.conf:ro
-- run/common.sh
x
-- run/page.tpl
x
-- run/site.conf
x
"##;
    check(files, "run/common.sh", "run/a.sh:1 import\nrun/b.sh:1 import");
    check(files, "run/page.tpl", "run/a.js:1 import\nrun/a.rb:1 import");
    check(files, "run/site.conf", "run/a.yml:2 import");
    check(files, "run/a.js", "run/page.tpl:1 import");
}

/// A word that is compared again and again names no file: that two *different* strings of a position name files is what
/// makes it a position of names.
#[test]
fn one_word_that_is_written_again_names_no_file() {
    let files = |second: &str| {
        format!(
            "\n-- app/models/user.py\nclass User: pass\n-- app/models/admin.py\nclass Admin: pass\n\
             -- server/a.py\ndef a(x):\n    if x.role == \"user\": return 1\n\
             -- server/b.py\ndef b(x):\n    return x.role == \"{second}\"\n"
        )
    };
    check(&files("user"), "app/models/user.py", "");
    check(&files("admin"), "app/models/user.py", "server/a.py:2 name");
    let sockets = |head: &str| {
        format!(
            "\n-- src/mixins/socket.js\nexport default {{}}\n\
             -- server/docker.js\nif ({head} \"socket\") open();\n\
             -- server/monitor.js\nif ({head} \"socket\") close();\n"
        )
    };
    for head in ["host.kind ===", "kind(", "kind:", "case"] {
        check(&sockets(head), "src/mixins/socket.js", "");
    }
}

#[test]
fn a_note_tells_the_directions_apart() {
    let repo = tree(
        "\n-- a/core.py\nopen('a/data.txt')\n-- a/data.txt\nx\n-- b.py\nfrom a.core import x\n",
    );
    let notes = repo.relate("a/core.py", Relation::Files).notes;
    let expect = "1 file names or imports a/core.py, and it names or imports 1 file";
    assert!(notes.iter().any(|note| note == expect), "{notes:?}");
}

#[test]
fn an_import_by_the_name_of_a_module_leads_to_its_file_and_back() {
    let files = r#"
-- services/api/src/core/models.py
def load(): pass
-- services/api/src/core/__init__.py
# A package.
-- libs/shared/src/shared/help.py
def aid(): pass
-- services/web/app/views.py
from core.models import load
from core import models
import shared.help
def v(): load()
-- a/go.mod
module example.com/a
-- a/pkg/p.go
package pkg
func Run() {}
-- b/go.mod
module example.com/b
-- b/util/u.go
package util
import "example.com/a/pkg"
func U() { pkg.Run() }
-- go.work
use (
 ./a
 ./b
)
"#;
    check(
        files,
        "services/api/src/core/models.py",
        "services/web/app/views.py:1 import\nservices/web/app/views.py:2 import",
    );
    check(files, "a/pkg/p.go", "b/util/u.go:2 import");
    check(
        files,
        "services/web/app/views.py",
        "libs/shared/src/shared/help.py:1 import\nservices/api/src/core/__init__.py:1 import\nservices/api/src/core/models.py:1 import",
    );
}
