//! The arguments of every command that runs an explorer.

use clap::Args;

use super::{Cache, FileArgs};

/// The files to search, the cache and the model.
#[derive(Args, Clone, Debug)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) files: FileArgs,
    #[command(flatten)]
    pub(crate) cache: Cache,
    #[command(flatten)]
    pub(crate) model_args: ModelArgs,
}

/// The explorer model.
#[derive(Args, Clone, Debug)]
pub(crate) struct ModelArgs {
    /// The explorer model; `firsthand models` lists them [default: builtin; env: FIRSTHAND_MODEL]
    #[arg(long, value_name = "MODEL", help_heading = "Model")]
    pub(crate) model: Option<String>,
    /// The address of the model's server, such as http://127.0.0.1:8080/v1; receives the API key
    #[arg(
        long,
        value_name = "URL",
        help_heading = "Model",
        hide_short_help = true
    )]
    pub(crate) base_url: Option<String>,
}
