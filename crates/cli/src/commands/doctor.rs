//! `doctor`: checks the installation.

mod clients;
mod inspect;
mod page;

use clap::Args;

use crate::args::{Cache, PlainOutputArgs, Root};
use crate::failure::{Exit, Failure};
use crate::paint::Terminal;
use crate::root::machine;
use crate::stop::Stop;

/// Check the installation: languages, root, settings, terminal, models, coding agents
#[derive(Args, Debug)]
pub(crate) struct Doctor {
    #[command(flatten)]
    root: Root,
    #[command(flatten)]
    cache: Cache,
    #[command(flatten)]
    output: PlainOutputArgs,
}

impl Doctor {
    pub(crate) async fn run(self, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
        let (root, streams) = (self.root.find(terminal), *terminal);
        let cache = self.cache.folder();
        let machine = machine(self.root.explicit())?;
        let health = stop
            .or_blocking(move || Ok(inspect::inspect(&root, cache.as_deref(), &streams, &machine)))
            .await?;
        let (paint, width) = (terminal.stdout, terminal.wrap_width());
        self.output.print(&health.json, || page::page(&health.rows, paint, width))?;
        Ok(if health.ok { Exit::Done } else { Exit::Failed })
    }
}
