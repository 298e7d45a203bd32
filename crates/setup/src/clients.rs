//! The supported coding agents (clients): one file of `clients/` each, with the source of what is known about the client.

mod extra;
mod started;

use std::path::PathBuf;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value};

pub(crate) use self::extra::Extra;
pub use self::started::Started;

use crate::edit::{EditError, Format, Setting};
use crate::machine::Machine;
use crate::texts::{EXPLORER_DESCRIPTION, EXPLORER_NAME, NAME, SUBAGENT_INSTRUCTIONS, block, file};

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("clients/", $name, ".toml")))),+]
    };
}

/// The name of Claude Code among the clients.
const CLAUDE_CODE: &str = "claude-code";

/// The clients' files, by name, in the order of the documentation.
const FILES: &[(&str, &str)] = files![
    "claude-code",
    "codex",
    "cursor",
    "vs-code",
    "copilot-cli",
    "copilot-jetbrains",
    "gemini-cli",
    "zed",
    "opencode",
    "goose",
    "qwen-code",
    "antigravity",
    "windsurf",
    "kiro",
    "kilo",
    "cline",
    "roo",
    "amp",
    "auggie",
    "crush",
    "factory",
    "junie",
    "continue",
    "grok",
];

/// All supported clients, in the order of the documentation.
pub fn clients() -> &'static [Client] {
    static CLIENTS: LazyLock<Vec<Client>> = LazyLock::new(|| {
        // A test reads each file.
        let read = |&(name, text): &(&str, &str)| Client::read(name, text).ok();
        FILES.iter().filter_map(read).collect()
    });
    &CLIENTS
}

/// The text of the sub-agent's file of Claude Code.
#[must_use]
pub fn explorer_file() -> String {
    let claude = clients().iter().find(|client| client.name == CLAUDE_CODE);
    claude.and_then(|client| client.subagent.as_ref()).map_or_else(String::new, Subagent::text)
}

/// A coding agent, and the paths of its files, in the form that `Machine::target` reads.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Client {
    /// The name that the option `--client` accepts.
    #[serde(skip)]
    pub name: String,
    /// The product's name, for display.
    pub title: String,
    /// The page or file that describes the client's files.
    pub source: String,
    /// The day on which it was read, as `YYYY-MM-DD`.
    pub checked: String,
    /// The programs that start the client.
    pub programs: Vec<String>,
    /// Paths whose existence shows that the client is installed. A path that setup creates for another client must not
    /// be among them.
    pub(crate) detected_by: Vec<String>,
    pub(crate) server: Server,
    pub(crate) subagent: Option<Subagent>,
    #[serde(default = "shared_skill")]
    pub(crate) skill: String,
    #[serde(default)]
    pub(crate) instructions: Instructions,
    /// Permissions for the server's tools and for the commands that the sub-agent runs.
    pub(crate) allow: Option<Extra>,
    /// A note for the client's agent when it searches for several guessed words at once.
    pub(crate) hook: Option<Extra>,
}

/// What stands in a client's entry for the command that starts the program.
const COMMAND: &str = "{command}";

/// Where a client's servers are listed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Server {
    /// The first existing one of these files is used, else the first.
    pub(crate) files: Vec<String>,
    #[serde(default)]
    pub(crate) format: Format,
    /// The top-level key of the table that has one entry per server.
    key: String,
    /// The entry; [`COMMAND`] in it is the command that starts the program.
    #[serde(default = "usual_entry")]
    entry: Value,
    /// A note on the setting that keeps the server's tools loaded in clients that load tools on demand.
    #[serde(default)]
    pub(crate) note: String,
}

/// A sub-agent that runs the command line.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Subagent {
    pub(crate) file: String,
    /// The lines of the file's front matter, with `{name}` and `{description}`; empty if the file is TOML.
    #[serde(default)]
    front_matter: String,
}

/// The project file with instructions that every session of the client reads.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Instructions {
    /// The client reads only one of these files: the first existing one, else the last; AGENTS.md if there is none here.
    #[serde(default)]
    pub(crate) files: Vec<String>,
    /// The path of keys, in the server's configuration file, to a setting that names another file; empty if the client
    /// has no such setting.
    #[serde(default)]
    pub(crate) setting_keys: Vec<String>,
    /// The file that the client reads in every project: the first existing one of these, else the last; empty if none is
    /// known.
    #[serde(default)]
    pub(crate) user: Vec<String>,
    /// The page that describes the file for every project.
    #[serde(default)]
    pub(crate) user_source: String,
}

/// The path from which most clients read a skill.
fn shared_skill() -> String {
    "~/.agents/skills/firsthand/SKILL.md".to_owned()
}

fn usual_entry() -> Value {
    serde_json::json!({"command": COMMAND, "args": ["mcp"]})
}

