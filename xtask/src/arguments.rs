//! Reading a task's arguments: names, switches (`--check`) and options with a value (`--cases 64`).

/// Wrong usage of a task; the process exits with 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct UsageError(pub(crate) String);

/// A task's arguments, sorted by kind.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Arguments {
    /// The arguments that are no switch, option or value, in the order given.
    pub(crate) names: Vec<String>,
    switches: Vec<String>,
    options: Vec<(String, String)>,
}

impl Arguments {
    /// Sorts `words` by kind; an unlisted argument that starts with `--` is an error, unless it is an option's value.
    pub(crate) fn parse(
        words: &[String],
        switches: &[&str],
        options: &[&str],
    ) -> Result<Self, UsageError> {
        let mut arguments = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if switches.contains(&word.as_str()) {
                arguments.switches.push(word.clone());
            } else if options.contains(&word.as_str()) {
                let value = words
                    .next()
                    .ok_or_else(|| UsageError(format!("{word} needs a value")))?;
                arguments.options.push((word.clone(), value.clone()));
            } else if word.starts_with("--") {
                return Err(UsageError(format!(
                    "no option `{word}` here; see `cargo xtask help`"
                )));
            } else {
                arguments.names.push(word.clone());
            }
        }
        Ok(arguments)
    }

    /// Whether the switch was given.
    pub(crate) fn has(&self, switch: &str) -> bool {
        self.switches.iter().any(|present| present == switch)
    }

    /// The last value given for `option`.
    pub(crate) fn value(&self, option: &str) -> Option<&str> {
        self.options
            .iter()
            .rev()
            .find(|(name, _)| name == option)
            .map(|(_, value)| value.as_str())
    }

    /// The value of `option` as a positive number, or `default`.
    pub(crate) fn number(&self, option: &str, default: usize) -> Result<usize, UsageError> {
        match self.value(option).map(str::parse) {
            None => Ok(default),
            Some(Ok(number)) if number > 0 => Ok(number),
            Some(_) => Err(UsageError(format!("{option} takes a positive number"))),
        }
    }

    /// Checks that there are no names, for tasks that take none.
    pub(crate) fn no_names(&self) -> Result<(), UsageError> {
        match self.names.first() {
            None => Ok(()),
            Some(name) => Err(UsageError(format!("unexpected argument `{name}`"))),
        }
    }
}

/// Checks that all names are known ones; `kind` says in an error what they name.
///
/// # Errors
/// With the known names, if one is not.
pub(crate) fn check_names(
    kind: &str,
    names: &[impl AsRef<str>],
    known: &[impl AsRef<str>],
) -> Result<(), UsageError> {
    let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    let mut names = names.iter().map(AsRef::as_ref);
    match names.find(|name| !known.contains(name)) {
        None => Ok(()),
        Some(name) => Err(UsageError(format!(
            "no {kind} `{name}`; there are {}",
            known.join(", ")
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::{Arguments, UsageError};

    fn parse(line: &str) -> Result<Arguments, UsageError> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Arguments::parse(&words, &["--check"], &["--cases"])
    }

    #[test]
    fn names_switches_and_options_are_distinguished() -> Result<(), UsageError> {
        let arguments = parse("fmt --check doc --cases 5 --cases 7")?;
        assert_eq!(arguments.names, ["fmt", "doc"]);
        assert!(arguments.has("--check"));
        assert_eq!(arguments.number("--cases", 1)?, 7);
        assert!(arguments.no_names().is_err());
        assert_eq!(parse("")?.number("--cases", 1)?, 1);
        Ok(())
    }

    #[test]
    fn unknown_switches_and_bad_values_are_usage_errors() -> Result<(), UsageError> {
        assert!(parse("--chekc").is_err());
        assert!(parse("--cases").is_err());
        assert!(parse("--cases none")?.number("--cases", 1).is_err());
        assert!(parse("--cases 0")?.number("--cases", 1).is_err());
        Ok(())
    }
}
