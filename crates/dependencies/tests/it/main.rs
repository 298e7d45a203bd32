//! Packages of seven ecosystems in trees that look like those of their tools.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)] // The tests make trees.

mod jvm;
mod other_code;

use std::path::{Path, PathBuf};

use firsthand_dependencies::{Environment, find, named_in};

/// A project and a home folder.
struct Machine(tempfile::TempDir);

impl Machine {
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Self(folder)
    }

    fn project(&self) -> PathBuf {
        self.0.path().join("project")
    }

    fn environment(&self) -> Environment {
        Environment::of_home(self.0.path().join("home"))
    }

    /// What is found of a name: the prefix of each root and its folder, or the error.
    fn found(&self, name: &str) -> Vec<String> {
        let found = find(&self.project(), name, &self.environment());
        let shown = found.into_iter().flat_map(|found| match found {
            Ok(package) => {
                let roots = firsthand_dependencies::roots(&[(None, package)]);
                roots.iter().map(|root| self.shown(root.prefix(), &root.folder)).collect()
            }
            Err(why) => vec![why.to_string().replace(&*self.0.path().to_string_lossy(), "")],
        });
        shown.collect()
    }

    fn shown(&self, prefix: &str, folder: &Path) -> String {
        let folder = folder.strip_prefix(self.0.path()).unwrap();
        format!("{prefix} {}", folder.display())
    }
}

#[track_caller]
fn check(files: &[(&str, &str)], name: &str, expect: &[&str]) {
    assert_eq!(Machine::with(files).found(name), expect, "{name} {files:?}");
}

