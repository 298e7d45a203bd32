//! `mcp`: serves coding agents over the Model Context Protocol.

use std::io::IsTerminal as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use clap::Args;
use firsthand::render::Audience;
use firsthand::{Explorer, Workspace};
use firsthand_mcp::{
    HttpOptions, HttpServer, Limits, McpConfig, Profile, Roots, describe, refuse_stdio, serve_stdio,
};

use crate::args::{Budget, PlainOutputArgs, Roots as RootArgs, RunArgs, name_parser};
use crate::failure::{Exit, Failure};
use crate::models::{self, OpenedModel};
use crate::opening::ExplorerOptions;
use crate::paint::Terminal;
use crate::prompt::Prompt;
use crate::root::is_above_projects;
use crate::settings::Settings;
use crate::stop::Stop;

/// The variable that holds the token which clients have to send.
const TOKEN_VARIABLE: &str = "FIRSTHAND_MCP_TOKEN";

const AFTER_HELP: &str = "\
Examples:
  firsthand mcp                                    in the repository, over standard input and output
  firsthand mcp --profile driven --root ~/shop     your agent explores; no model is called
  firsthand mcp --http 127.0.0.1:8848              at http://127.0.0.1:8848/mcp

An address that other machines can reach requires a bearer token in FIRSTHAND_MCP_TOKEN.";

/// Serve coding agents over the Model Context Protocol
#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Mcp {
    /// explore: clients ask questions; driven: a client's own agent explores
    #[arg(long, value_name = "PROFILE", default_value_t, hide_possible_values = true, value_parser = name_parser::<Profile>(Profile::ALL.map(Profile::name)))]
    profile: Profile,
    #[command(flatten)]
    roots: RootArgs,
    /// Print the instructions and tools that clients receive, with their token cost, and exit
    #[arg(long)]
    describe: bool,
    /// Send structured content beside the text of each result; some clients then hide the text from their model
    #[arg(long)]
    structured: bool,
    /// Offer research_code, too: broader topics, in stages
    #[arg(long, hide_short_help = true)]
    research: bool,
    #[command(flatten)]
    output: PlainOutputArgs,
    #[command(flatten)]
    run_args: RunArgs,
    #[command(flatten)]
    budget: Budget,
    /// The time that a driven exploration waits for its next call, in seconds
    #[arg(long, value_name = "N", default_value_t = 600, help_heading = "Budgets", value_parser = clap::value_parser!(u32).range(1..))]
    idle_seconds: u32,
    /// The maximum number of concurrent calls; further calls wait
    #[arg(long, value_name = "N", default_value_t = 8, help_heading = "Budgets", value_parser = clap::value_parser!(u16).range(1..=256))]
    at_once: u16,
    /// Serve over HTTP at this address; a port alone is one of this machine
    #[arg(long, value_name = "ADDRESS", help_heading = "HTTP", value_parser = address)]
    http: Option<SocketAddr>,
    /// Allow web pages of this origin to call; may be repeated
    #[arg(long, value_name = "ORIGIN", requires = "http", help_heading = "HTTP")]
    allow_origin: Vec<String>,
}

impl Mcp {
    /// The roots that its arguments name.
    pub(crate) fn roots(&self) -> &RootArgs {
        &self.roots
    }

    pub(crate) async fn run(self, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
        let config = match self.config(terminal) {
            Ok(config) => config,
            Err(failure) => return Err(self.refuse(failure, stop).await),
        };
        if self.describe {
            let description = describe(&config);
            let (instructions, tools) = (description.instructions, description.tools);
            let prompt = Prompt::of("firsthand.mcp/1", instructions, tools);
            self.output.print(&prompt, || prompt.page(terminal.stdout))?;
            return Ok(Exit::Done);
        }
        match self.http {
            None => {
                if std::io::stdin().is_terminal() {
                    terminal.note(
                        "waiting for a client on standard input; --describe says what it gets",
                    );
                }
                serve_stdio(config, stop.0.clone()).await?;
            }
            Some(address) => {
                let token = std::env::var(TOKEN_VARIABLE).ok();
                let options = HttpOptions {
                    token: token.filter(|token| !token.trim().is_empty()),
                    origins: self.allow_origin,
                };
                let server = HttpServer::bind(address, options, config).await?;
                terminal.note(&format!("listening at {}", server.url()));
                server.serve(stop.0.clone()).await;
            }
        }
        // A server runs until it is told to stop.
        Ok(Exit::Done)
    }

