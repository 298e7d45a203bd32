//! What is installed under a package's name and is other code: nothing of it may be shown as the package at its version.

use firsthand_dependencies::find;
use firsthand_source::fs::RootName;

use super::{Machine, check};

const SITE: &str = "project/.venv/lib/python3.12/site-packages";

/// The files of an installed distribution, each with its record.
fn distribution(name: &str, version: &str, files: &[&str]) -> Vec<(String, String)> {
    let record = files.iter().map(|file| format!("{file},sha256=x,1\n")).collect();
    let record = (format!("{SITE}/{name}-{version}.dist-info/RECORD"), record);
    let files = files.iter().map(|file| (format!("{SITE}/{file}"), String::new()));
    files.chain([record]).collect()
}

#[track_caller]
fn check_python(
    installed: &[(&str, &str, &[&str])],
    requirements: &str,
    name: &str,
    expect: &[&str],
) {
    let installed =
        installed.iter().flat_map(|(name, version, files)| distribution(name, version, files));
    let lock = ("project/requirements.txt".to_owned(), requirements.to_owned());
    let files: Vec<(String, String)> = installed.chain([lock]).collect();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    check(&files, name, expect);
}

/// Many distributions share a namespace, or a folder such as `tests`: each has the folders of its own alone.
#[test]
fn distributions_that_share_folders_are_kept_apart() {
    let storage: (&str, &str, &[&str]) = (
        "google_cloud_storage",
        "2.0.0",
        &["google/cloud/storage/__init__.py", "tests/test_storage.py", "tests/own/a.py"],
    );
    let auth: (&str, &str, &[&str]) = (
        "google_auth",
        "1.9.0",
        &["google/auth/__init__.py", "google/oauth2/__init__.py", "tests/test_auth.py"],
    );
    let own = [
        "dep:google-cloud-storage@2.0.0:/google/cloud/ project/.venv/lib/python3.12/site-packages/google/cloud",
        "dep:google-cloud-storage@2.0.0:/tests/own/ project/.venv/lib/python3.12/site-packages/tests/own",
    ];
    check_python(&[storage, auth], "google-cloud-storage==2.0.0\n", "google-cloud-storage", &own);
    let own = [
        "dep:google-auth@1.9.0:/google/auth/ project/.venv/lib/python3.12/site-packages/google/auth",
        "dep:google-auth@1.9.0:/google/oauth2/ project/.venv/lib/python3.12/site-packages/google/oauth2",
    ];
    check_python(&[storage, auth], "google-auth==1.9.0\n", "google-auth", &own);
    // Alone, the whole of it is its own.
    let own = ["dep:a.b@1.0:/a/ project/.venv/lib/python3.12/site-packages/a"];
    check_python(&[("a.b", "1.0", &["a/b/__init__.py"])], "a.b==1.0\n", "a.b", &own);
    // All that it has lies in shared folders.
    let files: &[&str] = &["a/b.py"];
    check_python(
        &[("one", "1", files), ("two", "1", &["a/c.py"])],
        "one==1",
        "one",
        &["one 1 has no folder of its own"],
    );
}

/// Versions and requirements are read as PEP 440 and PEP 508 have them.
#[test]
fn requirements_state_a_version_in_many_ways() {
    let files: &[&str] = &["zebra/__init__.py"];
    let found = |version: &str| format!("dep:zebra@{version}:/zebra/ {SITE}/zebra");
    for (line, installed, expect) in [
        ("zebra==2.31.0", "2.31.0", found("2.31.0")),
        ("zebra == 2.31.0", "2.31.0", found("2.31.0")),
        ("zebra ==2.31.0", "2.31.0", found("2.31.0")),
        ("zebra (==2.31.0)", "2.31.0", found("2.31.0")),
        ("zebra[a,b] == 2.31.0 ; python_version > '3'", "2.31.0", found("2.31.0")),
        ("zebra==2.31.0,<3", "2.31.0", found("2.31.0")),
        ("zebra===2.31.0", "2.31.0", found("2.31.0")),
        ("zebra==2.31.0 --hash=sha256:1", "2.31.0", found("2.31.0")),
        ("zebra==2.31.0 \\\n    --hash=sha256:1", "2.31.0", found("2.31.0")),
        ("zebra==2.31", "2.31.0", found("2.31")),
        ("zebra==1.0RC1", "1.0rc1", found("1.0rc1")),
        (
            "zebra==2.30.0",
            "2.31.0",
            "of zebra the lock file names 2.30.0, and 2.31.0 is installed".into(),
        ),
        ("zebra==2.31.*", "2.31.0", "requirements.txt states no exact version of zebra".into()),
        ("zebra>=2", "2.31.0", "requirements.txt states no exact version of zebra".into()),
        ("zebra", "2.31.0", "requirements.txt states no exact version of zebra".into()),
        ("zebra-crossing==2.31.0", "2.31.0", "no lock file in the root names zebra".into()),
    ] {
        check_python(&[("zebra", installed, files)], line, "zebra", &[&expect]);
    }
    let torn = [("zebra", "1.0.0", files), ("zebra", "2.31.0", files)];
    let why = "of zebra the lock file names 2.31.0, and 1.0.0 and 2.31.0 is installed";
    check_python(&torn, "zebra==2.31.0", "zebra", &[why]);
}

