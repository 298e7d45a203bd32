//! What to do about a failure.

use firsthand::impact::ChangeError;
use firsthand::{AbsenceError, ModelOpenError};

use crate::settings::SettingSource;

/// What a command takes as `--path`.
const PATH_HINT: &str = "--path takes files, folders and globs below the working folder or --root; a leading ! excludes";

pub(super) fn model_hint(why: &ModelOpenError, from: Option<SettingSource>) -> String {
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

pub(super) fn hint_of_change(why: &ChangeError) -> &'static str {
    match why {
        ChangeError::NoRepository | ChangeError::Bare => "--root names another folder",
        _ => "a change is A..B, A...B, a revision, or a file with a diff",
    }
}

pub(super) fn path_hint(similar: &[String]) -> String {
    match similar {
        [] => PATH_HINT.to_owned(),
        similar => format!("did you mean {}?", similar.join(", ")),
    }
}

pub(super) fn hint_of_absence(why: &AbsenceError) -> &'static str {
    match why {
        AbsenceError::Scope { .. } => PATH_HINT,
        _ => "",
    }
}
