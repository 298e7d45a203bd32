//! Wrong use: each mistake has its own error message, mostly a hint, and an exit code.

use crate::{firsthand, run, run_with, shop, tree};

/// Asserts the exit code 2, the exact text of standard error, and an empty standard output.
fn check(args: &[&str], input: &[u8], expect: &str) {
    let shop = shop();
    let output = run_with(shop.path(), args, input);
    assert_eq!(output.code, Some(2), "{args:?}: {output:?}");
    assert_eq!(output.out, "", "{args:?}");
    assert_eq!(output.err.trim_end(), expect, "{args:?}");
}

const QUOTES_HINT: &str = "hint: put it in quotes, or pass - to read it from standard input";

#[test]
fn invalid_queries_are_reported() {
    let empty = format!("error: the query is empty\n{QUOTES_HINT}");
    check(&["explore", ""], b"", &empty);
    check(&["explore", " \t"], b"", &empty);
    check(&["explore", "-"], b" \n", &empty);
    check(&["search", ""], b"", &empty);
    let no_word = "error: the query has no word to search for\nhint: name what is looked for in words or in signs of code";
    check(&["explore", "?"], b"", no_word);
    check(&["explore", " ... ?!"], b"", no_word);
    let symbol = "error: the symbol is empty\nhint: --symbol takes a name or path:line";
    check(&["search", "--symbol", " "], b"", symbol);
    let nothing = "error: there is nothing to search for\nhint: a search takes a query, --symbol NAME, or --path FILE for an outline";
    check(&["search"], b"", nothing);
    let too_long = "error: standard input is longer than 64 MiB";
    check(&["search", "-"], &vec![b'a'; (64 << 20) + 1], too_long);
}

/// A pasted log is used with what is no text in it left out, which a note says.
#[test]
fn accounted_a_text_with_other_bytes_is_read_without_them() {
    let shop = shop();
    let log = b"addArticle fails: caf\xe9 \x80\xff\n`addArticle`\n";
    for command in ["search", "explore", "check-claims"] {
        let output = run_with(shop.path(), &[command, "-", "-q"], log);
        assert_eq!(output.code, Some(0), "{command}: {output:?}");
        let note = "note: standard input is not all text; the other bytes were left out";
        assert_eq!(output.err.lines().next(), Some(note), "{command}");
        assert!(output.out.contains("addArticle") || output.out.contains("2 names"), "{output:?}");
    }
}

#[test]
fn of_a_long_query_the_beginning_and_the_end_are_used() {
    let shop = shop();
    let log = format!("shelf\n{}addArticle fails\n", "\n".repeat(1 << 20));
    let output = run_with(shop.path(), &["search", "-q", "-"], log.as_bytes());
    assert_eq!(output.code, Some(0), "{output:?}");
    let note =
        "note: of the 1048599 bytes of the query, 1048574 from its beginning and its end were used";
    assert_eq!(output.err.lines().next(), Some(note));
    for name in ["shelf", "addArticle"] {
        assert!(output.out.contains(name), "{}", output.out);
    }
}

#[test]
fn a_query_in_utf_16_is_decoded() {
    let shop = shop();
    let units = "\u{feff}addArticle".encode_utf16().flat_map(u16::to_le_bytes);
    let args = ["search", "-q", "-"];
    let output = run_with(shop.path(), &args, &units.collect::<Vec<u8>>());
    let plain = run_with(shop.path(), &args, b"addArticle");
    assert_eq!(output.code, Some(0), "{output:?}");
    let places = |out: &str| out.lines().filter(|line| !line.ends_with(" ms")).collect::<String>();
    assert_eq!(places(&output.out), places(&plain.out));
}

#[test]
fn invalid_roots_are_reported() {
    for command in [["explore", "q"], ["search", "q"], ["verify", "-"]] {
        let args_with_root = |root| [command.as_slice(), &["--root", root]].concat();
        check(
            &args_with_root("missing"),
            b"",
            "error: missing does not exist\nhint: --root takes the folder of a repository",
        );
        check(
            &args_with_root("src/store.ts"),
            b"",
            "error: src/store.ts is not a folder\n\
             hint: --root takes a folder; name what you look for in the query",
        );
    }
}