#[test]
fn go_builds_with_what_a_replacement_names() {
    let cached = [
        ("home/go/pkg/mod/example.com/zebra@v1.0.0/z.go", ""),
        ("home/go/pkg/mod/example.com/zebra@v1.9.0/z.go", ""),
        ("home/go/pkg/mod/example.com/fork@v1.2.0/z.go", ""),
    ];
    let own = "dep:example.com+zebra@v1.0.0:/ home/go/pkg/mod/example.com/zebra@v1.0.0";
    let fork = "dep:example.com+fork@v1.2.0:/ home/go/pkg/mod/example.com/fork@v1.2.0";
    let folder = "example.com/zebra v1.0.0 comes from ../fork, which is not read";
    for (rest, expect) in [
        ("", own),
        ("exclude example.com/zebra v1.9.0", own),
        ("exclude (\n\texample.com/zebra v1.9.0\n)", own),
        ("retract v1.9.0", own),
        ("replace example.com/zebra => example.com/fork v1.2.0", fork),
        ("replace \"example.com/zebra\" v1.0.0 => example.com/fork v1.2.0", fork),
        ("replace (\n\texample.com/zebra => example.com/fork v1.2.0 // why\n)", fork),
        ("replace example.com/zebra v1.9.0 => example.com/fork v1.2.0", own),
        ("replace example.com/zebra => ../fork", folder),
        ("replace (\n\texample.com/zebra v1.0.0 => ../fork\n)", folder),
    ] {
        for required in [
            "require example.com/zebra v1.0.0",
            "require (\n\texample.com/zebra v1.0.0 // indirect\n)",
        ] {
            let text = format!("module m\n\ngo 1.22\n\n{required}\n\n{rest}\n");
            let files: Vec<_> =
                cached.into_iter().chain([("project/go.mod", text.as_str())]).collect();
            check(&files, "example.com/zebra", &[expect]);
        }
    }
}

