//! Calls one tool and prints exactly what a model would read:
//! `cargo run -p firsthand-tools --example tool -- ROOT grep '{"pattern":"x"}'`.
//! With `specs` for a tool it prints the tools' descriptions.

use firsthand_agent::{Cancel, ToolError};
use firsthand_registry::{Registry, show};
use firsthand_tools::{ToolOptions, Toolbox};

const USAGE: &str = "usage: tool ROOT (grep|read_file|list_files|search_code|specs) [JSON]";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let (root, name) = (words.next().ok_or(USAGE)?, words.next().ok_or(USAGE)?);
    let arguments = words.next().unwrap_or_else(|| "{}".to_owned());
    let toolbox = Toolbox::open(&root, ToolOptions::default())?;
    if name == "specs" {
        for tool in toolbox.tools() {
            println!("{}", serde_json::to_string(&tool.spec())?);
        }
        return Ok(());
    }
    let tool = toolbox.tool(&name).ok_or(USAGE)?;
    let arguments = serde_json::from_str(&arguments)?;
    let call = toolbox.call(Cancel::new(), 12_000);
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let started = std::time::Instant::now();
    let output = match runtime.block_on(tool.call(arguments, &call)) {
        Ok(output) => output,
        Err(ToolError::Answer(answer)) => {
            println!("{answer}");
            return Ok(());
        }
        Err(stop) => return Err(stop.into()),
    };
    let mut registry = Registry::new();
    if !output.summary.is_empty() {
        println!("{}", output.summary);
    }
    for observation in &output.observations {
        let ids = registry.observe(observation.clone());
        print!("{}", show(observation, &ids)?);
    }
    for diagnostic in &output.diagnostics {
        println!("note: {diagnostic}");
    }
    for finding in &output.findings {
        eprintln!("finding: {} {}", finding.rule, finding.detail);
    }
    eprintln!("{:?} in {:?}", output.coverage, started.elapsed());
    Ok(())
}
