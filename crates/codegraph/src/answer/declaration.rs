//! A declaration as a result shows it.

use firsthand_source::{LineRange, identifiers};

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Declaration {
    /// The name alone.
    pub name: String,
    /// The name with its containers, joined by `.` or `::` as the language writes it.
    pub qualified: String,
    /// The kind as the language's patterns name it: `function`, `method`, `class`, …
    pub kind: String,
    /// Its lines, with documentation and attributes.
    pub range: LineRange,
    /// From the line of its name to the end of its signature.
    pub head: LineRange,
    /// Whether it is a test, or inside one.
    pub is_test: bool,
    /// Whether it is a constructor of the type around it.
    pub is_constructor: bool,
    /// What is before its body, on one line, at most 240 characters.
    pub signature: String,
}

/// Whether a kind of declaration is that of a function with a body.
pub(crate) fn is_function_kind(kind: &str) -> bool {
    matches!(kind, "function" | "method" | "constructor")
}

/// Whether a kind of declaration is that of a value of a type, a table or a file of data.
pub(crate) fn is_field_kind(kind: &str) -> bool {
    matches!(kind, "field" | "property" | "column" | "key")
}

impl Declaration {
    /// Whether it is a function or a method, and no prototype.
    #[must_use]
    pub fn is_function(&self) -> bool {
        is_function_kind(&self.kind)
    }

    /// Whether it is a value of a type, a table or a file of data, which is called only where it holds a function.
    #[must_use]
    pub fn is_field(&self) -> bool {
        is_field_kind(&self.kind)
    }

    /// The names around its own, without what joins them to it; `None` if it is in no other declaration.
    #[must_use]
    pub fn container(&self) -> Option<&str> {
        let around = self.qualified.strip_suffix(&*self.name)?;
        let around = around.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
        Some(around).filter(|around| !around.is_empty())
    }

    /// The name by which it is used: of a constructor, that of its type.
    #[must_use]
    pub fn used_name(&self) -> &str {
        let of_type = self.container().filter(|_| self.is_constructor);
        let last = of_type.and_then(|around| identifiers(around).last());
        last.map_or(&self.name, |(_, name)| name)
    }
}