    /// Tells a client that waits on standard input why there is no server. Returns the failure.
    async fn refuse(&self, failure: Failure, stop: &Stop) -> Failure {
        let has_client = self.http.is_none() && !self.describe && !std::io::stdin().is_terminal();
        if has_client {
            refuse_stdio(&failure.text(), stop.0.clone()).await;
        }
        failure
    }

    fn config(&self, terminal: &Terminal) -> Result<McpConfig, Failure> {
        let settings = Settings::load()?;
        // A model that cannot be opened is reported at start, not at the first question; a driven server asks none.
        let model_args = &self.run_args.model_args;
        let (model, research_model) = match self.profile {
            Profile::Explore => (
                models::open(model_args, &settings)?,
                models::research_model(model_args, &settings)?,
            ),
            Profile::Driven => (models::builtin(), None),
        };
        let open = explorer_opener(self, &settings, model, terminal);
        let all = self.roots.of_server(&self.run_args.cache, terminal)?;
        let opened: Result<Vec<Explorer>, Failure> = all.iter().map(&open).collect();
        let mut opened = opened?;
        let mut roots = Roots::new(opened.remove(0), opened);
        let own = all[0].folder().filter(|_| self.roots.is_open());
        if let Some(first) = own.filter(|folder| is_above_projects(folder)) {
            // Some clients start their servers in such a folder, and offer the user's folders as roots.
            let failure = Failure::above_projects(first);
            if self.http.is_some() || self.describe {
                return Err(failure);
            }
            roots = roots.offered_only(&failure.text());
        }
        if self.roots.is_open() {
            let (args, cache) = (self.roots.clone(), self.run_args.cache.clone());
            let terminal = *terminal;
            let open = move |offered: &Workspace| {
                let mut roots = offered.roots().iter();
                if roots.any(|root| is_above_projects(&root.folder)) {
                    return None;
                }
                let roots = args.with_packages(offered.clone(), "", &cache, &terminal);
                open(&roots.ok()?).ok()
            };
            roots = roots.with_offered(open);
        }
        Ok(McpConfig {
            profile: self.profile,
            roots,
            structured: self.structured,
            research: self.research,
            research_model: research_model.map(|(_, model)| model),
            limits: Limits {
                at_once: self.at_once.into(),
                idle: Duration::from_secs(self.idle_seconds.into()),
                ..Limits::default()
            },
        })
    }
}

/// Reads `IP:PORT`; `localhost` or nothing before the port is this machine alone.
fn address(text: &str) -> Result<SocketAddr, String> {
    let port = match text.rsplit_once(':') {
        Some(("" | "localhost", port)) => port,
        _ => text,
    };
    port.parse()
        .map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
        .or_else(|_| text.parse())
        .map_err(|_| "it is written IP:PORT or PORT: 127.0.0.1:8848".to_owned())
}

/// Opens explorers of roots with the options of the server.
fn explorer_opener(
    server: &Mcp,
    settings: &Settings,
    model: OpenedModel,
    terminal: &Terminal,
) -> impl Fn(&Workspace) -> Result<Explorer, Failure> + Send + Sync + 'static {
    let (run_args, budget) = (server.run_args.clone(), server.budget.clone());
    let (settings, terminal) = (settings.clone(), *terminal);
    move |roots| {
        let options = ExplorerOptions {
            run_args: &run_args,
            budget: &budget,
            settings: &settings,
            report_chars: None,
            audience: Audience::Agent,
        };
        options.open(roots, &model, &terminal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_be_a_port_of_this_machine() {
        for (text, expect) in [
            ("127.0.0.1:8848", Some("127.0.0.1:8848")),
            ("0.0.0.0:8848", Some("0.0.0.0:8848")),
            ("[::1]:8848", Some("[::1]:8848")),
            ("localhost:8848", Some("127.0.0.1:8848")),
            (":8848", Some("127.0.0.1:8848")),
            ("8848", Some("127.0.0.1:8848")),
            ("0", Some("127.0.0.1:0")),
            ("127.0.0.1", None),
            ("localhost", None),
            ("example.com:8848", None),
            ("127.0.0.1:99999", None),
            ("", None),
        ] {
            let read = address(text).ok().map(|address| address.to_string());
            assert_eq!(read.as_deref(), expect, "{text}");
        }
    }
}
