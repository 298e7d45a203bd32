//! Questions that need the source of an installed package, in each ecosystem.

use std::io::{BufRead as _, BufReader, Cursor, Write as _};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::{CommandOutput, firsthand, tree};

/// A project with a lock file, and its package where the ecosystem's tool puts it.
struct Installed {
    name: &'static str,
    /// The prefix of the package's paths.
    root: &'static str,
    lock: (&'static str, &'static str),
    /// What says which version is installed, where the folder's name does not.
    metadata: Option<(&'static str, &'static str)>,
    /// The folder of the package, or the archive of it, with `VERSION` for its version, and the file in it that declares
    /// `padLine`.
    folder: &'static str,
    source: (&'static str, &'static str),
    /// What is said when 9.9.9 is installed and not the version of the lock file.
    refused: &'static str,
}

const INSTALLED: [Installed; 8] = [
    Installed {
        name: "@acme/pad",
        root: "dep:@acme+pad@1.3.0:/",
        lock: (
            "package-lock.json",
            r#"{"packages": {"node_modules/@acme/pad": {"version": "1.3.0"}}}"#,
        ),
        metadata: Some(("package.json", "{\"name\": \"@acme/pad\", \"version\": \"VERSION\"}")),
        folder: "project/node_modules/@acme/pad",
        source: (
            "index.js",
            "module.exports = function padLine(text) {\n  return text + ' ';\n};\n",
        ),
        refused: "of @acme/pad the lock file names 1.3.0, and 9.9.9 is installed",
    },
    Installed {
        name: "py-pad",
        root: "dep:py-pad@1.3.0:/py_pad/",
        lock: ("uv.lock", "[[package]]\nname = \"py-pad\"\nversion = \"1.3.0\"\n"),
        metadata: Some(("../py_pad-VERSION.dist-info/RECORD", "py_pad/__init__.py,,\n")),
        folder: "project/.venv/lib/python3.12/site-packages/py_pad",
        source: ("__init__.py", "def padLine(text):\n    return text + ' '\n"),
        refused: "of py-pad the lock file names 1.3.0, and 9.9.9 is installed",
    },
    Installed {
        name: "padder",
        root: "dep:padder@1.3.0:/",
        lock: (
            "Cargo.lock",
            "[[package]]\nname = \"padder\"\nversion = \"1.3.0\"\nsource = \"registry+https://example.org\"\n",
        ),
        metadata: None,
        folder: "home/.cargo/registry/src/example.org-1a2b/padder-VERSION",
        source: (
            "src/lib.rs",
            "pub fn padLine(text: &str) -> String {\n    format!(\"{text} \")\n}\n",
        ),
        refused: "padder 1.3.0 is not installed",
    },
    Installed {
        name: "example.org/Pad",
        root: "dep:example.org+Pad@v1.3.0:/",
        lock: ("go.mod", "module m\n\nrequire example.org/Pad v1.3.0\n"),
        metadata: None,
        folder: "home/go/pkg/mod/example.org/!pad@vVERSION",
        source: (
            "pad.go",
            "package pad\n\nfunc padLine(text string) string {\n\treturn text + \" \"\n}\n",
        ),
        refused: "example.org/Pad v1.3.0 is not installed",
    },
    Installed {
        name: "acme/pad",
        root: "dep:acme+pad@1.3.0:/",
        lock: ("composer.lock", r#"{"packages": [{"name": "acme/pad", "version": "1.3.0"}]}"#),
        metadata: Some((
            "../../composer/installed.json",
            "{\"packages\": [{\"name\": \"acme/pad\", \"version\": \"VERSION\"}]}",
        )),
        folder: "project/vendor/acme/pad",
        source: ("src/Pad.php", "<?php\nfunction padLine($text) {\n  return $text . ' ';\n}\n"),
        refused: "of acme/pad the lock file names 1.3.0, and 9.9.9 is installed",
    },
    Installed {
        name: "rpad",
        root: "dep:rpad@1.3.0:/",
        lock: ("Gemfile.lock", "GEM\n  specs:\n    rpad (1.3.0)\n"),
        metadata: None,
        folder: "project/vendor/bundle/ruby/3.2.0/gems/rpad-VERSION",
        source: ("lib/rpad.rb", "def padLine(text)\n  text + ' '\nend\n"),
        refused: "rpad 1.3.0 is not installed",
    },
    Installed {
        name: "com.acme:jpad",
        root: "dep:com.acme:jpad@1.3.0:/",
        lock: ("gradle.lockfile", "com.acme:jpad:1.3.0=compileClasspath\n"),
        metadata: None,
        folder: "home/.gradle/caches/modules-2/files-2.1/com.acme/jpad/VERSION/0a/jpad-VERSION-sources.jar",
        source: JAVA,
        refused: "com.acme:jpad 1.3.0 is not installed",
    },
    Installed {
        name: "mpad",
        root: "dep:com.acme:mpad@1.3.0:/",
        lock: (
            "pom.xml",
            "<project><properties><pad>1.3.0</pad></properties><dependencies><dependency><groupId>com.acme</groupId><artifactId>mpad</artifactId><version>${pad}</version></dependency></dependencies></project>",
        ),
        metadata: None,
        folder: "home/.m2/repository/com/acme/mpad/VERSION/mpad-VERSION-sources.jar",
        source: JAVA,
        refused: "com.acme:mpad 1.3.0 is not installed",
    },
];

const JAVA: (&str, &str) = (
    "com/acme/pad/Pad.java",
    "package com.acme.pad;\n\npublic class Pad {\n  public static String padLine(String text) {\n    return text + \" \";\n  }\n}\n",
);

impl Installed {
    /// The project and the home folder, with this version of the package.
    fn at(&self, version: &str) -> TempDir {
        let folder = self.folder.replace("VERSION", version);
        let (name, text) = self.source;
        let mut files = vec![
            (format!("project/{}", self.lock.0), self.lock.1.to_owned()),
            ("project/app.txt".to_owned(), "The table has padded lines.\n".to_owned()),
        ];
        let archive = folder.ends_with(".jar").then(|| jar(name, text));
        if archive.is_none() {
            files.push((format!("{folder}/{name}"), text.to_owned()));
        }
        if let Some((name, text)) = self.metadata {
            let (mut folder, mut name) = (folder.as_str(), name);
            while let Some(rest) = name.strip_prefix("../") {
                (folder, name) = (folder.rsplit_once('/').unwrap().0, rest);
            }
            let path = format!("{folder}/{name}").replace("VERSION", version);
            files.push((path, text.replace("VERSION", version)));
        }
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let tree = tree(&files);
        if let Some(archive) = archive {
            let path = tree.path().join(folder);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, archive).unwrap();
        }
        tree
    }

    /// Asks how the package pads a line.
    fn asked(&self, folder: &TempDir, flag: &str) -> CommandOutput {
        let question = format!("how does padLine of {} pad a line?", self.name);
        self.run(folder, &["explore", &question, "--root", ".", flag])
    }

    fn run(&self, folder: &TempDir, args: &[&str]) -> CommandOutput {
        let mut command = firsthand(&folder.path().join("project"));
        for variable in [
            "CARGO_HOME",
            "GOMODCACHE",
            "GOPATH",
            "VIRTUAL_ENV",
            "GEM_HOME",
            "GEM_PATH",
            "GRADLE_USER_HOME",
        ] {
            command.env_remove(variable);
        }
        command.env("HOME", folder.path().join("home"));
        command.env("FIRSTHAND_CACHE", folder.path().join("cache"));
        command.args(args).output().unwrap().into()
    }
}

