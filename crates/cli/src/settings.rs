//! The user's own settings: a file, and the environment. The command line takes precedence over the environment, the
//! environment over the file, and the file over the defaults.
//!
//! Nothing here is read from the explored repository. Its own `firsthand.toml` may only narrow.

mod file;

use std::path::PathBuf;

use firsthand::{BudgetLimits, Secret, Service, Workspace};
use firsthand_render::Format;

use self::file::File;
use crate::failure::Failure;

/// The variable that names the settings file.
pub(crate) const FILE_VARIABLE: &str = "FIRSTHAND_CONFIG";
/// The variable that names the model.
pub(crate) const MODEL_VARIABLE: &str = "FIRSTHAND_MODEL";

/// Where a value was set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SettingSource {
    /// On the command line.
    Flag,
    /// In this variable.
    Variable(&'static str),
    /// In a variable that the file names.
    NamedVariable,
    /// In the settings file.
    File,
    /// Nowhere: it is the default.
    Default,
}

impl SettingSource {
    /// A description for messages.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Flag => "the command line",
            Self::Variable(name) => name,
            Self::NamedVariable => "the variable that the settings file names",
            Self::File => "the settings file",
            Self::Default => "default",
        }
    }
}

/// Looks up an environment variable; `None` if it is not set, or blank.
type Env = fn(&str) -> Option<String>;

/// The user's own settings.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The file, if there is one.
    pub(crate) path: Option<PathBuf>,
    file: File,
    env: Env,
}

impl Settings {
    /// Reads the settings file, if there is one; environment variables are read on use.
    pub(crate) fn load() -> Result<Self, Failure> {
        let (path, file) = file::load(variable(FILE_VARIABLE).as_deref())?;
        let env = variable;
        Ok(Self { path, file, env })
    }

    /// Settings without a file: from the environment only.
    pub(crate) fn environment_only() -> Self {
        Self { path: None, file: File::default(), env: variable }
    }

    /// The format of reports, if the file sets one.
    pub(crate) fn format(&self) -> Option<Format> {
        self.file.format
    }

    /// The limits of a run that the file sets.
    pub(crate) fn budgets(&self) -> BudgetLimits {
        self.file.budgets.clone()
    }

    /// The roots of a group of the file.
    pub(crate) fn roots(&self, group: &str) -> Result<Workspace, Failure> {
        match self.file.roots.get(group) {
            Some(roots) => Ok(roots.clone()),
            None => {
                let known: Vec<&str> = self.file.roots.keys().map(String::as_str).collect();
                let sentence = format!("the settings file has no group of roots `{group}`");
                Err(Failure::usage(sentence).hint(match &known[..] {
                    [] => "groups are in its table [roots]: shop = [\"web=/path/of/web\", \"api=/path/of/api\"]"
                        .to_owned(),
                    known => format!("there is: {}", known.join(", ")),
                }))
            }
        }
    }

    /// The model's full name and where it was set; `None` if it is set nowhere.
    pub(crate) fn model(&self, flag: Option<&str>) -> Option<(String, SettingSource)> {
        let flag = flag.map(|name| (name.to_owned(), SettingSource::Flag));
        let variable =
            || Some(((self.env)(MODEL_VARIABLE)?, SettingSource::Variable(MODEL_VARIABLE)));
        let file = || Some((self.file.model.clone()?, SettingSource::File));
        flag.or_else(variable).or_else(file)
    }

    /// A base URL that replaces the service's default. The file's URL applies only to the service of the file's model.
    pub(crate) fn base_url(
        &self,
        service: &Service,
        flag: Option<&str>,
    ) -> Option<(String, SettingSource)> {
        let flag = flag.map(|url| (url.to_owned(), SettingSource::Flag));
        let variable = || {
            let (name, _) = service.url_variable;
            let base = service.base_url_from_env_value(&(self.env)(name)?)?;
            Some((base, SettingSource::Variable(name)))
        };
        let file = || {
            let is_of_service = self.file.model.as_deref()?.split_once(':')?.0 == service.name;
            let base = self.file.base_url.clone().filter(|_| is_of_service)?;
            Some((base, SettingSource::File))
        };
        flag.or_else(variable).or_else(file)
    }

    /// The key for a service, and where it was set; `base` is where the service's address was set, if it is not the
    /// default.
    ///
    /// A key is sent to the service's own address, to an address on the command line, and to an address that was set in
    /// the same place as the key: a key in the environment is not sent to an address in a file, nor a key in a file to
    /// an address in the environment. If the file names a variable for the key, only the key in it is sent to the file's
    /// address.
    pub(crate) fn key(
        &self,
        service: &Service,
        base: Option<SettingSource>,
    ) -> Option<(Secret, SettingSource)> {
        let secret = |variable: &str| Secret::new(&(self.env)(variable)?);
        let name = service.key_variable;
        let variable = || Some((secret(name)?, SettingSource::Variable(name)));
        let file = || Some((self.file.keys.get(service.name)?.clone(), SettingSource::File));
        match base {
            None | Some(SettingSource::Flag | SettingSource::Default) => variable().or_else(file),
            Some(SettingSource::Variable(_)) => variable(),
            Some(SettingSource::File | SettingSource::NamedVariable) => {
                match &self.file.key_variable {
                    Some(named) => Some((secret(named)?, SettingSource::NamedVariable)),
                    None => file(),
                }
            }
        }
    }

    /// Whether there is a key that is not sent to an address set in `base`.
    pub(crate) fn is_key_withheld(&self, service: &Service, base: Option<SettingSource>) -> bool {
        self.key(service, base).is_none() && self.key(service, None).is_some()
    }
}

/// The value of an environment variable that is set and not blank.
fn variable(name: &str) -> Option<String> {
    let value = std::env::var(name).ok()?;
    Some(value).filter(|value| !value.trim().is_empty())
}

/// The default path of the settings file.
pub(crate) fn default_file() -> Option<PathBuf> {
    Some(directories::ProjectDirs::from("", "", "firsthand")?.config_dir().join("firsthand.toml"))
}

#[cfg(test)]
mod tests;
