//! The texts that an agent reads, from one source for `init` and for the packages.

use firsthand_source::secrets::OWN_BLOCK;

/// What the server's entry, the skill and the packages are called.
pub(crate) const NAME: &str = "firsthand";

/// Instructions for AGENTS.md: when to use Firsthand, how to use a report, and what each level of confidence means.
pub(crate) const AGENTS_INSTRUCTIONS: &str = include_str!("texts/lines.md");

/// The instructions of a sub-agent that explores through the command line.
pub(crate) const SUBAGENT_INSTRUCTIONS: &str = include_str!("texts/explorer.md");

/// That sub-agent's name, as a line of its YAML front matter.
pub(crate) const EXPLORER_NAME: &str = "name: firsthand-explorer";

/// The sub-agent's description, which states when to use it, as a line of its YAML front matter.
pub(crate) const EXPLORER_DESCRIPTION: &str = "description: \"Finds code in this repository by running firsthand, and returns a report whose paths, lines and quotes were checked against the files. Use it for how something works, where something is done, what to read before a change or why something fails, before any broad search. Not for a literal string or a known file, where grep is quicker.\"";

/// How to use the command line, as the second part of the skill.
const COMMANDS: &str = include_str!("texts/commands.md");

/// The skill's description, which states when to use it, as a line of its YAML front matter.
const SKILL_DESCRIPTION: &str = "description: \"Finds and explains code in the repository at hand, with places and quotes that were checked against the files. Use when asked how something works, where it is implemented, what to read before a change or why something fails, before reading many files or searching broadly. Not for a literal string or a known file, where grep is quicker.\"";

/// The marker lines around the inserted block of a file.
pub(crate) const BEGIN: &str = OWN_BLOCK[0];
pub(crate) const END: &str = OWN_BLOCK[1];

/// What any other client needs, to be added by hand: the server's entry as JSON, and the lines for AGENTS.md.
#[must_use]
pub fn generic_setup(command: &[String]) -> (serde_json::Value, &'static str) {
    let (first, others) =
        command.split_first().map_or((NAME, &[][..]), |(first, others)| (first.as_str(), others));
    let arguments: Vec<&str> = others.iter().map(String::as_str).chain(["mcp"]).collect();
    let entry = serde_json::json!({"command": first, "args": arguments});
    (serde_json::json!({"mcpServers": {NAME: entry}}), AGENTS_INSTRUCTIONS)
}

/// A whole file: its front matter, and the text between the markers.
pub(crate) fn file(front_matter: &[&str], text: &str) -> String {
    format!("---\n{}\n---\n\n{}\n", front_matter.join("\n"), block(text))
}

/// A text between the markers, without a line end.
pub(crate) fn block(text: &str) -> String {
    format!("{BEGIN}\n{}\n{END}", text.trim_end())
}

/// The text of the skill's file, `SKILL.md`.
#[must_use]
pub fn skill() -> String {
    file(&["name: firsthand", SKILL_DESCRIPTION], &skill_text())
}

/// The skill's text, without its front matter.
pub(crate) fn skill_text() -> String {
    format!("{AGENTS_INSTRUCTIONS}{COMMANDS}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clients truncate or refuse longer texts.
    #[test]
    fn texts_fit_what_the_clients_allow() {
        for (what, text, max_len) in [
            ("the lines, which every session pays for", AGENTS_INSTRUCTIONS, 2_000),
            ("the sub-agent", SUBAGENT_INSTRUCTIONS, 2_000),
            ("when to ask the sub-agent", EXPLORER_DESCRIPTION, 1_000),
            ("when to use the skill", SKILL_DESCRIPTION, 1_000),
        ] {
            assert!(text.len() <= max_len, "{what}: {} bytes", text.len());
        }
    }

    /// The texts are embedded in double-quoted YAML, in TOML between three single quotes, and between the markers.
    #[test]
    fn texts_need_no_escaping_in_their_files() {
        for description in [EXPLORER_DESCRIPTION, SKILL_DESCRIPTION] {
            let quoted = description.strip_prefix("description: \"").unwrap();
            let inside = quoted.strip_suffix('"').unwrap();
            assert!(!inside.contains(['"', '\\', '\n']), "{inside}");
        }
        for text in [AGENTS_INSTRUCTIONS, SUBAGENT_INSTRUCTIONS, COMMANDS] {
            assert!(!text.contains("'''") && !text.contains('\r'), "{text}");
            assert!(!text.contains(BEGIN) && !text.contains(END), "{text}");
        }
        let skill = skill();
        assert!(skill.starts_with("---\nname: firsthand\ndescription: "));
        assert!(skill.contains("verify --citations") && skill.contains("explore_code"));
    }
}