impl Client {
    fn read(name: &str, text: &str) -> Result<Self, toml::de::Error> {
        let client: Self = toml::from_str(text)?;
        let name = name.to_owned();
        Ok(Self { name, ..client })
    }

    /// The paths that show that the client is installed, as far as they exist.
    pub(crate) fn existing(&self, machine: &Machine) -> impl Iterator<Item = &String> {
        self.detected_by.iter().filter(|at| machine.exists(at))
    }

    /// The program that starts the client; `None` if PATH has none of its programs.
    pub(crate) fn program(&self, machine: &Machine) -> Option<PathBuf> {
        let mut names = self.programs.iter();
        names.find_map(|name| machine.program(name))
    }
}

impl Server {
    /// The entry that starts the program with these words, and has these further fields.
    pub(crate) fn entry(&self, command: &[String], fields: Option<&Map<String, Value>>) -> Setting {
        let mut entry = self.entry.clone();
        if let Value::Object(entry) = &mut entry {
            set_command(entry, command);
            entry.extend(fields.cloned().unwrap_or_default());
        }
        Setting::new(self.format, &[&self.key, NAME], entry)
    }

    /// What the entry in a file starts; `None` if the file has no entry.
    ///
    /// # Errors
    /// If the text cannot be parsed.
    pub(crate) fn started_in(&self, text: &str) -> Result<Option<Started>, EditError> {
        let path = [self.key.clone(), NAME.to_owned()];
        let entry = self.format.setting(text, &path)?;
        Ok(entry.map(|entry| Started::of(&self.entry, &entry)))
    }
}

/// Puts words in the place of the command: all of them in a list; in a field the first, and the others before the other
/// arguments.
fn set_command(entry: &mut Map<String, Value>, command: &[String]) {
    let words: Vec<Value> = command.iter().cloned().map(Value::String).collect();
    let is_command = |value: &Value| value == COMMAND;
    for value in entry.values_mut() {
        if let Value::Array(items) = value
            && let Some(at) = items.iter().position(is_command)
        {
            items.splice(at..=at, words.clone());
        }
    }
    let field = entry.values_mut().find(|value| is_command(value));
    if let (Some(field), [first, others @ ..]) = (field, words.as_slice()) {
        *field = first.clone();
        if let Some(Value::Array(arguments)) = entry.get_mut("args") {
            arguments.splice(0..0, others.iter().cloned());
        }
    }
}

impl Subagent {
    /// The text of the sub-agent's file.
    pub(crate) fn text(&self) -> String {
        if !self.front_matter.is_empty() {
            let front_matter = self.front_matter.replace("{name}", EXPLORER_NAME);
            let front_matter = front_matter.replace("{description}", EXPLORER_DESCRIPTION);
            return file(&[&front_matter], SUBAGENT_INSTRUCTIONS);
        }
        let [name, description] = [EXPLORER_NAME, EXPLORER_DESCRIPTION].map(|line| {
            let (key, value) = line.split_once(": ").unwrap_or_default();
            format!("{key} = \"{}\"", value.trim_matches('"'))
        });
        let prompt = block(SUBAGENT_INSTRUCTIONS);
        format!(
            "{name}\n{description}\nsandbox_mode = \"read-only\"\ndeveloper_instructions = '''\n{prompt}\n'''\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{Added, Addition};

    #[test]
    fn each_file_describes_a_client_and_names_its_source() {
        for (name, text) in FILES {
            let client = Client::read(name, text).unwrap();
            assert!(client.source.starts_with("https://"), "{name}");
            assert!(client.checked.len() == 10 && client.checked.starts_with("20"), "{name}");
            for words in [&["/bin/x"][..], &["npx", "-y", "x"]] {
                let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
                let entry = client.server.entry(&words, None);
                let Ok(Added::Text(text)) = Addition::Setting(entry).put(None) else {
                    panic!("{name}");
                };
                let started = client.server.started_in(&text).unwrap().unwrap();
                assert_eq!(started.command.as_ref(), words.first(), "{name}: {text}");
                let own = [&words[1..], &["mcp".to_owned()]].concat();
                assert!(started.arguments.starts_with(&own) && !started.is_off, "{name}: {text}");
                // The words stand in their order, and before the server's own.
                let all: Vec<&str> = words.iter().map(String::as_str).chain(["mcp"]).collect();
                let mut rest = text.as_str();
                for word in all {
                    let at = rest.find(word).unwrap_or_else(|| panic!("{name}: {text}"));
                    rest = &rest[at + word.len()..];
                }
            }
            assert_eq!(client.server.started_in(""), Ok(None), "{name}");
            let instructions = &client.instructions;
            assert_eq!(
                instructions.user.is_empty(),
                !instructions.user_source.starts_with("https://"),
                "{name}"
            );
        }
        assert_eq!(clients().len(), FILES.len());
        assert!(explorer_file().contains(SUBAGENT_INSTRUCTIONS.trim_end()));
    }
}