/// An archive of one file.
fn jar(name: &str, text: &str) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file(name, SimpleFileOptions::default()).unwrap();
    zip.write_all(text.as_bytes()).unwrap();
    zip.finish().unwrap().into_inner()
}

#[test]
fn a_package_answers_at_the_version_of_the_lock_file() {
    for package in &INSTALLED {
        let folder = package.at("1.3.0");
        for flag in ["--with-deps", &format!("--with-deps={}", package.name)] {
            let report = package.asked(&folder, flag);
            let cited = format!("{}{}:", package.root, package.source.0);
            let first = report.out.lines().find(|line| line.starts_with('1'));
            assert!(first.is_some_and(|line| line.contains(&cited)), "{cited} {report:?}");
            assert!(report.err.contains(&format!("searched, too: {}", package.root)), "{report:?}");
        }
        let unasked = package.asked(&folder, "--quiet");
        assert!(!unasked.out.contains("dep:"), "{unasked:?}");
    }
}

/// A package that lies in the project, and that no ignore file names, is there once: in its own root, also where its path
/// in the project is written.
#[test]
fn a_package_in_the_project_is_searched_once() {
    for package in INSTALLED.iter().filter(|one| one.folder.starts_with("project/")) {
        let folder = package.at("1.3.0");
        let flag = format!("--with-deps={}", package.name);
        let own = format!("{}{}", package.root, package.source.0);
        let in_project =
            format!("{}/{}", &package.folder.replace("VERSION", "1.3.0")[8..], package.source.0);
        let files_of = |args: &[&str]| {
            let args = [&["search", "--root", ".", "--format", "json"], args].concat();
            let regions = package.run(&folder, &args).json(0)["regions"].clone();
            let regions = regions.as_array().unwrap().iter();
            let paths = regions.map(|one| one["path"].as_str().unwrap().to_owned());
            paths.filter(|path| path.ends_with(package.source.0)).collect::<Vec<_>>()
        };
        assert_eq!(files_of(&["padLine", &flag]), std::slice::from_ref(&own));
        assert_eq!(files_of(&["--symbol", "padLine", &flag]), std::slice::from_ref(&own));
        assert_eq!(files_of(&["padLine", &flag, "--path", &in_project]), [own]);
        if !in_project.starts_with('.') {
            assert_eq!(files_of(&["padLine"]), [in_project]);
        }
    }
}

