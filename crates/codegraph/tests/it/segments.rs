//! Parts of the names of namespaces and packages: they are no references of a type of that name.

use firsthand_codegraph::Relation;

use crate::repo::Repo;

/// The references of a symbol, as `path:line resolution`, in a tree of these files.
fn check(files: &[(&str, &str)], symbol: &str, expect: &[&str]) {
    let result = Repo::of(files).relate(symbol, Relation::References);
    let sites = result.sites.iter();
    let mut seen: Vec<String> = sites
        .map(|site| format!("{}:{} {}", site.path, site.line, site.resolution.name()))
        .collect();
    seen.sort();
    assert_eq!(seen, expect, "references of {symbol}: {:?}", result.notes);
}

#[test]
fn segments_of_namespaces_are_no_references() {
    let files = [
        ("Http/Binder.php", "<?php\nnamespace App\\Http;\nclass Binder {}\n"),
        ("Binder/Other.php", "<?php\nnamespace App\\Binder;\nclass Other {}\n"),
        ("Binder/In/Deep.php", "<?php\nnamespace App\\Binder\\In;\nclass Deep {}\n"),
        (
            "use.php",
            "<?php\nnamespace App\\Web;\nuse App\\Binder\\Other;\nuse App\\Binder\\{In\\Deep};\nuse App\\Http\\Binder;\nfunction f() { return [new \\App\\Binder\\Other(), new Binder()]; }\n",
        ),
    ];
    check(&files, "Http/Binder.php#Binder", &["use.php:5 import", "use.php:6 import"]);
    let files = [
        ("Http/Binder.cs", "namespace App.Http;\npublic class Binder {}\n"),
        ("Binder/Other.cs", "namespace App.Binder;\npublic class Other {}\n"),
        ("Binder/Deep.cs", "namespace App.Binder.In\n{\n  public class Deep {}\n}\n"),
        (
            "Use.cs",
            "using App.Http;\nusing App.Binder;\nusing App.Binder.In;\nusing static App.Http.Binder;\nnamespace App.Web;\nclass Web { Binder b; }\n",
        ),
    ];
    check(&files, "Http/Binder.cs#Binder", &["Use.cs:4 import", "Use.cs:6 import"]);
}

#[test]
fn segments_of_packages_are_no_references() {
    for (ending, end, extends) in
        [("java", ";", "extends Binder"), ("kt", "", ": Binder()"), ("scala", "", "extends Binder")]
    {
        let path = |name: &str| format!("src/app/{name}.{ending}");
        let star = if ending == "scala" { "_" } else { "*" };
        let files = [
            (
                path("http/Binder"),
                format!("package app.http{end}\n\nclass Binder {{\n  class Inner {{ }}\n}}\n"),
            ),
            (path("Binder/Other"), format!("package app.Binder{end}\n\nclass Other {{ }}\n")),
            (
                path("Binder/deep/Deep"),
                format!("package app.Binder.deep{end}\n\nclass Deep {{ }}\n"),
            ),
            (
                path("web/Web"),
                format!(
                    "package app.web{end}\n\nimport app.Binder.Other{end}\nimport app.Binder.deep.Deep{end}\nimport app.Binder.{star}{end}\nimport app.http.Binder{end}\nimport app.http.Binder.Inner{end}\n\nclass Web {extends} {{ }}\n"
                ),
            ),
        ];
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (&**path, &**text)).collect();
        let symbol = format!("{}#Binder", path("http/Binder"));
        let web = path("web/Web");
        let expect = [6, 7, 9].map(|line| format!("{web}:{line} import"));
        check(&files, &symbol, &expect.each_ref().map(String::as_str));
    }
}
