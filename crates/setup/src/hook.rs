//! The answer to a client's hook: a note for the agent when it searches a whole tree for several guessed words at once,
//! where one question may do. The search itself is never stopped.

use std::path::Path;

use serde::Deserialize;
use serde_json::json;

/// Programs that search text. `grep` searches folders only with an option, and the others as they are.
const SEARCHERS: &[&str] = &["rg", "ag", "ack", "grep", "egrep", "ugrep"];

/// The number of alternatives from which on a pattern is a guess.
const MIN_ALTERNATIVES: usize = 3;

const NOTE: &str = "This pattern guesses several words at once. If what you want to know is a question, one call may answer it with places that were checked: the tool `explore_code` of the MCP server `firsthand`, or `firsthand explore \"QUESTION\" --words \"WORDS\" --format md` in a shell, with these words. The search itself goes on as you wrote it.";

/// A call of a tool, as clients hand it to a hook.
#[derive(Deserialize)]
struct Call {
    hook_event_name: String,
    #[serde(default)]
    cwd: String,
    #[serde(default)]
    tool_input: Input,
}

/// The arguments of a search or of a shell.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Input {
    pattern: String,
    #[serde(alias = "dir_path")]
    path: String,
    command: String,
}

/// What the hook prints for a call, which is JSON; `None` if the call is no broad search, or cannot be read.
#[must_use]
pub fn hook_answer(call: &str) -> Option<String> {
    let call: Call = serde_json::from_str(call).ok()?;
    let folder = Path::new(&call.cwd);
    let input = &call.tool_input;
    let is_broad = match input.command.as_str() {
        "" => is_guess(&input.pattern) && !folder.join(&input.path).is_file(),
        command => searches(command, folder),
    };
    let answer = json!({
        "hookSpecificOutput": {"hookEventName": call.hook_event_name, "additionalContext": NOTE},
    });
    is_broad.then(|| answer.to_string())
}

/// Whether a shell's command searches a tree for a guess.
fn searches(line: &str, folder: &Path) -> bool {
    let mut folder = folder.to_owned();
    split_commands(line).into_iter().any(|command| {
        let words = shlex::split(command).unwrap_or_default();
        if let [program, into] = &*words
            && program == "cd"
        {
            folder.push(into);
            return false;
        }
        let stated = stated_alternatives(&words);
        let mut words = words.iter().map(String::as_str).peekable();
        let is_git = words.next_if_eq(&"git").is_some();
        let Some(program) = words.next().filter(|word| SEARCHERS.contains(word)) else {
            return false;
        };
        let (options, operands): (Vec<&str>, Vec<&str>) =
            words.partition(|word| word.starts_with('-'));
        let is_recursive = |option: &&str| match option.strip_prefix("--") {
            Some(name) => name == "recursive",
            None => option.contains(['r', 'R']),
        };
        let in_tree = is_git || !program.ends_with("grep") || options.iter().any(is_recursive);
        let is_in_file = |word: &&str| folder.join(word).is_file();
        let is_broad =
            stated >= MIN_ALTERNATIVES || operands.iter().any(|operand| is_guess(operand));
        in_tree && is_broad && !operands.iter().any(is_in_file)
    })
}

/// The number of alternatives in the patterns that options state: `-e one -e two`, `--regexp=three`.
fn stated_alternatives(words: &[String]) -> usize {
    let takes_pattern = |option: &str| match option.strip_prefix('-') {
        Some("-regexp") => true,
        Some(letters) => !letters.starts_with('-') && letters.ends_with('e'),
        None => false,
    };
    let after = words.windows(2).filter(|pair| takes_pattern(&pair[0])).map(|pair| &*pair[1]);
    let joined = words.iter().filter_map(|word| word.strip_prefix("--regexp="));
    after.chain(joined).map(alternatives).sum()
}

/// The commands of a shell's line that read no other one's output.
fn split_commands(line: &str) -> Vec<&str> {
    let (mut commands, mut start, mut quote, mut is_piped) = (Vec::new(), 0, None, false);
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match (quote, c) {
            (None | Some('"'), '\\') => _ = chars.next(),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, '|' | ';' | '&' | '\n') => {
                if !is_piped {
                    commands.push(&line[start..at]);
                }
                let is_double = chars.next_if(|&(_, next)| next == c).is_some();
                is_piped = c == '|' && !is_double;
                start = chars.peek().map_or(line.len(), |&(next, _)| next);
            }
            _ => {}
        }
    }
    if !is_piped {
        commands.push(&line[start..]);
    }
    commands
}