#[test]
fn packages_of_node_are_in_node_modules() {
    let pad = r#"{"name": "left-pad", "version": "1.3.0"}"#;
    let installed = ("project/node_modules/left-pad/package.json", pad);
    let expect = &["dep:left-pad@1.3.0:/ project/node_modules/left-pad"];
    let npm = r#"{"packages": {"node_modules/left-pad": {"version": "1.3.0"}, "node_modules/a/node_modules/left-pad": {"version": "1.3.0"}}}"#;
    for (file, lock) in [
        ("project/package-lock.json", npm),
        ("project/package-lock.json", r#"{"dependencies": {"left-pad": {"version": "1.3.0"}}}"#),
        ("project/yarn.lock", "left-pad@^1.0.0, left-pad@^1.3.0:\n  version \"1.3.0\"\n"),
        ("project/yarn.lock", "\"left-pad@npm:^1.0.0\":\n  version: 1.3.0\n"),
        ("project/pnpm-lock.yaml", "packages:\n\n  /left-pad@1.3.0:\n    resolution: {}\n"),
        ("project/pnpm-lock.yaml", "packages:\n\n  left-pad@1.3.0(a@2.0.0):\n    resolution: {}\n"),
        (
            "project/bun.lock",
            "{\n  \"packages\": {\n    \"left-pad\": [\"left-pad@1.3.0\", \"\", {}, \"sha\"],\n",
        ),
    ] {
        check(&[installed, (file, lock)], "left-pad", expect);
    }
    let scoped = r#"{"packages": {"node_modules/@acme/ui": {"version": "2.0.0"}}}"#;
    check(
        &[
            ("project/package-lock.json", scoped),
            ("project/node_modules/@acme/ui/package.json", r#"{"version": "2.0.0"}"#),
        ],
        "@acme/ui",
        &["dep:@acme+ui@2.0.0:/ project/node_modules/@acme/ui"],
    );
}

#[test]
fn packages_of_python_are_in_site_packages() {
    let site = "project/.venv/lib/python3.12/site-packages";
    let record = (
        "project/.venv/lib/python3.12/site-packages/Flask_Login-0.6.3.dist-info/RECORD",
        "Flask_Login-0.6.3.dist-info/METADATA,,\nflask_login/__init__.py,sha,1\n../../../bin/x,,\n",
    );
    let code = ("project/.venv/lib/python3.12/site-packages/flask_login/__init__.py", "");
    let expect = format!("dep:flask-login@0.6.3:/flask_login/ {site}/flask_login");
    for (file, lock) in [
        ("project/uv.lock", "[[package]]\nname = \"flask-login\"\nversion = \"0.6.3\"\n"),
        ("project/poetry.lock", "[[package]]\nname = \"Flask-Login\"\nversion = \"0.6.3\"\n"),
        ("project/Pipfile.lock", r#"{"default": {"flask-login": {"version": "==0.6.3"}}}"#),
        ("project/requirements.txt", "Flask_Login[x]==0.6.3 ; python_version > '3.8'\n"),
    ] {
        check(&[record, code, (file, lock)], "flask-login", &[&expect]);
    }
}

#[test]
fn packages_of_others_are_where_their_tools_put_them() {
    check(
        &[
            (
                "project/Cargo.lock",
                "[[package]]\nname = \"memchr\"\nversion = \"2.7.4\"\nsource = \"registry+https://example.org/index\"\n\n[[package]]\nname = \"memchr\"\nversion = \"1.0.0\"\nsource = \"registry+https://example.org/index\"\n",
            ),
            ("home/.cargo/registry/src/example.org-1a2b/memchr-2.7.4/src/lib.rs", ""),
        ],
        "memchr",
        &[
            "dep:memchr@2.7.4:/ home/.cargo/registry/src/example.org-1a2b/memchr-2.7.4",
            "memchr 1.0.0 is not installed; looked in /home/.cargo/registry/src/example.org-1a2b/memchr-1.0.0",
        ],
    );
    check(
        &[
            (
                "project/go.mod",
                "module m\n\nrequire (\n\tgithub.com/BurntSushi/toml v1.4.0 // indirect\n)\n",
            ),
            ("home/go/pkg/mod/github.com/!burnt!sushi/toml@v1.4.0/lex.go", ""),
        ],
        "github.com/BurntSushi/toml",
        &[
            "dep:github.com+BurntSushi+toml@v1.4.0:/ home/go/pkg/mod/github.com/!burnt!sushi/toml@v1.4.0",
        ],
    );
    check(
        &[
            (
                "project/composer.lock",
                r#"{"packages": [{"name": "monolog/monolog", "version": "3.5.0"}]}"#,
            ),
            (
                "project/vendor/composer/installed.json",
                r#"{"packages": [{"name": "monolog/monolog", "version": "3.5.0"}]}"#,
            ),
            ("project/vendor/monolog/monolog/src/Logger.php", ""),
        ],
        "monolog/monolog",
        &["dep:monolog+monolog@3.5.0:/ project/vendor/monolog/monolog"],
    );
    check(
        &[
            ("project/Gemfile.lock", "GEM\n  specs:\n    rake (13.0.6)\n      other (>= 1)\n"),
            ("project/vendor/bundle/ruby/3.2.0/gems/rake-13.0.6/lib/rake.rb", ""),
        ],
        "rake",
        &["dep:rake@13.0.6:/ project/vendor/bundle/ruby/3.2.0/gems/rake-13.0.6"],
    );
}

/// A package that the lock file names without a source is one of the workspace: its files are no installed ones.
#[test]
fn a_package_of_the_workspace_is_named_as_local() {
    let local = |name: &str| {
        format!("{name} is a local package: its files are searched if they are in the root")
    };
    let npm = r#"{"packages": {"": {"name": "root"}, "packages/core": {"name": "@my/core", "version": "1.0.0"},
        "node_modules/@my/core": {"resolved": "packages/core", "link": true}}}"#;
    check(&[("project/package-lock.json", npm)], "@my/core", &[&local("@my/core")]);
    let cargo = "[[package]]\nname = \"member\"\nversion = \"0.1.0\"\n";
    check(&[("project/Cargo.lock", cargo)], "member", &[&local("member")]);
    let none = "no lock file in the root names other";
    check(&[("project/package-lock.json", npm), ("project/Cargo.lock", cargo)], "other", &[none]);
}

/// Of several versions, that of the root is searched, and the others are named.
#[test]
fn versions_that_packages_have_for_themselves_are_named() {
    let beside = "of good the lock file names 1.0.0, too, which is not searched: what a package imports may be that";
    let found = "dep:good@2.0.0:/ project/node_modules/good";
    let installed = ("project/node_modules/good/package.json", r#"{"version": "2.0.0"}"#);
    let code = ("project/node_modules/good/index.js", "");
    let npm = r#"{"packages": {"node_modules/good": {"version": "2.0.0"},
        "node_modules/wrap/node_modules/good": {"version": "1.0.0"},
        "node_modules/other/node_modules/good": {"version": "2.0.0"}}}"#;
    let yarn = "good@^2.0.0:\n  version \"2.0.0\"\n\ngood@^1.0.0:\n  version \"1.0.0\"\n";
    let pnpm = "packages:\n  good@1.0.0:\n    resolution: {}\n  good@2.0.0:\n    resolution: {}\n";
    for (file, lock) in [("package-lock.json", npm), ("yarn.lock", yarn), ("pnpm-lock.yaml", pnpm)]
    {
        let lock = (format!("project/{file}"), lock);
        check(&[(&lock.0, lock.1), installed, code], "good", &[found, beside]);
    }
    let one = r#"{"packages": {"node_modules/good": {"version": "2.0.0"},
        "node_modules/wrap/node_modules/good": {"version": "2.0.0"}}}"#;
    check(&[("project/package-lock.json", one), installed, code], "good", &[found]);
}

