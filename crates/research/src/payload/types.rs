//! The registry of payload types: decodes a message by its type.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;

use firsthand_source::document_schema;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    AssessmentOutput, ClassifierOutput, DOMAIN, ExecutionOutput, Intent, Invalid, Payload,
    RouteDecision, SearchResult, VERSION,
};

/// The type of a message.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct MessageType {
    /// The message namespace.
    pub domain: String,
    /// The name of the type in the namespace.
    pub category: String,
    /// The version of the type.
    pub version: String,
}

impl MessageType {
    /// The type of a payload of this crate.
    #[must_use]
    pub fn of<P: Payload>() -> Self {
        Self::new(P::CATEGORY)
    }

    /// The type of this category, in this crate's domain and version.
    #[must_use]
    pub fn new(category: &str) -> Self {
        Self {
            domain: DOMAIN.to_owned(),
            category: category.to_owned(),
            version: VERSION.to_owned(),
        }
    }
}

impl fmt::Display for MessageType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.domain, self.category, self.version)
    }
}

/// A payload whose type is known at run time.
pub trait AnyPayload: Any + Send + Sync {
    /// The type.
    fn message_type(&self) -> MessageType;
    /// See [`Payload::validate`].
    ///
    /// # Errors
    /// The first invalid field.
    fn validate(&self) -> Result<(), Invalid>;
    /// Encodes the payload in its wire format.
    fn to_json(&self) -> Value;
}

impl<P: Payload> AnyPayload for P {
    fn message_type(&self) -> MessageType {
        MessageType::of::<P>()
    }

    fn validate(&self) -> Result<(), Invalid> {
        Payload::validate(self)
    }

    fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// A type with the same name is already registered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is registered already")]
pub struct RegisterError(pub MessageType);

/// Why a payload cannot be decoded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The type is not registered.
    #[error("`{0}` is not registered")]
    Unregistered(MessageType),
    /// The value does not match the type.
    #[error("it is no `{0}`: {1}")]
    Malformed(MessageType, serde_json::Error),
}

#[derive(Clone, Copy)]
struct Entry {
    decode: fn(Value) -> Result<Box<dyn AnyPayload>, serde_json::Error>,
    schema: fn() -> Value,
}

/// The registered payload types.
#[derive(Default)]
pub struct PayloadTypes(BTreeMap<MessageType, Entry>);

impl PayloadTypes {
    /// A registry with the six types of the chain.
    ///
    /// # Errors
    /// None: the six names differ.
    pub fn research() -> Result<Self, RegisterError> {
        let mut types = Self::default();
        types.register::<Intent>()?;
        types.register::<ClassifierOutput>()?;
        types.register::<RouteDecision>()?;
        types.register::<ExecutionOutput>()?;
        types.register::<AssessmentOutput>()?;
        types.register::<SearchResult>()?;
        Ok(types)
    }

    /// Adds a type.
    ///
    /// # Errors
    /// A type with this name is already registered.
    pub fn register<P: Payload>(&mut self) -> Result<(), RegisterError> {
        let name = MessageType::of::<P>();
        if self.0.contains_key(&name) {
            return Err(RegisterError(name));
        }
        let decode = |value| Ok(Box::new(decode::<P>(value)?) as Box<dyn AnyPayload>);
        let schema = payload_schema::<P>;
        self.0.insert(name, Entry { decode, schema });
        Ok(())
    }

    /// Every registered type.
    pub fn iter(&self) -> impl Iterator<Item = &MessageType> {
        self.0.keys()
    }

    /// Decodes a payload by its type, without validating it.
    ///
    /// # Errors
    /// The type is not registered, or the value does not match it.
    pub fn decode(
        &self,
        name: &MessageType,
        value: Value,
    ) -> Result<Box<dyn AnyPayload>, DecodeError> {
        let entry = self.entry(name)?;
        (entry.decode)(value).map_err(|error| DecodeError::Malformed(name.clone(), error))
    }

    /// The JSON Schema of a type.
    ///
    /// # Errors
    /// The type is not registered.
    pub fn schema(&self, name: &MessageType) -> Result<Value, DecodeError> {
        Ok((self.entry(name)?.schema)())
    }

    fn entry(&self, name: &MessageType) -> Result<Entry, DecodeError> {
        self.0.get(name).copied().ok_or_else(|| DecodeError::Unregistered(name.clone()))
    }
}

/// Decodes an object, without validating it. A list would otherwise be decoded as the fields in their order.
///
/// # Errors
/// The value is no object, or does not match the type.
pub(crate) fn decode<T: DeserializeOwned>(value: Value) -> Result<T, serde_json::Error> {
    if value.is_object() {
        serde_json::from_value(value)
    } else {
        Err(serde_json::Error::custom("it is no object"))
    }
}

/// The JSON Schema of a payload type.
#[must_use]
pub fn payload_schema<P: Payload>() -> Value {
    document_schema::<P>(&MessageType::of::<P>().to_string())
}
