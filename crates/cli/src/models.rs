//! The models there are: the embedded one, and those behind a service.

use std::sync::Arc;

use firsthand::{Builtin, HttpModel, Model, SERVICES, Secret, Service};

use crate::args::Who;
use crate::failure::Failure;

/// The model that explores where the caller names none.
pub(crate) const DEFAULT: &str = "builtin";

/// A row of the list of models.
pub(crate) struct Row {
    /// What `--model` takes.
    pub(crate) name: String,
    /// What it is, and what it needs.
    pub(crate) about: String,
    /// Whether it can be reached for: nothing is sent to find out.
    pub(crate) ok: bool,
}

/// Every model of this build, with what it needs here.
pub(crate) fn rows() -> Vec<Row> {
    let builtin = Row {
        name: DEFAULT.to_owned(),
        about: "embedded: a fixed policy, no language model, no key, no network".to_owned(),
        ok: true,
    };
    [builtin]
        .into_iter()
        .chain(SERVICES.iter().map(row))
        .collect()
}

fn row(service: &Service) -> Row {
    let set = Secret::from_env(service.key_variable).is_some();
    let key = match (service.needs_key, set) {
        (_, true) => format!("{} is set", service.key_variable),
        (true, false) => format!("{} is not set", service.key_variable),
        (false, false) => "no key needed".to_owned(),
    };
    Row {
        name: format!("{}:NAME", service.name),
        about: format!("{}; {key}", service.about),
        ok: set || !service.needs_key,
    }
}

/// The names there are, for people.
pub(crate) fn names() -> String {
    let names: Vec<String> = rows().into_iter().map(|row| row.name).collect();
    names.join(", ")
}

/// The model that the caller names.
pub(crate) fn open(who: &Who) -> Result<Arc<dyn Model>, Failure> {
    let unknown = || Failure::Model(who.model.clone());
    if who.model == DEFAULT {
        return match who.base_url {
            Some(_) => Err(Failure::NoServer),
            None => Ok(Arc::new(Builtin::new())),
        };
    }
    let (service, name) = who.model.split_once(':').ok_or_else(unknown)?;
    let service = Service::named(service).ok_or_else(unknown)?;
    let key = Secret::from_env(service.key_variable);
    let model = HttpModel::open(service, name, who.base_url.as_deref(), key);
    Ok(Arc::new(model.map_err(Failure::OpenModel)?))
}