/// What a root lacks is said with its name, and only where no other root has it.
#[test]
fn notes_of_several_roots_name_them() {
    let (npm, composer) = (&INSTALLED[0], &INSTALLED[4]);
    let (one, two) = (npm.at("1.3.0"), composer.at("1.3.0"));
    let old = npm.at("9.9.9");
    let root = |name: &str, folder: &TempDir| format!("{name}={}/project", folder.path().display());
    let [one_root, two_root, old_root] = [root("one", &one), root("two", &two), root("old", &old)];
    let check = |roots: &[&str], deps: &str, expect: &[&str]| {
        let flag = format!("--with-deps={deps}");
        let mut args = vec!["search", "padLine", &flag];
        args.extend(roots.iter().flat_map(|root| ["--root", root]));
        let found = npm.run(&one, &args);
        let notes: Vec<&str> =
            found.err.lines().filter_map(|line| line.strip_prefix("note: ")).collect();
        assert_eq!(notes, expect, "{found:?}");
    };
    let both = "searched, too: dep:@acme+pad@1.3.0:/, dep:acme+pad@1.3.0:/";
    check(&[&one_root, &two_root], "@acme/pad,acme/pad", &[both]);
    check(
        &[&one_root, &two_root],
        "acme/none,acme/pad",
        &[
            "one, two: no lock file in the root names acme/none",
            "searched, too: dep:acme+pad@1.3.0:/",
        ],
    );
    check(
        &[&one_root, &old_root],
        "@acme/pad",
        &[
            "old: of @acme/pad the lock file names 1.3.0, and 9.9.9 is installed",
            "searched, too: dep:@acme+pad@1.3.0:/",
        ],
    );
}

/// A relation leads into a package that lies in the project as it does without the flag.
#[test]
fn relations_lead_into_a_package_in_the_project() {
    // PHP finds a function by its name alone, also where its file is in the project.
    for (name, path, mark, text) in [
        (
            "@acme/pad",
            "app.js",
            ' ',
            "const padLine = require('@acme/pad');\nfunction row(text) {\n  return padLine(text);\n}\n",
        ),
        (
            "py-pad",
            "app.py",
            ' ',
            "from py_pad import padLine\n\ndef row(text):\n    return padLine(text)\n",
        ),
        ("acme/pad", "app.php", '~', "<?php\nfunction row($text) {\n  return padLine($text);\n}\n"),
    ] {
        let package = INSTALLED.iter().find(|package| package.name == name).unwrap();
        let folder = package.at("1.3.0");
        std::fs::write(folder.path().join("project").join(path), text).unwrap();
        let flag = format!("--with-deps={name}");
        let callers = ["search", "--symbol", "padLine", "--relation", "callers", "--root", "."];
        let with = package.run(&folder, &[&callers[..], &[&flag]].concat());
        let expect = text.lines().position(|line| line.contains("return padLine")).unwrap() + 1;
        let expect = format!("{path}\n  {expect}{mark} row  return padLine(");
        assert!(with.out.starts_with(&expect), "{name}: {with:?}");
    }
}

#[test]
fn a_package_of_another_version_is_refused() {
    for package in &INSTALLED {
        let folder = package.at("9.9.9");
        let report = package.asked(&folder, &format!("--with-deps={}", package.name));
        assert!(report.err.contains(package.refused), "{}: {report:?}", package.name);
        assert!(!report.out.contains("dep:"), "{report:?}");
    }
}

