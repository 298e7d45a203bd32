//! The documents and messages that the crates write: their JSON Schemas, and enums whose values have names.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::escape;

/// A text that is none of an enum's wire names.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{}` is not one of {expected}", escape(given))]
#[non_exhaustive]
pub struct UnknownName {
    /// The text that was parsed.
    pub given: String,
    /// The enum's names, separated by `, `.
    pub expected: &'static str,
}

impl UnknownName {
    #[doc(hidden)]
    #[must_use]
    pub fn new(given: &str, expected: &'static str) -> Self {
        let given = given.to_owned();
        Self { given, expected }
    }
}

/// The JSON Schema (draft 2020-12) of a type as it is serialized, with a title.
#[must_use]
pub fn document_schema<T: JsonSchema>(title: &str) -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    schema.to_value()
}

/// Declares an enum with the name of each value: `ALL`, `name`, `Display` and `FromStr`.
///
/// ```
/// firsthand_source::wire_names! {
///     /// The size of a cup.
///     #[derive(Clone, Copy, PartialEq, Debug)]
///     pub enum Size {
///         /// A small one.
///         Small => "small",
///         Large => "large",
///     }
/// }
///
/// assert_eq!(Size::ALL.map(Size::name), ["small", "large"]);
/// assert_eq!("large".parse(), Ok(Size::Large));
/// let error = "huge".parse::<Size>().map_err(|error| error.to_string());
/// assert_eq!(error, Err("`huge` is not one of small, large".to_owned()));
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! wire_names {
    (
        $(#[$attribute:meta])* $public:vis enum $type:ident {
            $(#[$first_attribute:meta])* $first:ident => $first_name:literal
            $(, $(#[$value_attribute:meta])* $value:ident => $name:literal)* $(,)?
        }
    ) => {
        $(#[$attribute])*
        $public enum $type {
            $(#[$first_attribute])* $first
            $(, $(#[$value_attribute])* $value)*
        }

        impl $type {
            /// All values, in the order of their declaration.
            pub const ALL: [Self; [$first_name $(, $name)*].len()] = [Self::$first $(, Self::$value)*];

            /// The name on the wire.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    Self::$first => $first_name
                    $(, Self::$value => $name)*
                }
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(text: &str) -> Result<Self, $crate::UnknownName> {
                let named = Self::ALL.into_iter().find(|value| value.name() == text);
                named.ok_or_else(|| {
                    $crate::UnknownName::new(text, concat!($first_name $(, ", ", $name)*))
                })
            }
        }
    };
}
