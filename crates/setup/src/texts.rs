//! The texts that an agent reads, from one source for `init` and for the packages.

/// What the server's entry, the skill and the packages are called.
pub(crate) const NAME: &str = "firsthand";

/// When to ask and when not, how to use a report, and how far a level of confidence carries: lines for AGENTS.md.
pub(crate) const LINES: &str = include_str!("texts/lines.md");

/// The instructions of a sub-agent that explores through the command line.
pub(crate) const EXPLORER: &str = include_str!("texts/explorer.md");

/// That sub-agent's name, as a line of its head.
pub(crate) const EXPLORER_NAME: &str = "name: firsthand-explorer";

/// When to ask it, as a line of its head, in YAML.
pub(crate) const EXPLORER_WHEN: &str = "description: \"Finds code in this repository by running firsthand, and returns a report whose paths, lines and quotes were checked against the files. Use it for how something works, where something is done, what to read before a change or why something fails, before any broad search. Not for a literal string or a known file, where grep is quicker.\"";

/// The head of the sub-agent of Claude Code: it has a shell, and a small model, since the program does the work.
pub(crate) const CLAUDE_HEAD: &[&str] = &[
    EXPLORER_NAME,
    EXPLORER_WHEN,
    "tools: Bash, Read",
    "model: haiku",
];

const COMMANDS: &str = include_str!("texts/commands.md");

const SKILL_WHEN: &str = "description: \"Finds and explains code in the repository at hand, with places and quotes that were checked against the files. Use when asked how something works, where it is implemented, what to read before a change or why something fails, before reading many files or searching broadly. Not for a literal string or a known file, where grep is quicker.\"";

/// A line that begins what is ours in a file, and the line that ends it.
pub(crate) const BEGIN: &str = "<!-- firsthand:begin -->";
pub(crate) const END: &str = "<!-- firsthand:end -->";

/// A file of ours: its head, and the text between the markers.
pub(crate) fn file(head: &[&str], text: &str) -> String {
    format!("---\n{}\n---\n\n{}\n", head.join("\n"), block(text))
}

/// A text between the markers, without a line end.
pub(crate) fn block(text: &str) -> String {
    format!("{BEGIN}\n{}\n{END}", text.trim_end())
}

/// The skill: a folder's `SKILL.md`.
pub(crate) fn skill() -> String {
    file(&["name: firsthand", SKILL_WHEN], &skill_text())
}

/// The skill's text, without its head.
pub(crate) fn skill_text() -> String {
    format!("{LINES}{COMMANDS}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clients cut or refuse more.
    #[test]
    fn texts_fit_what_the_clients_allow() {
        for (what, text, most) in [
            ("the lines, which every session pays for", LINES, 2_000),
            ("the sub-agent", EXPLORER, 2_000),
            ("when to ask the sub-agent", EXPLORER_WHEN, 1_000),
            ("when to use the skill", SKILL_WHEN, 1_000),
        ] {
            assert!(text.len() <= most, "{what}: {} bytes", text.len());
        }
    }

    /// They stand in YAML between double quotes, in TOML between three single ones, and between markers.
    #[test]
    fn texts_stand_in_their_files_as_they_are() {
        for when in [EXPLORER_WHEN, SKILL_WHEN] {
            let quoted = when.strip_prefix("description: \"").unwrap();
            let inside = quoted.strip_suffix('"').unwrap();
            assert!(!inside.contains(['"', '\\', '\n']), "{inside}");
        }
        for text in [LINES, EXPLORER, COMMANDS] {
            assert!(!text.contains("'''") && !text.contains('\r'), "{text}");
            assert!(!text.contains(BEGIN) && !text.contains(END), "{text}");
        }
        let skill = skill();
        assert!(skill.starts_with("---\nname: firsthand\ndescription: "));
        assert!(skill.contains("verify --citations") && skill.contains("explore_code"));
    }
}
