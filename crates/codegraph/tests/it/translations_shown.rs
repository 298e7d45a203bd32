//! Files of texts that say the same in other languages are one place.

use crate::repo::tree;
use crate::shown_texts::linked;

/// Of translations one is shown: the one whose values have the words of the question.
#[test]
fn files_with_the_same_keys_and_other_values_are_one_place() {
    let locale = |name: &str, lead: &str| {
        format!(
            "\n-- lang/{name}/pages.php\n<?php\nreturn [\n    'pages' => '{lead} wiki pages',\n    \
             'revision' => 'wiki revision',\n    'draft' => 'wiki draft',\n];"
        )
    };
    let rest = [("de", "Die"), ("fr", "Les"), ("it", "Le"), ("es", "Las")];
    let rest: String = rest.iter().map(|(name, lead)| locale(name, lead)).collect();
    let english = locale("en", "All restored");
    let code = "\n-- app/Wiki.php\n<?php\nclass Wiki {\n    function revision() { return wiki('restored'); }\n}";
    let repo = tree(&format!("{rest}{english}{code}\n"));
    let found = repo.search("how are wiki pages restored to a revision");
    let shown = found.regions.iter().map(|region| region.path.as_str());
    let shown: Vec<&str> = shown.filter(|path| path.starts_with("lang")).collect();
    assert_eq!(shown, ["lang/en/pages.php"]);
    let note = "lang/en/pages.php stands for 4 more files with the same keys";
    assert!(found.notes.iter().any(|other| other == note), "{:?}", found.notes);
}

/// A long file of translations has words of each question in many places; files of settings are no texts.
#[test]
fn a_file_of_texts_is_one_place_even_if_it_alone_was_found() {
    let places = |path: &str, others: &[&str], line: &dyn Fn(u32, &str) -> String| {
        let text = |value: &str| (0..400).map(|at| line(at, value)).collect::<String>();
        let found = others.iter().map(|other| format!("-- {other}\n{}", text("Die Seiten")));
        let files = format!("-- {path}\n{}{}", text("restored pages"), found.collect::<String>());
        let code = "-- a.py\ndef restore():\n    return pages\n";
        let found = tree(&format!("\n{files}{code}")).search("how are pages restored");
        found.regions.iter().filter(|region| region.path.as_str() == path).count()
    };
    let yaml = |at: u32, value: &str| format!("key_{at}: {value}\n");
    assert_eq!(places("locales/en.yml", &["locales/de.yml"], &yaml), 1);
    let xml = |at: u32, value: &str| format!("<string name=\"key_{at}\">{value}</string>\n");
    assert_eq!(places("values/strings.xml", &["values-de/strings.xml"], &xml), 1);
    assert!(places("locales/en.yml", &[], &yaml) > 1);
    let settings = |at: u32, value: &str| format!("pages_{at}: {}\n", value.replace(' ', "_"));
    assert!(places("config/a.yml", &["config/b.yml"], &settings) > 1);
}

/// The same in formats whose values do not stand behind their keys.
#[test]
fn translations_of_messages_are_one_place() {
    let check = |path: &str, head: &str, message: &dyn Fn(&str, &str) -> String| {
        let text = |lead: &str| {
            let messages = ["pages", "revision", "draft", "archive"].map(|word| {
                let source = format!("All {word} of the wiki");
                message(&source, &format!("{lead} wiki {word}"))
            });
            format!("{head}\n{}", messages.concat())
        };
        let languages = [("de", "Die"), ("en", "All restored"), ("fr", "Les")];
        let files = languages
            .map(|(name, lead)| format!("\n-- {}\n{}", path.replace("LANG", name), text(lead)));
        let repo = tree(&format!("{}\n-- a.py\ndef wiki(): pass\n", files.concat()));
        let found = repo.search("how are wiki pages restored to a revision");
        let shown = found.regions.iter().map(|region| region.path.as_str());
        let mut shown: Vec<&str> = shown.filter(|path| *path != "a.py").collect();
        shown.dedup();
        assert_eq!(shown, [path.replace("LANG", "en")]);
    };
    check("data/app_LANG.ts", "<!DOCTYPE TS>\n<TS version=\"2.1\">", &|source, value| {
        format!(
            "<message>\n<source>{source}</source>\n<translation>{value}</translation>\n</message>\n"
        )
    });
    check("po/LANG.po", "# The program", &|source, value| {
        format!("#: a.c:7\nmsgid \"{source}\"\nmsgstr \"{value}\"\n\n")
    });
    check("values/strings-LANG.xml", "<resources>", &|source, value| {
        format!("<string name=\"{}\">{value}</string>\n", source.replace(' ', "_"))
    });
}

/// Messages of other parts of a program have the same elements, and are no translations of each other.
#[test]
fn messages_with_other_sources_are_not_one_place() {
    let text = |part: &str| {
        let messages = ["pages", "revision", "draft", "archive"].map(|word| {
            let source = format!("All {word} of the {part} wiki");
            format!("<message>\n<source>{source}</source>\n<translation>{source}</translation>\n</message>\n")
        });
        format!("<!DOCTYPE TS>\n<TS version=\"2.1\">\n{}", messages.concat())
    };
    let repo =
        tree(&format!("\n-- data/app.ts\n{}\n-- data/plugin.ts\n{}", text("app"), text("plugin")));
    let found = repo.search("how are wiki pages restored to a revision");
    let mut shown: Vec<&str> = found.regions.iter().map(|region| region.path.as_str()).collect();
    shown.sort_unstable();
    shown.dedup();
    assert_eq!(shown, ["data/app.ts", "data/plugin.ts"]);
}

/// Forty large files with every word of the text, untranslated copies of one, do not keep a small one from being read.
#[test]
fn many_translations_of_one_file_leave_room_for_others() {
    let filler =
        |n: u32| format!("  'k{n}' => 'these {n} rows are to update', 'r{n}' => 'all rows',\n");
    let filler: String = (0..40).map(filler).collect();
    let large = |n: u32| format!("\n-- lang/a{n}/large.php\n<?php\nreturn [\n{filler}];");
    let large: String = (0..40).map(large).collect();
    let small = "\n-- lang/en/small.php\n<?php\nreturn ['change_all' => 'Update all these rows'];";
    let user = "\n-- views/list.php\n<?php echo __('small.change_all'); ?>";
    let found =
        tree(&format!("{large}{small}{user}\n")).search("what does \"Update all these rows\" do?");
    assert_eq!(
        linked(&found),
        "views/list.php:1-1 change_all 1\nlang/en/small.php:2-2 change_all 0"
    );
}
