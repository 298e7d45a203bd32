//! Comments that are code which no longer runs: by the ends of their lines.

/// Whether most lines of a comment read as code and not as prose: they end as statements and blocks do, or are a call.
pub(super) fn is_code(comment: &str) -> bool {
    let (mut code, mut all) = (0, 0);
    for line in comment.lines().map(without_signs).filter(|line| !line.is_empty()) {
        all += 1;
        code += usize::from(reads_as_code(line));
    }
    code > 0 && code * 2 >= all
}

/// A line without the signs of a comment around it.
fn without_signs(line: &str) -> &str {
    let line = line.trim().trim_end_matches("*/").trim_end_matches("-->");
    line.trim_matches(|c: char| c.is_whitespace() || "/*#!<>%".contains(c))
        .trim_start_matches("--")
        .trim_start()
}

fn reads_as_code(line: &str) -> bool {
    let has = |signs: [char; 2]| line.contains(signs);
    let is_call = || {
        let name = line.split_once('(').map_or("", |(name, _)| name);
        let is_path = |c: char| c.is_alphanumeric() || "_.:->$@".contains(c);
        line.ends_with(')') && !name.is_empty() && name.chars().all(is_path)
    };
    match line.chars().next_back() {
        Some(';') => has(['(', '=']) || !line.contains(' '),
        Some('{') => true,
        Some('}') => line.len() < 4 || has(['(', '{']),
        _ => is_call(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_in_comments_is_told_from_prose() {
        let check = |text: &str, expect: bool| assert_eq!(is_code(text), expect, "{text:?}");
        check(
            "/*\n for (;;) {\n   reload();\n   evict(a + 1); // again the old ones\n }\n*/",
            true,
        );
        check("// evict(a + 1);", true);
        check("# evict(a, b)", true);
        check("# self.cache.evict()", true);
        check("-- local a = evict(1);", true);
        check("<!-- show(a) -->", true);
        check("/*for (auto& a : b) {\n emit changed(a);\n}*/", true);
        check("// Evicts what is old (see below)", false);
        check("// TODO: evict(a) more", false);
        check("/**\n * Evicts the old ones;\n * the new ones stay.\n */", false);
        check("/**\n * Evicts.\n *\n * @param a what is old\n * @example evict(a);\n */", false);
        check("# Copyright (c) 2020", false);
        check("/* */", false);
    }
}
