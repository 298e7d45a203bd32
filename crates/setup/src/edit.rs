//! Edits texts in place: adds a setting to a configuration file, or a block to a Markdown file, and takes it out again;
//! all other bytes stay.

pub(crate) mod block;
mod json;
mod setting;
mod splice;
mod toml;
mod yaml;

use serde::{Deserialize, Serialize};

pub(crate) use self::setting::{Format, Setting};
pub(crate) use self::splice::Splice;
use crate::texts::{BEGIN, END};

/// What is added to a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Addition {
    /// A setting of a configuration file.
    Setting(Setting),
    /// A block between markers, with this text.
    Block(String),
    /// A whole file with this text. It has a block, which is replaced by the block of a new version, or none.
    File(String),
}

/// The result of adding.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Added {
    /// It is there already.
    Same,
    /// Something else is in its place, with the reason why that stays.
    Other(String),
    /// The text with it.
    Text(String),
}

/// Why a file is not edited.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum EditError {
    /// The text cannot be parsed: the format's name, and the parser's message.
    #[error("it is not valid {0}: {1}")]
    Invalid(&'static str, String),
    /// The text can be parsed, but cannot be edited safely, with the reason.
    #[error("{0}")]
    Unsupported(String),
    /// The markers of the block are not exactly one pair.
    #[error("its markers `{BEGIN}` and `{END}` are not one pair: put that right by hand")]
    UnpairedMarkers,
}

type Edited<T> = Result<T, EditError>;

impl Addition {
    /// Adds to the text of a file; `None` if there is no file.
    ///
    /// # Errors
    /// An [`EditError`] if the text cannot be edited safely.
    pub(crate) fn put(&self, now: Option<&str>) -> Edited<Added> {
        let text = now.unwrap_or_default();
        let edited = match self {
            Self::Setting(setting) => return setting.put(text),
            Self::Block(inside) => block::insert(text, inside)?,
            Self::File(new) if text.is_empty() => new.clone(),
            Self::File(new) if text == new => text.to_owned(),
            Self::File(new) => match (block::find(text)?, block::find(new)?) {
                (Some(_), Some(block)) => block::insert(text, block::inside(&new[block]))?,
                _ => return Ok(Added::Other("it is not ours".to_owned())),
            },
        };
        Ok(if now == Some(&edited) { Added::Same } else { Added::Text(edited) })
    }

    /// As [`put`](Self::put), in place of an earlier addition that the text has.
    pub(crate) fn update(&self, now: &str, earlier: &Self, splice: &Splice) -> Edited<Added> {
        if let (Self::File(new), Self::File(old)) = (self, earlier)
            && now == old
            && old != new
        {
            return Ok(Added::Text(new.clone()));
        }
        match (self.put(Some(now))?, earlier) {
            (Added::Other(_), Self::Setting(old)) if old.is_in(now) => {
                self.put(old.take(now, splice)?.as_deref())
            }
            (added, _) => Ok(added),
        }
    }

    /// Whether an earlier version of the addition has the same place in the same file.
    pub(crate) fn replaces(&self, earlier: &Self) -> bool {
        match (self, earlier) {
            (Self::Setting(one), Self::Setting(other)) => one.has_place_of(other),
            (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
        }
    }

    /// Whether a text has the addition.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        match self {
            Self::Setting(setting) => setting.is_in(text),
            Self::Block(_) => block::find(text).is_ok_and(|block| block.is_some()),
            Self::File(_) => true,
        }
    }

    /// Takes the addition out of a text that was changed since; `None` if it is not there. `splice` is how it was added.
    ///
    /// # Errors
    /// An [`EditError`] if it cannot be separated from other text.
    pub(crate) fn take(&self, now: &str, splice: &Splice) -> Edited<Option<String>> {
        match self {
            Self::Setting(setting) => setting.take(now, splice),
            Self::Block(_) => block::remove(now, splice.before(BEGIN)),
            // Which lines of the changed file were added is unknown.
            Self::File(_) => Err(EditError::Unsupported(
                "it was changed since it was made; remove it by hand".to_owned(),
            )),
        }
    }
}

/// The line end of a text's first line; `\n` if it has none.
fn newline(text: &str) -> &'static str {
    match text.split_once('\n') {
        Some((line, _)) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// The line ends to append to a text so that one blank line separates it from what follows; none if it is empty.
fn blank_line_before(text: &str) -> String {
    let end = newline(text);
    end.repeat(match text {
        "" => 0,
        _ if text.ends_with(&end.repeat(2)) => 0,
        _ if text.ends_with('\n') => 1,
        _ => 2,
    })
}

/// The text without whole lines that were added, and without the line ends that were added before them: `gap`, or, where
/// that is unknown, one blank line. What was before and after them stays on lines of its own.
fn cut(text: &str, lines: std::ops::Range<usize>, gap: Option<&str>) -> String {
    let (head, tail) = (&text[..lines.start], &text[lines.end..]);
    let end = newline(text);
    // The line ends may be other ones now.
    let line_ends = gap.map_or(1, |gap| gap.matches('\n').count());
    let now_gap = end.repeat(line_ends);
    let gap = match gap {
        Some(gap) if head.ends_with(gap) => gap,
        None if !head.ends_with(&end.repeat(2)) => "",
        _ => &now_gap,
    };
    let head = head.strip_suffix(gap).unwrap_or(head);
    let is_joined = !head.is_empty() && !head.ends_with('\n') && !tail.is_empty();
    [head, if is_joined { end } else { "" }, tail].concat()
}

#[cfg(test)]
mod tests;