#[test]
fn composer_says_what_is_in_vendor() {
    let lock =
        ("project/composer.lock", r#"{"packages": [{"name": "acme/zebra", "version": "2.0.0"}]}"#);
    let unknown =
        "acme/zebra 2.0.0 is not installed; looked in /project/vendor/composer/installed.json";
    let found = "dep:acme+zebra@2.0.0:/ project/vendor/acme/zebra";
    let other = "of acme/zebra the lock file names 2.0.0, and 1.0.0 is installed";
    for (installed, expect) in [
        (r#"{"packages": [{"name": "acme/zebra", "version": "2.0.0"}]}"#, found),
        (r#"[{"name": "acme/zebra", "version": "2.0.0"}]"#, found),
        (r#"[{"name": "acme/zebra", "version": "1.0.0"}]"#, other),
        (r#"{"packages": []}"#, unknown),
        ("no JSON", unknown),
    ] {
        let installed = ("project/vendor/composer/installed.json", installed);
        check(&[lock, ("project/vendor/acme/zebra/Z.php", ""), installed], "acme/zebra", &[expect]);
    }
    check(&[lock, ("project/vendor/acme/zebra/Z.php", "")], "acme/zebra", &[unknown]);
    check(
        &[
            lock,
            ("project/composer.json", r#"{"config": {"vendor-dir": "lib/php"}}"#),
            (
                "project/lib/php/composer/installed.json",
                r#"[{"name": "acme/zebra", "version": "2.0.0"}]"#,
            ),
            ("project/lib/php/acme/zebra/Z.php", ""),
        ],
        "acme/zebra",
        &["dep:acme+zebra@2.0.0:/ project/lib/php/acme/zebra"],
    );
}

#[test]
fn gems_and_crates_from_elsewhere_are_not_the_published_ones() {
    let gem = ("project/vendor/bundle/ruby/3.2.0/gems/zebra-1.0.0/z.rb", "");
    for section in ["GIT", "PATH", "PLUGIN SOURCE"] {
        let lock = format!(
            "{section}\n  remote: x\n  specs:\n    zebra (1.0.0)\n\nGEM\n  specs:\n    rake (1.0)\n"
        );
        let expect = format!("zebra 1.0.0 comes from a {section} source, which is not read");
        check(&[gem, ("project/Gemfile.lock", &lock)], "zebra", &[&expect]);
    }
    let public = "home/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/zebra-1.0.0/src/lib.rs";
    let private =
        "home/.cargo/registry/src/my-registry.example-0123456789abcdef/zebra-1.0.0/src/lib.rs";
    let looked = |registry: &str| {
        format!(
            "zebra 1.0.0 is not installed; looked in /home/.cargo/registry/src for what is of {registry}"
        )
    };
    let found =
        |folder: &str| format!("dep:zebra@1.0.0:/ {}", folder.trim_end_matches("/src/lib.rs"));
    let git = "zebra 1.0.0 comes from git+https://a.example/z#0a, which is not read".to_owned();
    for (source, file, expect) in [
        ("registry+https://github.com/rust-lang/crates.io-index", public, found(public)),
        ("sparse+https://index.crates.io/", public, found(public)),
        (
            "registry+https://my-registry.example/index",
            public,
            looked("https://my-registry.example/index"),
        ),
        ("sparse+https://my-registry.example/index/", private, found(private)),
        (
            "registry+https://github.com/rust-lang/crates.io-index",
            private,
            looked("https://github.com/rust-lang/crates.io-index"),
        ),
        (
            "registry+https://registry.example/index",
            private,
            looked("https://registry.example/index"),
        ),
        ("git+https://a.example/z#0a", public, git),
    ] {
        let lock =
            format!("[[package]]\nname = \"zebra\"\nversion = \"1.0.0\"\nsource = \"{source}\"\n");
        check(&[(file, ""), ("project/Cargo.lock", &lock)], "zebra", &[&expect]);
    }
}

#[test]
fn node_packages_lie_where_the_lock_file_says() {
    let manifest = r#"{"name": "zebra", "version": "2.0.0"}"#;
    let at = |folder: &str| format!("project/{folder}/package.json");
    let npm = |entry: &str| format!(r#"{{"packages": {{{entry}}}}}"#);
    let version = r#"{"version": "2.0.0"}"#;
    for (file, lock, folder, name, expect) in [
        (
            "package-lock.json",
            npm(&format!(r#""packages/web/node_modules/zebra": {version}"#)),
            "packages/web/node_modules/zebra",
            "zebra",
            "dep:zebra@2.0.0:/ project/packages/web/node_modules/zebra",
        ),
        (
            "package-lock.json",
            npm(&format!(r#""node_modules/a/node_modules/zebra": {version}"#)),
            "node_modules/a/node_modules/zebra",
            "zebra",
            "dep:zebra@2.0.0:/ project/node_modules/a/node_modules/zebra",
        ),
        (
            "package-lock.json",
            format!("\u{feff}{}", npm(&format!(r#""node_modules/zebra": {version}"#))),
            "node_modules/zebra",
            "zebra",
            "dep:zebra@2.0.0:/ project/node_modules/zebra",
        ),
        (
            "package-lock.json",
            npm(r#""node_modules/zebra": {"name": "horse", "version": "2.0.0"}"#),
            "node_modules/zebra",
            "zebra",
            "dep:horse@2.0.0:/ project/node_modules/zebra",
        ),
        (
            "package-lock.json",
            npm(r#""node_modules/zebra": {"name": "horse", "version": "2.0.0"}"#),
            "node_modules/zebra",
            "horse",
            "dep:horse@2.0.0:/ project/node_modules/zebra",
        ),
        (
            "yarn.lock",
            "? \"zebra@npm:^1.0.0, zebra@npm:^2.0.0\"\n:\n  version: 2.0.0\n".into(),
            "node_modules/zebra",
            "zebra",
            "dep:zebra@2.0.0:/ project/node_modules/zebra",
        ),
        (
            "pnpm-lock.yaml",
            "packages:\n\n  zebra@2.0.0:\n    x: {}\n".into(),
            "node_modules/.pnpm/zebra@2.0.0_react@18.0.0/node_modules/zebra",
            "zebra",
            "dep:zebra@2.0.0:/ project/node_modules/.pnpm/zebra@2.0.0_react@18.0.0/node_modules/zebra",
        ),
        (
            "pnpm-lock.yaml",
            "packages:\n\n  zebra@https://a.example/z.tgz:\n    version: 2.0.0\n".into(),
            "node_modules/zebra",
            "zebra",
            "zebra of the lock file comes from https://a.example/z.tgz, which is not read",
        ),
    ] {
        let (lock_file, manifest_file) = (format!("project/{file}"), at(folder));
        check(&[(&manifest_file, manifest), (&lock_file, &lock)], name, &[expect]);
    }
}

/// "No lock file names it" is said only if each was read.
#[test]
fn accounted_a_lock_file_that_is_not_read_is_named() {
    let unread = |file: &str| {
        format!("no lock file in the root that can be read names zebra; {file} is not read")
    };
    let broken =
        |file: &str| format!("{file} cannot be read, so the packages that it names are not known");
    for (file, text, expect) in [
        ("packages.lock.json", "{}", unread("packages.lock.json")),
        ("mix.lock", "", unread("mix.lock")),
        ("package-lock.json", "<<<<<<< HEAD\n{}", broken("package-lock.json")),
        ("Cargo.lock", "[[package", broken("Cargo.lock")),
        ("pom.xml", "<project>", broken("pom.xml")),
        ("yarn.lock", "<<<<<<< HEAD\nzebra@1:\n", broken("yarn.lock")),
        ("yarn.lock", "", "no lock file in the root names zebra".into()),
    ] {
        let path = format!("project/{file}");
        check(&[(&path, text)], "zebra", &[&expect]);
    }
}

/// Packages of one name and version and with other code are roots of their own.
#[test]
fn accounted_equal_names_of_other_code_are_kept_apart() {
    let machine = Machine::with(&[
        (
            "project/package-lock.json",
            r#"{"packages": {"node_modules/zebra": {"version": "1.0.0"}}}"#,
        ),
        ("project/node_modules/zebra/package.json", r#"{"version": "1.0.0"}"#),
        ("project/requirements.txt", "zebra==1.0.0"),
        (
            "project/.venv/lib/python3.12/site-packages/zebra-1.0.0.dist-info/RECORD",
            "zebra/a.py,,\n",
        ),
        ("project/.venv/lib/python3.12/site-packages/zebra/a.py", ""),
        (
            "other/package-lock.json",
            r#"{"packages": {"node_modules/zebra": {"version": "1.0.0"}}}"#,
        ),
        ("other/node_modules/zebra/package.json", r#"{"version": "1.0.0"}"#),
    ]);
    let of = |root: Option<&str>, folder: &str| {
        let found = find(&machine.0.path().join(folder), "zebra", &machine.environment());
        let name = root.map(|root| RootName::new(root).unwrap());
        found.into_iter().map(|found| (name.clone(), found.unwrap())).collect::<Vec<_>>()
    };
    let names = |packages: &[_]| -> Vec<String> {
        firsthand_dependencies::roots(packages)
            .iter()
            .map(|root| root.prefix().to_owned())
            .collect()
    };
    assert_eq!(
        names(&of(None, "project")),
        ["dep:npm:zebra@1.0.0:/", "dep:pypi:zebra@1.0.0:/zebra/"]
    );
    assert_eq!(names(&of(Some("bb"), "other")), ["dep:zebra@1.0.0:/"]);
    let both = [of(Some("aa"), "project"), of(Some("bb"), "other")].concat();
    assert_eq!(
        names(&both),
        ["dep:aa:npm:zebra@1.0.0:/", "dep:aa:pypi:zebra@1.0.0:/zebra/", "dep:bb:npm:zebra@1.0.0:/"]
    );
    let twice = [of(Some("aa"), "other"), of(Some("bb"), "other")].concat();
    assert_eq!(names(&twice), ["dep:zebra@1.0.0:/"]);
}
