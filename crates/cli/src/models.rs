//! The available models: the embedded one, and those of the services.

use std::sync::Arc;

use firsthand::validator::EMBEDDED_MODEL;
use firsthand::{Builtin, HttpModel, Model, ModelOpenError, SERVICES, Service};
use serde::Serialize;

use crate::args::ModelArgs;
use crate::failure::Failure;
use crate::settings::{SettingSource, Settings};

/// The name of the embedded model, which is the default.
pub(crate) const BUILTIN: &str = EMBEDDED_MODEL;

/// A model, and its base URL if that is not the service's default.
pub(crate) type OpenedModel = (Arc<dyn Model>, Option<String>);

/// A row of the list of models.
#[derive(Serialize)]
pub(crate) struct ModelRow {
    /// What `--model` takes.
    pub(crate) name: String,
    /// A description of the model and its requirements.
    pub(crate) about: String,
    /// Whether its requirements are met, as far as they can be checked without network access.
    pub(crate) ok: bool,
    /// Whether a server answers for it, which was not asked.
    #[serde(skip)]
    pub(crate) is_remote: bool,
}

/// Every model of this build, with the state of its key and address.
pub(crate) fn rows(settings: &Settings) -> Vec<ModelRow> {
    let builtin = ModelRow {
        name: BUILTIN.to_owned(),
        about: "embedded: a fixed policy, no language model, no key, no network".to_owned(),
        ok: true,
        is_remote: false,
    };
    let services = SERVICES.iter().map(|service| service_row(service, settings));
    [builtin].into_iter().chain(services).collect()
}

fn service_row(service: &Service, settings: &Settings) -> ModelRow {
    let base_source = settings.base_url(service, None).map(|(_, from)| from);
    let configured_key = settings.key(service, base_source);
    let variable = service.key_variable;
    let key = match &configured_key {
        Some((_, SettingSource::Variable(name))) => format!("{name} is set"),
        Some((_, from)) => format!("the key is in {}", from.label()),
        None if settings.is_key_withheld(service, base_source) => {
            "the key is not sent there: it was not named in the same place".to_owned()
        }
        None if service.needs_key && base_source.is_none() => format!("{variable} is not set"),
        None => "no key needed".to_owned(),
    };
    let address_note = base_source.map(|from| format!("; the address is in {}", from.label()));
    ModelRow {
        name: format!("{}:NAME", service.name),
        about: format!("{}{}; {key}", service.about, address_note.unwrap_or_default()),
        ok: configured_key.is_some() || !service.needs_key || base_source.is_some(),
        is_remote: true,
    }
}

/// The model that explores by default, and where it was set.
pub(crate) fn configured(settings: &Settings) -> (String, SettingSource) {
    selected(None, settings)
}

/// The model that explores, and where it was set.
pub(crate) fn selected(flag: Option<&str>, settings: &Settings) -> (String, SettingSource) {
    settings.model(flag).unwrap_or_else(|| (BUILTIN.to_owned(), SettingSource::Default))
}

/// The embedded model.
pub(crate) fn builtin() -> OpenedModel {
    (Arc::new(Builtin::new()), None)
}

/// Opens the model that explores.
pub(crate) fn open(args: &ModelArgs, settings: &Settings) -> Result<OpenedModel, Failure> {
    let (name, _) = selected(args.model.as_deref(), settings);
    if name == BUILTIN {
        return match args.base_url {
            Some(_) => {
                Err(Failure::usage("`builtin` is in this program, and --base-url names a server")
                    .hint("--model openai:NAME names a model of that server"))
            }
            None => Ok(builtin()),
        };
    }
    let service = name.split_once(':');
    let service = service.and_then(|(service, model)| Some((Service::named(service)?, model)));
    let Some((service, model)) = service else {
        let names: Vec<String> = rows(settings).into_iter().map(|row| row.name).collect();
        let names = names.join(", ");
        return Err(Failure::usage(format!("there is no model `{name}`; there is: {names}"))
            .hint("`firsthand models` says more of each"));
    };
    let base = settings.base_url(service, args.base_url.as_deref());
    let from = base.as_ref().map(|(_, from)| *from);
    let key = settings.key(service, from).map(|(key, _)| key);
    let base = base.map(|(base, _)| base);
    let model = HttpModel::open(service, model, base.as_deref(), key);
    let model = model.map_err(|why| Failure::usage(why.to_string()).hint(open_hint(&why, from)))?;
    Ok((Arc::new(model), base))
}

/// What to do about a model that cannot be opened; `from` is where its address was set.
fn open_hint(why: &ModelOpenError, from: Option<SettingSource>) -> String {
    let hint = match why {
        ModelOpenError::MissingKey { .. } => {
            "`--model builtin` needs no key; a server of your own that needs none is named by --base-url"
        }
        ModelOpenError::BaseUrl(_) => match from {
            Some(from @ (SettingSource::Variable(_) | SettingSource::File)) => {
                return format!("it is in {}; such as http://127.0.0.1:8080/v1", from.label());
            }
            _ => "such as http://127.0.0.1:8080/v1",
        },
        ModelOpenError::InTheClear { .. } => {
            "use https://, or take the key away if the server needs none"
        }
        ModelOpenError::NoModel { .. } => "`firsthand models` says more of each",
        ModelOpenError::BadKey { .. } | ModelOpenError::Client(_) => "",
    };
    hint.to_owned()
}

/// A model with its full name.
pub(crate) type NamedModel = (String, Arc<dyn Model>);

/// The language model that makes the decisions of a research run; `None` if none is configured. A fixed policy then
/// decides, because the embedded explorer model cannot make these decisions.
pub(crate) fn research_model(
    args: &ModelArgs,
    settings: &Settings,
) -> Result<Option<NamedModel>, Failure> {
    let (name, _) = selected(args.model.as_deref(), settings);
    if name == BUILTIN && args.base_url.is_none() {
        return Ok(None);
    }
    let (model, _) = open(args, settings)?;
    Ok(Some((name, model)))
}