/// Whether a pattern has several alternatives: words that somebody guessed.
fn is_guess(pattern: &str) -> bool {
    alternatives(pattern) >= MIN_ALTERNATIVES
}

/// The number of a pattern's alternatives. `\|` separates them in basic expressions.
fn alternatives(pattern: &str) -> usize {
    let (mut bars, mut in_class) = (0, false);
    for c in pattern.chars() {
        match c {
            '[' => in_class = true,
            ']' => in_class = false,
            '|' if !in_class => bars += 1,
            _ => {}
        }
    }
    bars + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(tool_input: &serde_json::Value, expect: bool) {
        let folder = tempfile::tempdir().unwrap();
        for file in ["one.rs", "sub/two.rs"] {
            let file = folder.path().join(file);
            crate::disk::make_folders(&file).unwrap();
            crate::disk::replace(&file, "").unwrap();
        }
        let call = json!({
            "hook_event_name": "PreToolUse",
            "cwd": folder.path(),
            "tool_name": "any",
            "tool_input": tool_input,
        });
        let answer = hook_answer(&call.to_string());
        assert_eq!(answer.is_some(), expect, "{tool_input}");
        let Some(answer) = answer else { return };
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        let specific = &answer["hookSpecificOutput"];
        assert_eq!(specific["hookEventName"], "PreToolUse");
        assert_eq!(specific["additionalContext"], NOTE);
        // Nothing in it decides on the call.
        assert_eq!(answer.as_object().unwrap().len(), 1);
        assert_eq!(specific.as_object().unwrap().len(), 2);
    }

    #[test]
    fn searches_for_several_guesses_in_a_tree_are_broad() {
        for (tool_input, expect) in [
            (json!({"pattern": "retry|backoff|attempts"}), true),
            (json!({"pattern": "retry|backoff|attempts", "path": "."}), true),
            (json!({"pattern": "retry|backoff|attempts", "dir_path": "src"}), true),
            (json!({"pattern": "retry|backoff|attempts", "path": "one.rs"}), false),
            (json!({"pattern": "fn retry"}), false),
            (json!({"pattern": "get|set"}), false),
            (json!({"pattern": "x[|a|b|]y"}), false),
            (json!({"pattern": "^use .*::\\{"}), false),
            (json!({}), false),
        ] {
            check(&tool_input, expect);
        }
    }

    #[test]
    fn commands_of_a_shell_are_read_as_the_shell_reads_them() {
        for (command, expect) in [
            ("rg -n \"retry|backoff|attempts\" src", true),
            ("cd src && rg 'retry|backoff|attempts' | head -20", true),
            ("grep -rnE \"retry|backoff|attempts\" .", true),
            ("grep -rn 'retry\\|backoff\\|attempts' --include=*.rs .", true),
            ("git grep -E 'retry|backoff|attempts'", true),
            ("grep --recursive -E 'a|b|c'", true),
            ("rg -e retry -e backoff -e attempts", true),
            ("grep -rne 'retry\\|backoff' -e attempts .", true),
            ("rg --regexp retry --regexp=backoff --regexp=attempts src", true),
            ("cd sub; rg 'retry|backoff|attempts' one.rs", true),
            // In one file, in another command's output, or for one name.
            ("grep -nE 'retry|backoff|attempts' one.rs", false),
            ("rg 'retry|backoff|attempts' one.rs", false),
            ("rg -e retry -e backoff", false),
            ("grep -e retry -e backoff -e attempts one.rs", false),
            ("cd sub && rg 'retry|backoff|attempts' ../one.rs", false),
            ("cd sub && rg 'retry|backoff|attempts' two.rs", false),
            ("cargo test | grep -rE 'error|warning|failed'", false),
            ("cargo test 2>&1 | rg 'error|warning|failed'", false),
            ("rg retry | rg -v test | wc -l", false),
            ("grep -rn retry .", false),
            ("sed -E 's/a|b|c/x/' one.rs", false),
            ("echo 'rg \"a|b|c\"'", false),
            ("rg 'unclosed|quote|here", false),
            ("", false),
        ] {
            check(&json!({"command": command}), expect);
        }
    }

    #[test]
    fn what_is_no_call_gets_no_answer() {
        for call in [
            "",
            "{}",
            "[]",
            "{\"hook_event_name\": 1}",
            "{\"hook_event_name\": \"x\", \"tool_input\": 3}",
        ] {
            assert_eq!(hook_answer(call), None, "{call}");
        }
    }
}
