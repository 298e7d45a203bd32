//! Libraries of Maven and Gradle: what states their versions, and the jars of their sources.

use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;

use super::*;

const PAD: &str = "home/.m2/repository/com/acme/pad/1.3.0/pad-1.3.0-sources.jar";
const CACHED: &str = "home/.gradle/caches/modules-2/files-2.1/com.acme/pad/1.3.0";
const SOURCE: &str = "com/acme/pad/Pad.java";

/// An archive with these files.
fn jar(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A machine with a jar of the sources of `com.acme:pad` 1.3.0 in Maven's repository.
fn with_jar(file: &str, text: &str) -> Machine {
    let machine = Machine::with(&[(&format!("project/{file}"), text)]);
    machine.write(PAD, &jar(&[("META-INF/MANIFEST.MF", ""), (SOURCE, "class Pad {}\n")]));
    machine
}

impl Machine {
    fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.0.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    /// What is found of a name: the prefix of its root and the files that are unpacked there, or the error.
    fn unpacked(&self, name: &str) -> Vec<String> {
        let environment = self.environment().unpacking_in(Some(self.0.path().join("cache")));
        let found = find(&self.project(), name, &environment);
        let shown = found.into_iter().flat_map(|found| match found {
            Ok(package) => {
                let roots = firsthand_dependencies::roots(&[(None, package)]).into_iter();
                roots.map(|root| format!("{} {}", root.prefix(), files(&root.folder))).collect()
            }
            Err(why) => vec![why.to_string().replace(&*self.0.path().to_string_lossy(), "")],
        });
        shown.collect()
    }
}

/// The paths of the files in a folder.
fn files(folder: &Path) -> String {
    let mut paths: Vec<String> = Vec::new();
    let mut folders = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type().unwrap().is_dir() {
                folders.push((entry.path(), path + "/"));
            } else {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths.join(" ")
}

fn pom(parts: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n<groupId>com.acme</groupId><artifactId>app</artifactId><version>1.3.0</version>\n{parts}\n</project>\n"
    )
}

fn dependency(version: &str) -> String {
    format!(
        "<dependencies><dependency><groupId>com.acme</groupId><artifactId>pad</artifactId>{version}</dependency></dependencies>"
    )
}

#[test]
fn an_exact_version_leads_to_its_sources() {
    let catalog = |line: &str| {
        format!(
            "[versions]\npad = \"1.3.0\"\nrich = {{ strictly = \"1.3.0\" }}\n[libraries]\n{line}\n"
        )
    };
    let literal = dependency("<version>1.3.0</version>");
    let property = dependency("<version> ${pad.version} </version>");
    for (file, text) in [
        (
            "gradle.lockfile",
            "# generated\ncom.acme:pad:1.3.0=compileClasspath,runtimeClasspath\nempty=\n"
                .to_owned(),
        ),
        ("gradle.lockfile", "com.acme:pad:1.3.0=\r\n".to_owned()),
        ("gradle/libs.versions.toml", catalog("pad = \"com.acme:pad:1.3.0\"")),
        (
            "gradle/libs.versions.toml",
            catalog("pad = { module = \"com.acme:pad\", version = \"1.3.0\" }"),
        ),
        (
            "gradle/libs.versions.toml",
            catalog("pad = { group = \"com.acme\", name = \"pad\", version.ref = \"pad\" }"),
        ),
        (
            "gradle/libs.versions.toml",
            catalog("pad = { module = \"com.acme:pad\", version.ref = \"rich\" }"),
        ),
        (
            "gradle/libs.versions.toml",
            catalog("pad = { module = \"com.acme:pad\", version = { require = \"1.3.0\" } }"),
        ),
        ("gradle/libs.versions.toml", catalog("pad = \"com.acme:pad:1.3.0!!\"")),
        ("pom.xml", pom(&literal)),
        ("pom.xml", pom(&dependency("<version>[1.3.0]</version>"))),
        ("pom.xml", pom(&dependency("<version>${project.version}</version>"))),
        (
            "pom.xml",
            pom(&format!("<properties><pad.version>1.3.0</pad.version></properties>{property}")),
        ),
        (
            "pom.xml",
            pom(&format!(
                "<properties><base>1.3</base><pad.version>${{base}}.0</pad.version></properties>{property}"
            )),
        ),
        (
            "pom.xml",
            pom(&format!(
                "<dependencyManagement>{literal}</dependencyManagement>{}",
                dependency("")
            )),
        ),
        ("pom.xml", pom(&format!("<profiles><profile>{literal}</profile></profiles>"))),
        ("pom.xml", pom(&literal.replace("com.acme", "${project.groupId}"))),
    ] {
        let machine = with_jar(file, &text);
        for name in ["com.acme:pad", "pad"] {
            let expect = format!("dep:com.acme:pad@1.3.0:/ META-INF/MANIFEST.MF {SOURCE}");
            assert_eq!(machine.unpacked(name), [expect], "{file} {text}");
        }
        for other in ["com.other:pad", "acme:pad", "pa", "com.acme"] {
            assert_eq!(
                machine.unpacked(other),
                [format!("no lock file in the root names {other}")]
            );
        }
    }
}

#[test]
fn what_is_no_exact_version_is_refused() {
    let catalog =
        |version: &str| format!("[libraries]\npad = {{ module = \"com.acme:pad\"{version} }}\n");
    let dependency = |version: &str| pom(&dependency(version));
    let two = "<properties><pad>1.3.0</pad></properties><profiles><profile><properties><pad>1.2.0</pad></properties></profile></profiles>";
    for (file, text) in [
        ("gradle/libs.versions.toml", catalog("")),
        ("gradle/libs.versions.toml", catalog(", version = \"1.+\"")),
        ("gradle/libs.versions.toml", catalog(", version = \"[1.0, 2.0[\"")),
        ("gradle/libs.versions.toml", catalog(", version = \"latest.release\"")),
        (
            "gradle/libs.versions.toml",
            catalog(", version = { strictly = \"[1.3, 2.0[\", prefer = \"1.3.0\" }"),
        ),
        ("gradle/libs.versions.toml", catalog(", version.ref = \"gone\"")),
        (
            "gradle/libs.versions.toml",
            "[libraries]\none = \"com.acme:pad:1.3.0\"\ntwo = \"com.acme:pad:1.2.0\"\n".to_owned(),
        ),
        ("pom.xml", dependency("")),
        ("pom.xml", dependency("<version>[1.0,2.0)</version>")),
        ("pom.xml", dependency("<version>${gone}</version>")),
        ("pom.xml", dependency("<version>1.3.0-SNAPSHOT</version>")),
        ("pom.xml", dependency("<version>LATEST</version>")),
        ("pom.xml", dependency("<version>../../1.3.0</version>")),
        (
            "pom.xml",
            dependency("<version>${pad}</version>")
                .replace("<dependencies>", &format!("{two}<dependencies>")),
        ),
        (
            "pom.xml",
            dependency("<version>${a}</version>")
                .replace("<dependencies>", "<properties><a>${a}</a></properties><dependencies>"),
        ),
    ] {
        let expect = format!("{file} states no exact version of com.acme:pad");
        assert_eq!(with_jar(file, &text).unpacked("pad"), [expect], "{text}");
    }
}

/// What is locked counts before what is asked for, at each of its versions.
#[test]
fn the_lock_file_counts_first() {
    let machine =
        with_jar("gradle/libs.versions.toml", "[libraries]\npad = \"com.acme:pad:1.2.0\"\n");
    machine.write("project/gradle.lockfile", b"com.acme:pad:1.3.0=a\ncom.acme:pad:1.0.0=b\n");
    let found = machine.unpacked("pad");
    assert!(
        found[0].starts_with("com.acme:pad 1.0.0 is not installed; looked in /home/.m2"),
        "{found:?}"
    );
    assert!(found[1].starts_with("dep:com.acme:pad@1.3.0:/"), "{found:?}");
}

#[test]
fn sources_are_where_the_tools_put_them() {
    let lock = ("project/gradle.lockfile", "com.acme:pad:1.3.0=a\n");
    let bytes = jar(&[(SOURCE, "")]);
    let found = format!("dep:com.acme:pad@1.3.0:/ {SOURCE}");
    let machine = Machine::with(&[lock, (&format!("{CACHED}/0a/pad-1.3.0.jar"), "")]);
    let expect = "com.acme:pad 1.3.0 is installed without its sources, pad-1.3.0-sources.jar: `mvn dependency:sources` fetches them, or an IDE";
    assert_eq!(machine.unpacked("pad"), [expect]);
    machine.write(&format!("{CACHED}/1b/pad-1.3.0-sources.jar"), &bytes);
    assert_eq!(machine.unpacked("pad"), [&*found]);
    assert_eq!(
        machine.found("pad"),
        [
            "the sources of com.acme:pad 1.3.0 are not unpacked: the cache is off or lies in the repository"
        ]
    );
    let settings = "<settings><localRepository>${user.home}/own</localRepository></settings>";
    let machine = Machine::with(&[lock, ("home/.m2/settings.xml", settings)]);
    let missing = machine.unpacked("pad");
    assert_eq!(
        missing,
        [
            "com.acme:pad 1.3.0 is not installed; looked in /home/own/com/acme/pad/1.3.0, /home/.gradle/caches/modules-2/files-2.1/com.acme/pad/1.3.0"
        ]
    );
    machine.write("home/own/com/acme/pad/1.3.0/pad-1.3.0-sources.jar", &bytes);
    assert_eq!(machine.unpacked("pad"), [found]);
}

/// What is unpacked is always what the jar holds now.
#[test]
fn an_archive_is_unpacked_once_for_each_content() {
    let machine = with_jar("gradle.lockfile", "com.acme:pad:1.3.0=a\n");
    let folder = || {
        let environment = machine.environment().unpacking_in(Some(machine.0.path().join("cache")));
        let found = find(&machine.project(), "pad", &environment).remove(0);
        found.unwrap().folders.remove(0).folder
    };
    let first = folder();
    let source = first.join(SOURCE);
    let written = || source.metadata().unwrap().modified().unwrap();
    let at = written();
    assert_eq!((folder(), written()), (first.clone(), at));
    for damage in [
        |path: &Path| std::fs::remove_file(path).unwrap(),
        |path: &Path| std::fs::write(path, "class").unwrap(),
    ] {
        damage(&source);
        assert_eq!(folder(), first);
        assert_eq!(std::fs::read_to_string(&source).unwrap(), "class Pad {}\n");
    }
    machine.write(PAD, &jar(&[(SOURCE, "class Pad2 {}\n")]));
    let second = folder();
    assert_eq!(std::fs::read_to_string(second.join(SOURCE)).unwrap(), "class Pad2 {}\n");
    assert_eq!(std::fs::read_dir(machine.0.path().join("cache/archives")).unwrap().count(), 2);
}

/// Whatever an archive holds, nothing is written outside the folder, and no part of it is taken for all.
#[test]
fn contained_a_hostile_archive_is_refused() {
    let good = jar(&[(SOURCE, "class Pad {}\n")]);
    // The stated size is in the header of the file, and in the directory at the end.
    let stating = |size: u32| {
        let mut bytes = good.clone();
        let directory = bytes.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap();
        bytes[22..26].copy_from_slice(&size.to_le_bytes());
        bytes[directory + 24..directory + 28].copy_from_slice(&size.to_le_bytes());
        bytes
    };
    let damaged = {
        let mut bytes = good.clone();
        bytes[30 + SOURCE.len() + 4] ^= 0xff;
        bytes
    };
    for bytes in [
        jar(&[(SOURCE, ""), ("../out.java", "")]),
        jar(&[(SOURCE, ""), ("a/../../out.java", "")]),
        jar(&[(SOURCE, ""), ("/out.java", "")]),
        jar(&[(SOURCE, ""), ("a\\..\\..\\out.java", "")]),
        jar(&[(SOURCE, ""), ("a", ""), ("a/b", "")]),
        stating(5),
        stating(50),
        stating(u32::MAX - 1),
        damaged,
        good[..good.len() / 2].to_vec(),
        b"no archive".to_vec(),
        Vec::new(),
        // Some are published because a registry asks for one.
        jar(&[]),
    ] {
        let machine = with_jar("gradle.lockfile", "com.acme:pad:1.3.0=a\n");
        machine.write(PAD, &bytes);
        let found = machine.unpacked("pad");
        assert!(
            found[0].starts_with("the sources of com.acme:pad 1.3.0 are not unpacked: "),
            "{found:?}"
        );
        let cache = machine.0.path().join("cache");
        let left = if cache.exists() { files(&cache) } else { String::new() };
        assert_eq!(left, "", "{found:?}");
        assert!(!machine.0.path().join("out.java").exists());
    }
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    zip.add_symlink("link", "/etc", SimpleFileOptions::default()).unwrap();
    zip.start_file(SOURCE, SimpleFileOptions::default()).unwrap();
    let machine = with_jar("gradle.lockfile", "com.acme:pad:1.3.0=a\n");
    machine.write(PAD, &zip.finish().unwrap().into_inner());
    assert_eq!(machine.unpacked("pad"), [format!("dep:com.acme:pad@1.3.0:/ {SOURCE}")]);
}

/// A file of the project cannot end the process.
#[test]
fn contained_a_hostile_pom_names_nothing() {
    let deep = "<a>".repeat(1_000_000);
    let entities = "<!DOCTYPE a [<!ENTITY b \"bbb\"><!ENTITY c \"&b;&b;\">]><project>&c;</project>";
    for text in [&*deep, entities, "<project><dependencies>", ""] {
        assert_eq!(
            with_jar("pom.xml", text).unpacked("pad"),
            ["pom.xml cannot be read, so the packages that it names are not known"]
        );
    }
    let doubled: String =
        (0..64).map(|at| format!("<p{at}>${{p{}}}${{p{}}}</p{at}>", at + 1, at + 1)).collect();
    let text = pom(&format!(
        "<properties>{doubled}</properties>{}",
        dependency("<version>${p0}</version>")
    ));
    assert_eq!(
        with_jar("pom.xml", &text).unpacked("pad"),
        ["pom.xml states no exact version of com.acme:pad"]
    );
}

#[test]
fn a_question_names_a_library_with_or_without_its_group() {
    let machine = with_jar("pom.xml", &pom(&dependency("<version>1.3.0</version>")));
    for (question, expect) in [
        ("how does com.acme:pad: pad?", 1),
        ("how does `pad` pad pad::Pad?", 1),
        ("where is com.acme.pad.Pad used?", 0),
    ] {
        let environment = machine.environment().unpacking_in(Some(machine.0.path().join("cache")));
        let found = named_in(&machine.project(), question, &environment);
        assert_eq!(
            found.iter().filter(|found| found.is_ok()).count(),
            expect,
            "{question} {found:?}"
        );
        assert_eq!(found.len(), expect, "{question} {found:?}");
    }
}
