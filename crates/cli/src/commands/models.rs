//! `models`: lists the models, or prints the prompt of a language model.

use clap::Args;
use firsthand::Explorer;
use firsthand::agent::prompt::SYSTEM;

use crate::args::{PlainOutputArgs, Roots};
use crate::failure::{Exit, Failure};
use crate::models;
use crate::paint::{Terminal, TextStyle};
use crate::prompt::Prompt;
use crate::settings::Settings;

/// List the available models, or print their prompt
#[derive(Args, Debug)]
pub(crate) struct Models {
    /// Print the system prompt and the tools that a language model receives, with their token cost
    #[arg(long)]
    prompt: bool,
    #[command(flatten)]
    roots: Roots,
    #[command(flatten)]
    output: PlainOutputArgs,
}

impl Models {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<Exit, Failure> {
        if self.prompt {
            let tools = Explorer::builder(self.roots.find(terminal)?).build()?.tool_specs();
            let prompt = Prompt::of("firsthand.prompt/1", SYSTEM.to_owned(), tools);
            self.output.print(&prompt, || prompt.page(terminal.stdout))?;
            return Ok(Exit::Done);
        }
        let settings = Settings::load()?;
        let rows = models::rows(&settings);
        let document = serde_json::json!({
            "schema": "firsthand.models/1",
            "chosen": models::configured(&settings).0,
            "models": rows,
        });
        self.output.print(&document, || page(&rows, &settings, terminal))?;
        Ok(Exit::Done)
    }
}

fn page(rows: &[models::ModelRow], settings: &Settings, terminal: &Terminal) -> String {
    let mut out = String::new();
    for row in rows {
        let name = terminal.stdout.text(TextStyle::Label, &format!("{:<14}", row.name));
        out += &format!("{name} {}\n", row.about);
    }
    let (configured, from) = models::configured(settings);
    let configured = firsthand::registry::escape(&configured);
    out + &format!("\nWithout --model, {configured} explores, by {}.\n", from.label())
}