/// A relation follows an import into the sources of a library, and out of it to what uses it.
#[test]
fn an_import_leads_into_the_sources_of_a_library() {
    let package = INSTALLED.iter().find(|package| package.name == "com.acme:jpad").unwrap();
    let folder = package.at("1.3.0");
    let app = "package app;\n\nimport com.acme.pad.Pad;\n\nclass Table {\n  String row(String text) {\n    return Pad.padLine(text);\n  }\n}\n";
    std::fs::write(folder.path().join("project/Table.java"), app).unwrap();
    let search = |relation: &str, flag: &str| {
        package.run(
            &folder,
            &["search", "--symbol", "padLine", "--relation", relation, "--root", ".", flag],
        )
    };
    let declared = search("definition", "--with-deps=jpad");
    assert!(
        declared.out.contains("dep:com.acme:jpad@1.3.0:/com/acme/pad/Pad.java:4"),
        "{declared:?}"
    );
    let called = search("callers", "--with-deps=jpad");
    let caller = "Table.java\n  7  Table.row  return Pad.padLine(text);\n";
    assert!(called.out.starts_with(caller), "{called:?}");
    let off = package
        .run(&folder, &["search", "padLine", "--root", ".", "--with-deps=jpad", "--no-cache"]);
    assert!(off.err.contains("the sources of com.acme:jpad 1.3.0 are not unpacked"), "{off:?}");
}

/// A report over a package is not checked without it.
#[test]
fn a_report_over_a_package_needs_the_package() {
    let package = &INSTALLED[0];
    let folder = package.at("1.3.0");
    let flag = format!("--with-deps={}", package.name);
    let explore = ["explore", "padLine", "--root", ".", "--format", "json", &flag];
    let report = package.run(&folder, &explore).out;
    let file = folder.path().join("report.json");
    std::fs::write(&file, report).unwrap();
    let verify = ["verify", file.to_str().unwrap(), "--root", "."];
    let given = package.run(&folder, &[&verify[..], &[&flag]].concat());
    assert!(given.code == Some(0) && given.out.contains("hold"), "{given:?}");
    let refused = package.run(&folder, &verify);
    assert_eq!(
        (refused.code, &*refused.err),
        (
            Some(2),
            "error: not checked: root dep:@acme+pad@1.3.0 is not given\n\
             hint: --with-deps=@acme/pad gives it; all roots of the run are needed\n"
        )
    );
    for command in [&["mcp"][..], &["absent", "padLine"], &verify] {
        let refused = package.run(&folder, &[command, &["--with-deps"]].concat());
        let said = "error: --with-deps without names takes those in the question\n";
        assert!(
            refused.code == Some(2) && refused.err.starts_with(said),
            "{command:?} {refused:?}"
        );
    }
}

/// The packages that a server searches are searched in what its client offers, too.
#[test]
fn offered_roots_have_their_packages() {
    let package = &INSTALLED[0];
    let folder = package.at("1.3.0");
    let empty = tree(&[("a.py", "x = 1\n")]);
    let mut server = Command::new(assert_cmd::cargo::cargo_bin!("firsthand"));
    server.args(["mcp", "--with-deps=@acme/pad"]).env("HOME", folder.path().join("home"));
    server.current_dir(empty.path()).env("FIRSTHAND_CACHE", folder.path().join("cache"));
    server.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut server = server.spawn().unwrap();
    let mut input = server.stdin.take().unwrap();
    let mut write = |frame: Value| writeln!(input, "{frame}").unwrap();
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {"roots": {}}, "clientInfo": {"name": "t", "version": "1"}});
    write(json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}));
    write(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    let call = json!({"name": "search_code", "arguments": {"symbol": "padLine"}});
    write(json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}));
    let mut answer = String::new();
    for line in BufReader::new(server.stdout.take().unwrap()).lines() {
        let frame: Value = serde_json::from_str(&line.unwrap()).unwrap();
        if frame["method"] == "roots/list" {
            let uri = format!("file://{}", folder.path().join("project").display());
            let roots = json!({"roots": [{"uri": uri}]});
            write(json!({"jsonrpc": "2.0", "id": frame["id"], "result": roots}));
        } else if frame["id"] == 2 {
            answer = frame["result"].to_string();
            break;
        }
    }
    assert!(answer.contains("dep:@acme+pad@1.3.0:/index.js"), "{answer}");
    server.kill().unwrap();
    server.wait().unwrap();
}
