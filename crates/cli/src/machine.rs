//! The paths of this host, where coding agents keep their files.

use std::path::{Path, PathBuf};

use firsthand_setup::Machine;

use crate::failure::Failure;
use crate::root;

/// The name by which the texts for agents call this program.
pub(crate) const NAME: &str = "firsthand";

/// This host, with the explicit project or the current one.
pub(crate) fn machine(explicit: Option<&Path>) -> Result<Machine, Failure> {
    let no_home = || Failure::Setup(PathBuf::from("~"), std::io::Error::other("unknown").into());
    let base = directories::BaseDirs::new().ok_or_else(no_home)?;
    let own = directories::ProjectDirs::from("", "", NAME).ok_or_else(no_home)?;
    let home = base.home_dir();
    let home = home.canonicalize().unwrap_or_else(|_| home.to_owned());
    let top = explicit.map_or_else(root::default_root, Path::to_owned);
    // The home folder and the folders above it are not projects.
    let project = top.canonicalize().ok().filter(|top| !home.starts_with(top));
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let machine = Machine {
        home,
        settings: base.config_dir().to_owned(),
        project,
        records: own.data_local_dir().to_owned(),
        command: NAME.to_owned(),
        path: std::env::split_paths(&folders).collect(),
        variable: |name| {
            let folder = PathBuf::from(std::env::var_os(name)?);
            folder.is_absolute().then_some(folder)
        },
    };
    let command = program_command(&machine);
    Ok(Machine { command, ..machine })
}

/// The command that starts this program: its name if PATH finds it, or else its path.
fn program_command(machine: &Machine) -> String {
    match std::env::current_exe() {
        Ok(own) if !machine.program(NAME).is_some_and(|path| is_this(&path)) => {
            own.to_string_lossy().into_owned()
        }
        _ => NAME.to_owned(),
    }
}

/// Whether a path leads to this program.
pub(crate) fn is_this(path: &Path) -> bool {
    std::env::current_exe().is_ok_and(|own| root::is_same_path(path, &own))
}