#[test]
fn an_empty_root_is_an_error() {
    let hint = "hint: hidden files, links, and what git ignores or --exclude names, are left out\n";
    let hidden =
        tree(&[(".git/config", "x"), (".env", "A=b"), ("out.log", "q"), (".gitignore", "*.log\n")]);
    let nested = tree(&[("src/a.rs", ""), ("src/.ignore", "# all\n*\n")]);
    let rule = "hint: ignore files hide everything, the rule `*.log` (.gitignore:1) first\n";
    let nested_rule = "hint: ignore files hide everything, the rule `*` (src/.ignore:2) first\n";
    for (empty, hint) in [(tree(&[]), hint), (hidden, rule), (nested, nested_rule)] {
        for args in [["explore", "q"], ["search", "q"]] {
            let output = run(empty.path(), &args);
            assert_eq!(output.code, Some(2), "{output:?}");
            assert_eq!(output.err, format!("error: there is no file to look at in .\n{hint}"));
        }
    }
}

#[test]
fn invalid_models_and_addresses_are_reported() {
    let names = firsthand::SERVICES.iter().map(|service| service.name);
    let models = names.fold("builtin".to_owned(), |names, name| format!("{names}, {name}:NAME"));
    check(
        &["explore", "q", "--model", "oracle:any"],
        b"",
        &format!(
            "error: there is no model `oracle:any`; there is: {models}\n\
             hint: `firsthand models` says more of each"
        ),
    );
    for (name, variable) in [
        ("openai", "OPENAI_API_KEY"),
        ("anthropic", "ANTHROPIC_API_KEY"),
        ("gemini", "GEMINI_API_KEY"),
    ] {
        check(
            &["explore", "q", "--model", &format!("{name}:any")],
            b"",
            &format!(
                "error: `{name}` needs a key, and the environment variable {variable} holds none\n\
                 hint: `--model builtin` needs no key; a server of your own that needs none is named by --base-url"
            ),
        );
    }
    let args_with_url = |model, url| ["explore", "q", "--model", model, "--base-url", url];
    check(
        &args_with_url("openai:", "http://127.0.0.1:1"),
        b"",
        "error: `openai` needs the name of a model: `openai:NAME`\n\
         hint: `firsthand models` says more of each",
    );
    check(
        &args_with_url("openai:any", "localhost:1"),
        b"",
        "error: the base URL has to begin with http:// or https://\n\
         hint: such as http://127.0.0.1:8080/v1",
    );
    check(
        &args_with_url("builtin", "http://127.0.0.1:1"),
        b"",
        "error: `builtin` is in this program, and --base-url names a server\n\
         hint: --model openai:NAME names a model of that server",
    );
}

/// An invalid pattern is printed as it was written, with the place where it was given.
#[test]
fn invalid_patterns_are_reported_with_their_source() {
    let shop = shop();
    let check = |folder: &tempfile::TempDir, args: &[&str], expect: &str| {
        for command in ["explore", "search"] {
            let output = run(folder.path(), &[&[command, "q"], args].concat());
            assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{output:?}");
            assert_eq!(output.err, expect);
        }
    };
    let hint =
        "hint: --exclude takes a pattern as .gitignore has it, such as `vendor/` or `*.min.js`\n";
    for (pattern, why) in [
        ("[", "unclosed character class; missing ']'"),
        ("a{b ", "unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)"),
        ("!a.ts", "a leading `!` would keep files; a name that begins with `!` is written `\\!`"),
    ] {
        let error = format!("{pattern:?} is not a valid glob to exclude: {why}\n");
        let expect = format!("error: {error}{hint}");
        check(&shop, &["--exclude", pattern], &expect);
    }
}

