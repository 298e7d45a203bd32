//! Places that a change forgot, and to which no relation leads.

use insta::assert_snapshot;

use super::{places, repo, uncommitted, write};

#[test]
fn an_implementation_that_lacks_a_new_function() {
    let header = "void term_init(void);\nvoid term_wait(void);\nvoid term_size(int *w);\n";
    let code = "#include \"term.h\"\nvoid term_init(void) {}\nvoid term_wait(void) {}\nvoid term_size(int *w) {}\n";
    let files = [
        ("term.h", header),
        ("unix.c", code),
        ("win.c", code),
        ("dummy.c", code),
        ("main.c", "#include \"term.h\"\nint main(void) { term_init(); return 0; }\n"),
    ];
    let repo = repo(&files);
    let header = format!("{header}void term_mouse(int on);\n");
    let code = format!("{code}void term_mouse(int on) {{}}\n");
    write(&repo, &[("term.h", &header), ("unix.c", &code), ("win.c", &code)]);
    let found = places(&uncommitted(&repo));
    let lacking = found.lines().filter(|line| line.contains("dummy.c"));
    assert_snapshot!(lacking.collect::<Vec<_>>().join("\n"), @r"
    sibling dummy.c:3 term_wait shared_names
    sibling dummy.c:4 term_size shared_names
    ");
}

#[test]
fn a_name_that_was_replaced_in_most_places() {
    let pass = |name: &str| format!("void {name}() {{\n  draw(color_format, 1);\n  flush();\n}}\n");
    let repo = repo(&[("a.c", &pass("one")), ("b.c", &pass("two")), ("c.c", &pass("three"))]);
    let bloom = |name: &str| pass(name).replace("color_format", "bloom_format");
    write(&repo, &[("a.c", &bloom("one")), ("b.c", &bloom("two"))]);
    assert_snapshot!(places(&uncommitted(&repo)), @"sibling c.c:2 three shared_names");
}

#[test]
fn listeners_of_an_event_with_another_name() {
    let check = |before: &str, after: &str, expect: &str| {
        let listen = format!("socket.on(\"{before}\", (one) => show(one));\n");
        let types = format!("interface Events {{\n  \"{before}\": () => void;\n}}\n");
        let tell =
            |name: &str| format!("export function tell(one) {{\n  emit(\"{name}\", one);\n}}\n");
        let repo = repo(&[
            ("client/listen.ts", &listen),
            ("client/types.d.ts", &types),
            ("server/tell.ts", &tell(before)),
        ]);
        write(&repo, &[("server/tell.ts", &tell(after))]);
        let found = places(&uncommitted(&repo));
        let texts = found.lines().filter_map(|line| line.strip_prefix("text "));
        let texts: Vec<&str> = texts.filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(texts.join(" "), expect, "{before}");
    };
    let both = "client/listen.ts:1 client/types.d.ts:2";
    check("mute:changed", "mute:change", both);
    check("mute-changed", "mute-change", both);
    check("muteChanged", "muteChange", both);
    check("https://a.example/mute", "https://b.example/mute", "");
}

#[test]
fn a_word_of_a_translation_that_a_test_expects() {
    let repo = repo(&[
        ("lang/de.json", "{\n  \"Artists\": \"Künstler\",\n  \"Name\": \"Name\"\n}\n"),
        ("test_lang.py", "def test_german():\n    assert text('de') == 'Künstler'\n"),
    ]);
    let after = "{\n  \"Artists\": \"Interpreten\",\n  \"Name\": \"Name\"\n}\n";
    write(&repo, &[("lang/de.json", after)]);
    assert_snapshot!(places(&uncommitted(&repo)), @"text test_lang.py:2 test_german string");
}

/// A name that settings or markup share with the code, without quotes.
#[test]
fn a_setting_or_a_class_that_a_line_stops_to_name() {
    let repo = repo(&[
        ("src/api.js", "export function url() {\n  return process.env.API_URL;\n}\n"),
        ("src/other.js", "module.exports = { a: process.env.API_URL };\n"),
        (".env.example", "API_URL=https://a.example\nOTHER=1\n"),
        ("docker-compose.yml", "environment:\n  - API_URL=1\n  - OLD_API_URL=2\n"),
        ("src/a.css", ".btn-primary { color: red; margin-left: 1px }\n.btn { color: red }\n"),
        ("src/b.css", ".nav { margin-left: 1px }\n"),
        ("a.html", "<a class=\"btn btn-primary\">a</a>\n<a class=\"btn-primary-x\">b</a>\n"),
        ("b.jsx", "export const B = () => <a className=\"btn-primary\">b</a>;\n"),
    ]);
    write(
        &repo,
        &[
            ("src/api.js", "export function url() {\n  return process.env.API_BASE;\n}\n"),
            ("src/a.css", ".btn-main { color: red }\n.btn { color: red }\n"),
        ],
    );
    assert_snapshot!(places(&uncommitted(&repo)), @r"
    text .env.example:1 - string
    text a.html:1 - string
    text b.jsx:1 B string
    text docker-compose.yml:2 environment string
    ");
}

#[test]
fn a_header_of_which_only_the_new_function_changes() {
    let constants = "#define TERM_HIDE \"h\"\n#define TERM_SHOW \"s\"\n#define TERM_CLEAR \"c\"\n#define TERM_SYNC \"y\"\n#define TERM_MAIN \"m\"\n";
    let header = format!(
        "{constants}void term_init(void);\nvoid term_wait(void);\nvoid term_size(int *w);\n"
    );
    let code = "#include \"term.h\"\nvoid term_init(void) {}\nvoid term_wait(void) {}\nvoid term_size(int *w) {}\n";
    let repo = repo(&[
        ("term.h", &header),
        ("unix.c", code),
        ("stubs/dummy.c", code),
        ("codec.c", "void codec_init(void) {}\n"),
    ]);
    let header = format!("{header}void term_mouse(int on);\n");
    let unix = format!("{code}void term_mouse(int on) {{ term_wait(); }}\n");
    write(&repo, &[("term.h", &header), ("unix.c", &unix)]);
    assert_snapshot!(places(&uncommitted(&repo)), @r"
    sibling stubs/dummy.c:2 term_init shared_names
    sibling stubs/dummy.c:3 term_wait shared_names
    sibling stubs/dummy.c:4 term_size shared_names
    ");
}

#[test]
fn a_name_that_was_taken_out_of_most_lines_with_another_one() {
    let link = |what: &str| {
        format!(
            "<?= $this->url->to('{what}', array('task_id' => $task['id'], 'project_id' => $task['project_id'])) ?>\n\n\n\n\n\n\n\n<?= board('project_id') ?>\n"
        )
    };
    let other =
        "<?php\nfunction board($project) { return array('project_id' => $project['id']); }\n";
    let others: Vec<(String, &str)> = (0..9).map(|at| (format!("board{at}.php"), other)).collect();
    let mut files: Vec<(&str, &str)> = others.iter().map(|(path, text)| (&**path, *text)).collect();
    let (show, edit, copy) = (link("show"), link("edit"), link("copy"));
    let forgotten = "<?php\nreturn array('task_id' => $link['task_id'], 'project_id' => $link['project_id']);\n";
    files.extend([
        ("show.php", &*show),
        ("edit.php", &*edit),
        ("copy.php", &*copy),
        ("table.php", forgotten),
    ]);
    let repo = repo(&files);
    let less = |text: &str| text.replace(", 'project_id' => $task['project_id']", "");
    let (show, edit, copy) = (less(&show), less(&edit), less(&copy));
    write(&repo, &[("show.php", &show), ("edit.php", &edit), ("copy.php", &copy)]);
    assert_snapshot!(places(&uncommitted(&repo)), @"sibling table.php:2 - shared_names");
}

#[test]
fn a_copy_of_what_changes() {
    // The file that changes, its change, and a file with a copy.
    let rows = [
        (
            "a/item.py",
            "class Item:\n    def load_notes(self):\n        if self.content is None or self.description is None:\n            reader.load_extra(self)\n        return self.description if self.content is None else self.content\n",
            ("if self.content is None else", "if is_empty(self.content) else"),
            "b/media.py",
            "class Media:\n    def load_notes(self):\n        item = self.item\n        if item.content is None or item.description is None:\n            reader.load_extra(item)\n        return item.description if item.content is None else item.content\n",
        ),
        (
            "a/item.ts",
            "export function loadNotes(item) {\n  if (item.content === null || item.description === null) reader.loadExtra(item)\n  return item.content === null ? item.description : item.content\n}\n",
            ("item.content === null ?", "isEmpty(item.content) ?"),
            "b/media.js",
            "export function loadNotes(media) {\n  const item = media.item\n  if (item.content == null || item.description == null) reader.loadExtra(item)\n  return item.content == null ? item.description : item.content\n}\n",
        ),
        (
            "a/item.go",
            "package a\n\nfunc (i *Item) LoadNotes() string {\n\tif i.Content == nil || i.Description == nil {\n\t\treader.LoadExtra(i)\n\t}\n\tif i.Content != nil {\n\t\treturn *i.Content\n\t}\n\treturn *i.Description\n}\n",
            ("if i.Content != nil {", "if !isEmpty(i.Content) {"),
            "b/media.go",
            "package b\n\nfunc (m *Media) LoadNotes() string {\n\ti := m.Item\n\tif i.Content == nil || i.Description == nil {\n\t\treader.LoadExtra(i)\n\t}\n\tif i.Content != nil {\n\t\treturn *i.Content\n\t}\n\treturn *i.Description\n}\n",
        ),
    ];
    for (path, text, (from, to), copy, copied) in rows {
        let other = copied.replace("oad", "ist").replace("ontent", "ount");
        let other_path = copy.replace("media", "other");
        let repo = repo(&[(path, text), (copy, copied), (&other_path, &other)]);
        write(&repo, &[(path, &text.replace(from, to))]);
        let found = places(&uncommitted(&repo));
        let alike: Vec<&str> = found.lines().filter(|line| line.contains("alike")).collect();
        let [alike] = alike[..] else {
            panic!("{path}: {found}");
        };
        assert!(alike.starts_with(&format!("sibling {copy}:")), "{path}: {alike}");
        // A copy that was mended before is none of the earlier text.
        write(
            &repo,
            &[(copy, &copied.replace("content", "isEmpty").replace("Content", "isEmpty"))],
        );
        let found = places(&uncommitted(&repo));
        assert!(!found.contains("alike"), "{path}: {found}");
    }
}

#[test]
fn a_line_as_one_that_the_change_replaces() {
    let samples = [
        // A copy, with its comment.
        (
            "a/one.py",
            "def one(rows):\n    # Sorting is slow here.\n    known = dict(rows.items())\n    return known\n",
            ("dict(rows.items())", "rows.copy()"),
            "b/two.py",
            "def two(rows):\n    # Sorting is slow here.\n    known = dict(rows.items())\n    return sorted(known)\n",
        ),
        // The same with another name in it.
        (
            "lib/one.rb",
            "class One\n  shared_reader :first_handler, instance_writer: false\nend\n",
            ("shared_reader", "class_reader"),
            "lib/two.rb",
            "class Two\n  shared_reader :other_zone, instance_writer: false\nend\n",
        ),
        (
            "a/Push.java",
            "class Push {\n  @Argument\n  private final List<Spec> specs = new ArrayList<>();\n}\n",
            ("private final", "private"),
            "a/Parse.java",
            "class Parse {\n  @Argument\n  private final List<Name> commits = new ArrayList<>();\n}\n",
        ),
        // The change adds a name.
        (
            "src/Web.php",
            "<?php\nclass Web {\n  function open() {\n    $this->cache = new Cache($this->io, clean($this->url));\n  }\n}\n",
            ("clean($this->url)", "clean(Url::hide($this->url))"),
            "src/Git.php",
            "<?php\nclass Git {\n  function start() {\n    $this->cache = new Cache($this->io, clean($cacheUrl));\n  }\n}\n",
        ),
        // What holds no name that the change takes was not left.
        (
            "a.go",
            "package a\n\nfunc one(row Row) {\n\tshow(row.Name, row.Size, oldStyle)\n}\n",
            ("oldStyle", "newStyle"),
            "b.go",
            "package a\n\nfunc two(row Row) {\n\tshow(row.Name, row.Size, thirdStyle)\n}\n",
        ),
        // Few names are any line.
        (
            "c.js",
            "function one(list) {\n  return list.first\n}\n",
            ("first", "last"),
            "d.js",
            "function two(list) {\n  return list.first\n}\n",
        ),
    ];
    let found = samples.map(|(path, text, (old, new), other, left)| {
        let repo = repo(&[(path, text), (other, left)]);
        write(&repo, &[(path, &text.replace(old, new))]);
        format!("{path}\n{}", places(&uncommitted(&repo)))
    });
    assert_snapshot!(found.join(""), @r"
    a/one.py
    sibling b/two.py:3 two same_lines
    lib/one.rb
    sibling lib/two.rb:2 Two same_lines
    a/Push.java
    text a/Parse.java:3 Parse.commits string
    src/Web.php
    sibling src/Git.php:4 Git::start same_lines
    a.go
    c.js
    ");
}

#[test]
fn of_many_lines_as_a_replaced_one_those_that_are_near() {
    let line =
        |name: &str| format!("def {name}(rows):\n    return render(rows, style_table, {name})\n");
    let far: Vec<(String, String)> =
        (0..9).map(|at| (format!("far/{at}.py"), line(&format!("far{at}")))).collect();
    let mut files: Vec<(&str, &str)> = far.iter().map(|(path, text)| (&**path, &**text)).collect();
    let (one, two) = (line("one"), line("two"));
    files.extend([("near/one.py", &*one), ("near/two.py", &*two)]);
    let repo = repo(&files);
    write(&repo, &[("near/one.py", &one.replace("style_table", "style_list"))]);
    assert_snapshot!(places(&uncommitted(&repo)), @"sibling near/two.py:2 two same_lines");
}

/// Compares the siblings that enumerate the same, one a line, after a change of one of these files.
fn check_lists(files: &[(&str, &str)], path: &str, (from, to): (&str, &str), expect: &str) {
    let repo = repo(files);
    let text = repo.read(path);
    assert!(text.contains(from), "{path} does not hold {from:?}");
    write(&repo, &[(path, &text.replacen(from, to, 1))]);
    let found = places(&uncommitted(&repo));
    let listed = found.lines().filter(|line| line.ends_with("enumeration"));
    let listed: Vec<&str> = listed.collect();
    assert_eq!(listed.join(" / "), expect, "{path}: {from:?} to {to:?}");
}

#[test]
fn a_place_that_enumerates_what_a_changed_list_kept() {
    let files = [
        (
            "a/kind.py",
            "from enum import Enum\n\n\nclass Kind(Enum):\n    APPLE = 1\n    BANANA = 2\n    CHERRY = 3\n    LEMON = 4\n",
        ),
        (
            "a/label.py",
            "from kind import Kind\n\n\ndef label(kind):\n    return {Kind.APPLE: 'a', Kind.BANANA: 'b',\n            Kind.CHERRY: 'c', Kind.LEMON: 'd'}[kind]\n",
        ),
        (
            "a/code.py",
            "from kind import Kind\n\n\ndef code(kind):\n    names = [Kind.APPLE, Kind.BANANA, Kind.CHERRY]\n    return names.index(kind)\n",
        ),
        (
            "a/sour.py",
            "from kind import Kind\n\n\ndef sour(kind):\n    if kind == Kind.CHERRY:\n        return [Kind.LEMON, Kind.DAMSON, Kind.APPLE]\n",
        ),
        (
            "c/read.rs",
            "pub fn read(text: &str) -> usize {\n    // first the head, then the tail\n    // second the body\n    // third what is left\n    text.trim()\n        .lines()\n        .filter(|line| line.len() > 1)\n        .count()\n}\n",
        ),
        (
            "c/write.rs",
            "// first, second, third: the order\npub fn write(text: &str) -> usize {\n    let second = text.trim().lines().filter(|first| first.len() > 1);\n    let third = second.count();\n    third\n}\n",
        ),
    ];
    let check = |path, change, expect| check_lists(&files, path, change, expect);
    // The neighbors of a new member are where it would stand.
    check(
        "a/kind.py",
        ("    LEMON = 4\n", "    LEMON = 4\n    MELON = 5\n"),
        "sibling a/label.py:6 label enumeration",
    );
    check(
        "a/kind.py",
        ("    BANANA = 2\n", "    BANANA = 2\n    MELON = 5\n"),
        "sibling a/label.py:5 label enumeration",
    );
    // Where the new member stands already, nothing is left.
    check(
        "a/kind.py",
        ("    LEMON = 4\n", "    LEMON = 4\n    DAMSON = 5\n"),
        "sibling a/label.py:6 label enumeration",
    );
    // A value of a member is no member.
    check("a/kind.py", ("LEMON = 4", "LEMON = 7"), "");
    // Words of comments and steps of a chain of calls are no list.
    check("c/read.rs", ("        .count()", "        .skip(1)\n        .count()"), "");
    check("c/read.rs", ("    // third what", "    // fourth what"), "");
}

/// The siblings of an uncommitted change.
fn siblings(files: &[(&str, &str)], changed: &[(&str, &str)]) -> String {
    let repo = repo(files);
    write(&repo, changed);
    let found = places(&uncommitted(&repo));
    let found = found.lines().filter_map(|line| line.strip_prefix("sibling "));
    found.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_list_that_another_language_or_a_text_has_as_strings() {
    let go = |more: &str| {
        let kept =
            ["vi", "vim", "joe", "emacs", "nano"].map(|name| format!("\t\"{name}\": of(1),\n"));
        format!("package a\n\nvar presets = map[string]int{{\n{}{more}}}\n", kept.concat())
    };
    let (before, after) = (go(""), go("\t\"kakoune\": of(2),\n"));
    let check = |path: &str, text: &str, expect: &str| {
        let other = ("other.txt", "nothing of it\n");
        let found = siblings(&[("a.go", &before), (path, text), other], &[("a.go", &after)]);
        assert_eq!(found, expect, "{path}: {text}");
    };
    let options = "export function options(context) {\n  return [\n    { label: \"vi\" },\n    { label: \"vim\" },\n    { label: \"emacs\" },\n    { label: \"nano\" },\n  ]\n}\n";
    check("ui/input.ts", options, "ui/input.ts:6 options enumeration");
    check("ui/input.ts", &options.replace("vim", "kakoune"), "");
    let text = "# Editors\n\nOpens a file with one of these.\n\nThey are `vi`, `vim`, `joe`, `emacs` and\n`nano`. The `line` of the `file` is handed over, too.\n";
    check("docs/config.md", text, "docs/config.md:6 Editors enumeration");
    check("docs/config.md", &text.replace("`nano`", "`nano`, `kakoune`"), "");
    check(
        "nav.yml",
        "nav:\n  - use/vi.md\n  - use/vim.md\n  - use/emacs.md\n  - use/nano.md\n",
        "nav.yml:5 nav enumeration",
    );
    // Others stand between them.
    let apart = "def f():\n    return [\"vi\", \"a1\", \"b1\", \"vim\", \"c1\", \"d1\", \"emacs\", \"e1\", \"f1\", \"nano\"]\n";
    check("a.py", apart, "");
}

/// The names of one of several enumerations begin alike; a function that uses several lists all of them.
#[test]
fn a_part_of_a_list_whose_names_begin_alike() {
    let cases = |names: &[&str]| {
        let cases = names.iter().map(|name| format!("    case Proto::{name}:\n      go();\n"));
        cases.collect::<String>()
    };
    let others = ["Ping", "Version", "Crypt", "Codec", "Channel", "User", "Sync", "Config", "Acl"];
    let reasons = ["Reason_Name", "Reason_Used", "Reason_Word", "Reason_Full"];
    let server = |more: &[&str]| {
        let all = [&others[..], &reasons[..], more].concat();
        format!("void Server::answer(int a) {{\n  switch (a) {{\n{}  }}\n}}\n", cases(&all))
    };
    let client =
        format!("void Window::show(int a) {{\n  switch (a) {{\n{}  }}\n}}\n", cases(&reasons));
    let (before, after) = (server(&[]), server(&["Reason_Fail"]));
    let files = [("server.cpp", &*before), ("client.cpp", &*client), ("z.cpp", "int z;\n")];
    assert_snapshot!(siblings(&files, &[("server.cpp", &after)]), @"client.cpp:9 Window::show enumeration");
}

/// A change inserts lines into one of several copies, a function or a class; a comment in a copy changes nothing.
#[test]
fn a_copy_without_the_inserted_lines() {
    let check = |path: &str, text: &str, after: &str, new: &str, expect: &str| {
        let files: Vec<(String, String)> = ["one", "two", "six"]
            .map(|name| {
                let comment = if name == "one" { "" } else { "// Says why.\n" };
                let text = text.replace("COMMENT\n", comment).replace("NAME", name);
                (path.replace('*', name), text)
            })
            .into();
        let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (&**p, &**t)).collect();
        let repo = repo(&files);
        let (first, own) = files[0];
        assert!(own.contains(after), "{path}");
        write(&repo, &[(first, &own.replacen(after, &format!("{after}{new}"), 1))]);
        let found = places(&uncommitted(&repo));
        let found: Vec<&str> = found.lines().filter(|line| line.contains("same_lines")).collect();
        assert_eq!(found.join("; "), expect, "{path}");
    };
    let go = "package cmd\n\nfunc runNAME(conf Config) {\n\tif conf.Mqtt.Broker != \"\" {\n\t\tconfigureMQTT(conf.Mqtt)\n\t}\n\n\tshowNAME()\n}\n";
    check(
        "cmd/*.go",
        go,
        "configureMQTT(conf.Mqtt)\n\t}\n",
        "\tconfigureScripts(conf.Scripts)\n",
        "sibling cmd/six.go:5 runsix same_lines; sibling cmd/two.go:5 runtwo same_lines",
    );
    let ts = "export class NAMEMark {\n  async exec(mark: Mark) {\n    if (mark.isUpper && mark.editor !== undefined) {\n      await openEditor(mark.editor);\n    }\n    return mark.NAME;\n  }\n}\n";
    check(
        "src/*.ts",
        ts,
        "undefined) {\n",
        "      if (mark.operator) throw noOperator(mark);\n",
        "sibling src/six.ts:3 sixMark.exec same_lines; sibling src/two.ts:3 twoMark.exec same_lines",
    );
    let commented = go.replace("\t\tconfigureMQTT", "COMMENT\n\t\tconfigureMQTT");
    check(
        "cmd/*.go",
        &commented,
        "configureMQTT(conf.Mqtt)\n\t}\n",
        "\tconfigureScripts(conf.Scripts)\n",
        "sibling cmd/six.go:6 runsix same_lines; sibling cmd/two.go:6 runtwo same_lines",
    );
    // One that has the lines, and one of which only the lines behind are the same.
    let has = go.replace("\tshowNAME", "\tconfigureScripts(conf.Scripts)\n\tshowNAME");
    check(
        "cmd/*.go",
        &has,
        "configureMQTT(conf.Mqtt)\n\t}\n",
        "\tconfigureScripts(conf.Scripts)\n",
        "",
    );
    let behind = "package cmd\n\nfunc runNAME(conf Config) {\n\topenNAME()\n\tconfigureMQTT(conf.Mqtt)\n\tstartServer(conf.Http)\n}\n";
    check("cmd/*.go", behind, "{\n", "\tconfigureScripts(conf.Scripts)\n", "");
}

/// The same line, once more in the function in which it is replaced; a similar one is seen by who changes it.
#[test]
fn a_copy_in_the_changed_function() {
    let text = |first: &str, second: &str| {
        format!(
            "def plan(entry, output):\n    for name, value in entry.lists():\n        {first}\n    entry.close_lists()\n    \
             entry.open_channels()\n    output.reset_all()\n    output.show_all()\n    for name, value in entry.channels():\n        {second}\n    return output\n"
        )
    };
    let (old, new) = (
        "output = output.replace_field(name, str(value))",
        "output = substitute(output, name, value)",
    );
    let repo = repo(&[("plan.py", &text(old, old))]);
    write(&repo, &[("plan.py", &text(old, new))]);
    assert_snapshot!(places(&uncommitted(&repo)), @"sibling plan.py:3 plan same_lines changed");
    write(&repo, &[("plan.py", &text(new, new))]);
    assert_snapshot!(places(&uncommitted(&repo)), @"");
}