/// What is installed must have the version of the lock file.
#[test]
fn another_version_is_refused() {
    let lock = r#"{"packages": {"node_modules/left-pad": {"version": "1.3.0"}}}"#;
    let lock = ("project/package-lock.json", lock);
    check(
        &[lock, ("project/node_modules/left-pad/package.json", r#"{"version": "1.2.0"}"#)],
        "left-pad",
        &["of left-pad the lock file names 1.3.0, and 1.2.0 is installed"],
    );
    check(
        &[lock],
        "left-pad",
        &["left-pad 1.3.0 is not installed; looked in /project/node_modules/left-pad"],
    );
    check(&[lock], "right-pad", &["no lock file in the root names right-pad"]);
    check(
        &[("project/node_modules/left-pad/package.json", "{}")],
        "left-pad",
        &["no lock file in the root names left-pad"],
    );
    check(
        &[
            ("project/uv.lock", "[[package]]\nname = \"six\"\nversion = \"1.16.0\"\n"),
            (
                "project/.venv/lib/python3.12/site-packages/six-1.16.0.dist-info/RECORD",
                "six.py,,\n",
            ),
        ],
        "six",
        &["six 1.16.0 has no folder of its own"],
    );
    check(
        &[
            ("project/uv.lock", "[[package]]\nname = \"six\"\nversion = \"1.16.0\"\n"),
            ("project/venv/lib/python3.12/site-packages/six-1.15.0.dist-info/RECORD", "six.py,,\n"),
        ],
        "six",
        &["of six the lock file names 1.16.0, and 1.15.0 is installed"],
    );
}

#[test]
fn names_that_are_no_paths_lead_nowhere() {
    for name in ["..", "../..", "/etc", ".", "", "a/../../b"] {
        let machine = Machine::with(&[
            (
                "project/package-lock.json",
                r#"{"packages": {"node_modules/..": {"version": "1"}, "node_modules/../..": {"version": "1"}}}"#,
            ),
            ("project/package.json", r#"{"version": "1"}"#),
            ("package.json", r#"{"version": "1"}"#),
        ]);
        assert_eq!(machine.found(name), [format!("no lock file in the root names {name}")]);
    }
}

/// A link in the repository must not make a folder elsewhere a root.
#[test]
#[cfg(unix)]
fn contained_a_link_leads_nowhere() {
    let lock = r#"{"packages": {"node_modules/left-pad": {"version": "1.3.0"}, "node_modules/own": {"version": "1.3.0"}}}"#;
    let manifest = r#"{"version": "1.3.0"}"#;
    let machine = Machine::with(&[
        ("project/package-lock.json", lock),
        ("project/packages/own/package.json", manifest),
        ("elsewhere/package.json", manifest),
        ("project/node_modules/x", ""),
    ]);
    let modules = machine.project().join("node_modules");
    let link = |target: &str, name: &str| {
        std::os::unix::fs::symlink(machine.0.path().join(target), modules.join(name)).unwrap();
    };
    link("elsewhere", "left-pad");
    link("project/packages/own", "own");
    let missing = "left-pad 1.3.0 is not installed; looked in /project/node_modules/left-pad (a link out of the root)";
    assert_eq!(machine.found("left-pad"), [missing]);
    assert_eq!(machine.found("own"), ["dep:own@1.3.0:/ project/node_modules/own"]);
}

/// Nothing is read behind a link that leads out of the repository, whichever part of a path it is.
#[test]
#[cfg(unix)]
fn contained_no_link_of_the_repository_is_followed_out_of_it() {
    let npm = ("package-lock.json", r#"{"packages": {"node_modules/pad": {"version": "1.3.0"}}}"#);
    let uv = ("uv.lock", "[[package]]\nname = \"pad\"\nversion = \"1.3.0\"\n");
    let composer = ("composer.lock", r#"{"packages": [{"name": "acme/pad", "version": "1.3.0"}]}"#);
    let gems = ("Gemfile.lock", "GEM\n  specs:\n    pad (1.3.0)\n");
    for (name, lock, link, expect) in [
        ("pad", npm, "node_modules", "pad 1.3.0 is not installed; looked in"),
        ("pad", npm, "node_modules/pad", "pad 1.3.0 is not installed; looked in"),
        ("pad", npm, "node_modules/pad/package.json", "pad 1.3.0 is not installed; looked in"),
        ("pad", npm, "package-lock.json", "no lock file in the root names pad"),
        ("pad", uv, ".venv", "pad 1.3.0 is not installed; looked in"),
        ("pad", uv, ".venv/lib", "pad 1.3.0 is not installed; looked in"),
        ("pad", uv, "uv.lock", "no lock file in the root names pad"),
        ("acme/pad", composer, "vendor", "acme/pad 1.3.0 is not installed; looked in"),
        ("acme/pad", composer, "composer.lock", "no lock file in the root names acme/pad"),
        ("pad", gems, "vendor", "pad 1.3.0 is not installed; looked in"),
        ("pad", gems, "vendor/bundle/ruby", "pad 1.3.0 is not installed; looked in"),
        ("pad", gems, "Gemfile.lock", "no lock file in the root names pad"),
    ] {
        let site = ".venv/lib/python3.12/site-packages";
        let files = [
            (lock.0.to_owned(), lock.1),
            ("node_modules/pad/package.json".to_owned(), r#"{"version": "1.3.0"}"#),
            (format!("{site}/pad/__init__.py"), ""),
            (format!("{site}/pad-1.3.0.dist-info/RECORD"), "pad/__init__.py,,\n"),
            (
                "vendor/composer/installed.json".to_owned(),
                r#"{"packages": [{"name": "acme/pad", "version": "1.3.0"}]}"#,
            ),
            ("vendor/acme/pad/Pad.php".to_owned(), ""),
            ("vendor/bundle/ruby/3.2.0/gems/pad-1.3.0/pad.rb".to_owned(), ""),
        ];
        let files = files.map(|(path, text)| (format!("project/{path}"), text));
        let machine = Machine::with(&files.each_ref().map(|(path, text)| (path.as_str(), *text)));
        let found = machine.found(name);
        assert!(found[0].starts_with("dep:"), "{link}: {found:?}");
        let (inside, outside) = (machine.project().join(link), machine.0.path().join("out"));
        std::fs::rename(&inside, &outside).unwrap();
        std::os::unix::fs::symlink(&outside, &inside).unwrap();
        let found = machine.found(name);
        assert!(found[0].starts_with(expect), "{link}: {found:?}");
    }
}

#[test]
fn a_question_names_packages_by_words_of_their_own() {
    let machine = Machine::with(&[
        (
            "project/package-lock.json",
            r#"{"packages": {"node_modules/@acme/ui": {"version": "2.0.0"}, "node_modules/debug": {"version": "4.0.0"}}}"#,
        ),
        ("project/node_modules/@acme/ui/package.json", r#"{"version": "2.0.0"}"#),
        ("project/node_modules/debug/package.json", r#"{"version": "4.0.0"}"#),
    ]);
    let check = |question: &str, expect: &[&str]| {
        let found = named_in(&machine.project(), question, &machine.environment());
        let names: Vec<String> = found.into_iter().map(|found| found.unwrap().name).collect();
        assert_eq!(names, expect, "{question}");
    };
    check("how does @acme/ui render a button?", &["@acme/ui"]);
    check("which level does `debug` use?", &["debug"]);
    check("what do debuggers do?", &[]);
}

/// Some installers put links in place of files, or of the whole folder. A folder in the root that a link leads to is read;
/// of a package whose files are links, or lie elsewhere, that is said.
#[cfg(unix)]
#[test]
fn accounted_a_package_of_links_is_not_taken_for_searched() {
    use std::os::unix::fs::symlink;
    let npm = ("project/pnpm-lock.yaml", "packages:\n\n  pad@1.3.0:\n    resolution: {}\n");
    let manifest = "{\"name\": \"pad\", \"version\": \"1.3.0\"}";
    let stored = "project/node_modules/.pnpm/pad@1.3.0/node_modules/pad/package.json";
    let machine = Machine::with(&[npm, (stored, manifest)]);
    let link = machine.project().join("node_modules/pad");
    symlink(".pnpm/pad@1.3.0/node_modules/pad", &link).unwrap();
    assert_eq!(machine.found("pad"), ["dep:pad@1.3.0:/ project/node_modules/pad"]);

    let machine = Machine::with(&[npm, ("store/pad/package.json", manifest)]);
    std::fs::create_dir(machine.project().join("node_modules")).unwrap();
    symlink("../../store/pad", machine.project().join("node_modules/pad")).unwrap();
    assert_eq!(
        machine.found("pad"),
        [
            "pad 1.3.0 is not installed; looked in /project/node_modules/pad (a link out of the root)"
        ]
    );

    let wheel = [
        ("project/requirements.txt", "pad==1.3.0\n"),
        ("project/.gitignore", ".venv\n"),
        ("store/pad.py", "def pad(): pass\n"),
        (
            "project/.venv/lib/python3/site-packages/pad-1.3.0.dist-info/RECORD",
            "pad/__init__.py,,\n",
        ),
    ];
    let machine = Machine::with(&wheel);
    let folder = machine.project().join(".venv/lib/python3/site-packages/pad");
    std::fs::create_dir(&folder).unwrap();
    symlink("../../../../../../store/pad.py", folder.join("__init__.py")).unwrap();
    assert_eq!(
        machine.found("pad"),
        ["pad 1.3.0 is not searched: all its files are links, of which none is followed"]
    );
}
