//! What the first bytes of a file say about its language: markup, JSON, or the interpreter of a script. A name may say
//! less (a script without an extension) or the wrong thing (`.ts` is also the extension of Qt's translations, in XML).

use super::{LANGUAGES, Language};

/// The language of a file whose name is one of `named`, by its text; `None` if the text is no code.
pub(super) fn checked(named: &'static Language, text: &[u8]) -> Option<&'static Language> {
    let text = text.trim_ascii();
    if !named.holds_markup && is_markup(text) {
        return None;
    }
    if !named.is_data && is_json(text) {
        return json();
    }
    Some(named)
}

/// The language of a file whose name says nothing, by its text.
pub(super) fn unnamed(path: &str, text: &[u8]) -> Option<&'static Language> {
    if !may_be_unnamed(path) {
        return None;
    }
    match interpreter(text) {
        Some(interpreter) => {
            LANGUAGES.iter().copied().find(|language| language.interpreters.contains(&interpreter))
        }
        None => json().filter(|_| is_json(text.trim_ascii())),
    }
}

/// Whether the name of a file has no extension, so that its text decides. A dot at the start begins no extension.
pub(super) fn may_be_unnamed(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    !name.trim_start_matches('.').contains('.')
}

fn json() -> Option<&'static Language> {
    LANGUAGES.iter().copied().find(|language| language.name == "json")
}

/// Whether a text is a document of markup: it says so, or one element is all of it.
fn is_markup(text: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(b"<") else {
        return false;
    };
    let begins = |word: &[u8]| {
        let found = rest.get(..word.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(word))
    };
    let in_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-:.".contains(byte);
    let length = rest.iter().take_while(|byte| in_name(byte)).count();
    let name = &rest[..length];
    let closes = || {
        let end = text.strip_suffix(b">").map(<[u8]>::trim_ascii_end);
        let end = end.and_then(|end| end.strip_suffix(name));
        end.is_some_and(|end| end.ends_with(b"</"))
    };
    begins(b"?xml") || begins(b"!doctype") || (!name.is_empty() && closes())
}

/// Whether a text is an object of JSON, or a list of them: only the first key and the end are read.
fn is_json(text: &[u8]) -> bool {
    let (open, close) = (text.first(), text.last());
    let inner = match (open, close) {
        (Some(b'{'), Some(b'}')) => &text[1..],
        (Some(b'['), Some(b']')) => match text[1..].trim_ascii_start().strip_prefix(b"{") {
            Some(inner) => inner,
            None => return false,
        },
        _ => return false,
    };
    let Some(key) = inner.trim_ascii_start().strip_prefix(b"\"") else {
        return false;
    };
    let end = key.iter().position(|byte| b"\"\n".contains(byte));
    let after = end.and_then(|end| key[end..].strip_prefix(b"\""));
    after.is_some_and(|after| after.trim_ascii_start().starts_with(b":"))
}

/// The program that the first line of a script names, without its version: `python` of `#!/usr/bin/env python3.11`.
fn interpreter(text: &[u8]) -> Option<&str> {
    let line = text.split(|byte| *byte == b'\n').next()?;
    let line = std::str::from_utf8(line.strip_prefix(b"#!")?).ok()?;
    let mut words = line.split_whitespace();
    let mut program = words.next()?;
    if program.ends_with("/env") {
        let is_program = |word: &&str| !word.starts_with('-') && !word.contains('=');
        program = words.find(is_program)?;
    }
    let program = program.rsplit('/').next()?;
    Some(program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'))
}

#[cfg(feature = "grammars")]
#[cfg(test)]
mod tests {
    use crate::facts::languages::of_text;

    #[test]
    fn name_and_first_bytes_decide_the_language() {
        let check = |path: &str, text: &str, expect: &str| {
            let language = of_text(path, text.as_bytes()).map_or("-", |language| language.name);
            assert_eq!(language, expect, "{path}: {text}");
        };
        // Markup under the name of code is text.
        check("de.ts", "<?xml version=\"1.0\"?>\n<!DOCTYPE TS>\n<TS></TS>", "-");
        check("de.ts", "<!DOCTYPE TS><TS version=\"2.1\">\n</TS>\n", "-");
        check("de.ts", "<TS language=\"de\">\n<context/>\n</TS>\n", "-");
        check("page.js", "<!doctype html>\n<script>f()</script>", "-");
        check("a.cs", "<?XML version=\"1.0\"?><a/>", "-");
        check("a.json", "<html></html>", "-");
        check("a.ts", "<T>(a: T) => a\n", "typescript");
        check("a.tsx", "<a>b</a>;\nexport const c = 1;\n", "tsx");
        check("a.ts", "export const a = '<?xml ?>';\n", "typescript");
        check("a.md", "<!DOCTYPE html>\n# a\n", "markdown");
        check("a.php", "<!doctype html>\n<?php f(); ?>\n", "php");
        check("a.php", "<?xml version=\"1.0\"?>\n<?php f(); ?>\n", "php");
        check("a.vue", "<template></template>", "vue");
        // JSON under the name of code, or under none.
        check("data.js", " {\"a\": 1}\n", "json");
        check("data.ts", "[\n {\"a\": 1}\n]\n", "json");
        check("data.py", "{ \"a\" : 1 }", "json");
        check(".babelrc", "{ \"presets\": [] }\n", "json");
        check("config", "{\"a\": {}}", "json");
        check("a.js", "{ \"use strict\"; f(); }\n", "javascript");
        check("a.js", "[\"a\", 1].map(f);\n", "javascript");
        check("a.yaml", "{\"a\": 1}\n", "yaml");
        check("notes", "{not json}", "-");
        check("a.log", "{\"a\": 1}\n", "-");
        // Scripts.
        check("run", "#!/bin/sh\nf() { g; }\n", "bash");
        check("run", "#! /bin/bash -e\n", "bash");
        check("bin/tool", "#!/usr/bin/env python3\nimport a\n", "python");
        check("bin/tool", "#!/usr/bin/python3.11 -u\r\n", "python");
        check("tool", "#!/usr/bin/env -S A=1 node --b\n", "javascript");
        check("tool", "#!/usr/bin/env ruby\n", "ruby");
        check("tool", "#!/usr/bin/php8.1\n", "php");
        check("tool", "#!/usr/local/bin/lua5.4\n", "lua");
        check("tool", "#!/usr/bin/env deno\n", "typescript");
        check("tool", "#!/usr/bin/env elixir\n", "elixir");
        check("tool", "#!/usr/bin/env perl\n", "-");
        check("tool", "#!\n", "-");
        check("tool", "import a\n", "-");
        check("tool.txt", "#!/bin/sh\n", "-");
        check("tool.py", "#!/bin/sh\n", "python");
        check("Makefile", "#!/usr/bin/make -f\n", "make");
        check("rules", "#!/usr/bin/make -f\n", "make");
    }
}