/// The message of the argument parser, and its suggestion.
#[test]
fn invalid_flags_are_reported_with_a_suggestion() {
    let shop = shop();
    for (args, message, suggestion) in [
        (
            &["explore", "q", "--intent", "explian"][..],
            "invalid value 'explian' for '--intent",
            "'explain'",
        ),
        (&["explore", "q", "--format", "jsn"], "invalid value 'jsn' for '--format", "'json'"),
        (&["search", "q", "--include", "test"], "invalid value 'test' for '--include", "'tests'"),
        (
            &["search", "--symbol", "s", "--relation", "caller"],
            "invalid value 'caller'",
            "'callers'",
        ),
        (&["serch", "q"], "unrecognized subcommand 'serch'", "'search'"),
        (&["explore", "q", "--intnet", "edit"], "unexpected argument '--intnet'", "'--intent'"),
        (
            &["search", "q", "--limit", "0"],
            "invalid value '0' for '--limit <N>': 0 is not in 1..=1000",
            "",
        ),
        (&["explore", "q", "--max-steps", "0"], "invalid value '0' for '--max-steps", ""),
        (&["explore", "q", "--max-chars", "9"], "9 is not in 600..=1000000", ""),
        (&["schema", "reprot"], "invalid value 'reprot'", "'report'"),
        (
            &["explore", "q", "--path", "src"],
            "unexpected argument '--path'",
            "hint: --path goes with search, absent; explore takes --root and --exclude\n",
        ),
        (&["exlpore", "q"], "unrecognized subcommand 'exlpore'", "exists: 'explore'\n"),
        (
            &["search", "q", "--relation", "callers", "--words", "w"],
            "the argument '--relation <RELATION>' cannot be used with '--words <WORDS>'",
            "",
        ),
        (&["completions", "tcsh"], "invalid value 'tcsh'", ""),
    ] {
        let output = run(shop.path(), args);
        assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(output.err.starts_with("error: "), "{args:?}: {}", output.err);
        assert!(output.err.contains(message), "{args:?}: {}", output.err);
        assert!(output.err.contains(suggestion), "{args:?}: {}", output.err);
    }
}

#[test]
fn hostile_names_cannot_move_the_cursor() {
    let shop = shop();
    for args in [
        ["explore", "q", "--root", "no\u{1b}[2Jsuch\u{202e}"],
        ["replay", "no\nsuch", "--color", "always"],
    ] {
        let output = run(shop.path(), &args);
        assert_eq!(output.code, Some(2));
        assert!(
            !output.err.contains("\u{1b}[2J") && !output.err.contains('\u{202e}'),
            "{:?}",
            output.err
        );
        assert!(output.err.contains("such"), "{:?}", output.err);
    }
}

/// The commands that the top-level help lists, without `help` itself.
fn listed_commands(help: &str) -> Vec<&str> {
    let lines = help.lines().skip_while(|line| *line != "Commands:");
    let lines = lines.skip(1).take_while(|line| !line.is_empty());
    // A command is indented by two spaces, and the rest of a wrapped description by more.
    let rows = lines.filter_map(|line| line.strip_prefix("  "));
    let names = rows.filter(|row| !row.starts_with(' '));
    let names = names.filter_map(|row| row.split_whitespace().next());
    names.filter(|name| *name != "help").collect()
}

#[test]
fn the_help_lists_commands_and_exit_codes() {
    let shop = shop();
    let help = run(shop.path(), &["--help"]);
    let text = help.text(0);
    for expect in ["Exit codes:", "130  cancelled", "Examples:"] {
        assert!(text.contains(expect), "{text}");
    }
    let commands = listed_commands(text);
    for expect in ["explore", "completions"] {
        assert!(commands.contains(&expect), "{commands:?}");
    }
    for command in commands {
        let help = run(shop.path(), &[command, "--help"]);
        let text = help.text(0);
        assert!(text.contains("Usage: firsthand"), "{text}");
        assert!(text.lines().count() < 100, "{command}: {text}");
        let short = run(shop.path(), &[command, "-h"]);
        assert!(short.text(0).lines().count() < 45, "{command}: {short:?}");
    }
    assert!(run(shop.path(), &["--version"]).text(0).starts_with("firsthand 0."));
    let bare = firsthand(shop.path()).output().unwrap();
    assert_eq!(bare.status.code(), Some(2));
}

/// An argument that is not UTF-8 is wrong use at most.
#[test]
#[cfg(unix)]
fn an_argument_that_is_not_utf_8_is_no_panic() {
    use std::os::unix::ffi::OsStrExt;
    let shop = shop();
    let odd = std::ffi::OsStr::from_bytes(b"persist \xff");
    for command in ["explore", "search", "absent", "impact", "research", "schema"] {
        for more in [&[][..], &["--nosuch"]] {
            let output = firsthand(shop.path()).arg(command).arg(odd).args(more).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{command} {more:?}: {output:?}");
        }
    }
}
