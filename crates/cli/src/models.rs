//! The models there are: the embedded one, and those behind a service.

use std::sync::Arc;

use firsthand::{Builtin, HttpModel, Model, SERVICES, Service};
use serde::Serialize;

use crate::args::ModelArgs;
use crate::failure::Failure;
use crate::settings::{SettingSource, Settings};

/// The model that explores where nobody names one.
pub(crate) const DEFAULT: &str = "builtin";

/// A model, and its address where that is not its service's own.
pub(crate) type Opened = (Arc<dyn Model>, Option<String>);

/// A row of the list of models.
#[derive(Serialize)]
pub(crate) struct Row {
    /// What `--model` takes.
    pub(crate) name: String,
    /// What it is, and what it needs.
    pub(crate) about: String,
    /// Whether it can be reached for: nothing is sent to find out.
    pub(crate) ok: bool,
}

/// Every model of this build, with what it needs here.
pub(crate) fn rows(settings: &Settings) -> Vec<Row> {
    let builtin = Row {
        name: DEFAULT.to_owned(),
        about: "embedded: a fixed policy, no language model, no key, no network".to_owned(),
        ok: true,
    };
    let services = SERVICES.iter().map(|service| row(service, settings));
    [builtin].into_iter().chain(services).collect()
}

fn row(service: &Service, settings: &Settings) -> Row {
    let base = settings.base_url(service, None).map(|(_, from)| from);
    let set = settings.key(service, base);
    let variable = service.key_variable;
    let key = match &set {
        Some((_, SettingSource::Variable(name))) => format!("{name} is set"),
        Some((_, from)) => format!("the key is in {}", from.words()),
        None if settings.withheld(service, base) => {
            "the key is not sent there: it was not named in the same place".to_owned()
        }
        None if service.needs_key && base.is_none() => format!("{variable} is not set"),
        None => "no key needed".to_owned(),
    };
    let at = base.map(|from| format!("; the address is in {}", from.words()));
    Row {
        name: format!("{}:NAME", service.name),
        about: format!("{}{}; {key}", service.about, at.unwrap_or_default()),
        ok: set.is_some() || !service.needs_key || base.is_some(),
    }
}

/// The names there are, for people.
pub(crate) fn names() -> String {
    let services = SERVICES
        .iter()
        .map(|service| format!("{}:NAME", service.name));
    let names: Vec<String> = [DEFAULT.to_owned()].into_iter().chain(services).collect();
    names.join(", ")
}

/// Which model explores where the command line names none, and where that is set.
pub(crate) fn chosen(settings: &Settings) -> (String, SettingSource) {
    named(None, settings)
}

/// Which model explores, and where that is set.
pub(crate) fn named(flag: Option<&str>, settings: &Settings) -> (String, SettingSource) {
    let named = settings.model(flag);
    named.unwrap_or_else(|| (DEFAULT.to_owned(), SettingSource::Default))
}

/// The embedded model.
pub(crate) fn builtin() -> Opened {
    (Arc::new(Builtin::new()), None)
}

/// The model that explores, and its address where that is not its service's own.
pub(crate) fn open(who: &ModelArgs, settings: &Settings) -> Result<Opened, Failure> {
    let (name, _) = named(who.model.as_deref(), settings);
    if name == DEFAULT {
        return match who.base_url {
            Some(_) => Err(Failure::NoServer),
            None => Ok(builtin()),
        };
    }
    let service = name.split_once(':');
    let service = service.and_then(|(service, model)| Some((Service::named(service)?, model)));
    let Some((service, model)) = service else {
        return Err(Failure::Model(name));
    };
    let base = settings.base_url(service, who.base_url.as_deref());
    let from = base.as_ref().map(|(_, from)| *from);
    let key = settings.key(service, from).map(|(key, _)| key);
    let base = base.map(|(base, _)| base);
    let model = HttpModel::open(service, model, base.as_deref(), key);
    let model = model.map_err(|why| Failure::OpenModel { why, from })?;
    Ok((Arc::new(model), base))
}

/// A model with its full name.
pub(crate) type NamedModel = (String, Arc<dyn Model>);

/// The language model that decides in research, by its name; none where nobody names one. What decides without one
/// there knows the chain; the embedded explorer does not.
pub(crate) fn deciding(
    who: &ModelArgs,
    settings: &Settings,
) -> Result<Option<NamedModel>, Failure> {
    let (name, _) = named(who.model.as_deref(), settings);
    if name == DEFAULT && who.base_url.is_none() {
        return Ok(None);
    }
    let (model, _) = open(who, settings)?;
    Ok(Some((name, model)))
}
