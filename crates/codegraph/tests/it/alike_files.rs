//! Files of code that have one shape are one place where they crowd out others.

use crate::repo::tree;

const QUESTION: &str =
    "an alert is sent though the check failed only once: who decides that an alert is sent?";

/// What decides, with fewer words of the question than the files around it.
const ANSWER: &str = "\n-- core/decide.py\ndef decide(check):\n    return check.count > 1\n";

/// The paths that a search shows of a tree with these files of one shape, and its notes.
fn shown(count: usize, path: &str, text: &str, more: &str) -> (Vec<String>, Vec<String>) {
    let letters = ('a'..='z').take(count).map(|letter| format!("Zo{letter}"));
    let files = letters.map(|name| {
        format!("\n-- {}\n{}\n", path.replace("NAME", &name), text.replace("NAME", &name))
    });
    let repo = tree(&format!("{}{ANSWER}{more}", files.collect::<String>()));
    let found = repo.search(QUESTION);
    let mut paths: Vec<String> =
        found.regions.iter().map(|region| region.path.as_str().to_owned()).collect();
    paths.dedup();
    (paths, found.notes)
}

const SHAPES: &[(&str, &str)] = &[
    (
        "providers/NAME.js",
        "class NAME extends Provider {\n  name = 'NAME';\n  async send(alert, check) {\n    if (check.failed) return post('NAME', alert);\n    return 'alert sent';\n  }\n}",
    ),
    (
        "shop/migrations/NAME.py",
        "class Migration(migrations.Migration):\n    dependencies = [('alert', 'NAME')]\n    operations = [\n        AddField('check', 'failed'),\n        AddField('alert', 'sent'),\n    ]",
    ),
    (
        "database/NAME.php",
        "<?php\nclass NAME extends Migration {\n    public function up() {\n        table('check')->add('failed', 'sent');\n    }\n    public function down() {\n        table('alert')->drop('NAME');\n    }\n}",
    ),
    (
        "adapters/NAME.java",
        "class NAME implements Adapter {\n    String name() {\n        return \"NAME\";\n    }\n    void send(Alert alert, Check check) {\n        if (check.failed()) post(alert.sent());\n    }\n}",
    ),
    (
        "adapters/NAME.kt",
        "class NAME : Adapter {\n    override fun name() = \"NAME\"\n    override fun send(alert: Alert, check: Check) {\n        if (check.failed) post(alert.sent)\n    }\n}",
    ),
    (
        "adapters/NAME.rb",
        "class NAME < Adapter\n  def name\n    'NAME'\n  end\n\n  def send_alert(alert, check)\n    post(alert.sent) if check.failed\n  end\nend",
    ),
    (
        "clients/NAME.ts",
        "export class NAME {\n  open(): void {\n    connect('NAME');\n  }\n  send(alert: Alert, check: Check): void {\n    if (check.failed) post(alert.sent);\n  }\n  close(): void {\n    end('NAME');\n  }\n}",
    ),
];

#[test]
fn files_of_one_shape_are_one_place_where_they_crowd_out_others() {
    for (path, text) in SHAPES {
        let (paths, notes) = shown(12, path, text, "");
        let crowd: Vec<&String> = paths.iter().filter(|path| *path != "core/decide.py").collect();
        assert_eq!((crowd.len(), paths.len()), (1, 2), "{path}: {paths:?}");
        let note = format!("{} stands for 11 more files with the same members", crowd[0]);
        assert!(notes.contains(&note), "{path}: {notes:?}");
    }
}

/// Few files of one shape, and one that the question names, are places of their own.
#[test]
fn files_of_one_shape_stay_where_they_are_few_or_named() {
    for (path, text) in SHAPES {
        let others: String = (0..6)
            .map(|at| {
                format!("\n-- core/check{at}.py\ndef check{at}(alert):\n    return alert.sent\n")
            })
            .collect();
        let (paths, _) = shown(2, path, text, &others);
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let alike = paths.iter().filter(|path| path.starts_with(folder)).count();
        assert_eq!(alike, 2, "{path}: {paths:?}");
        let named = path.replace("NAME", "failed");
        let (paths, _) =
            shown(12, path, text, &format!("\n-- {named}\n{}\n", text.replace("NAME", "Failed")));
        assert!(paths.contains(&named), "{path}: {paths:?}");
    }
}
