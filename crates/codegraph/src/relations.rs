//! The third layer: the relations of a symbol, computed on demand: scans for the name, parses the files that contain it, and
//! resolves it through imports and scopes.
//!
//! Each group answers one question, and names only groups before it:
//!
//! 1. [`written`]: what does a symbol, an expression or a type say as it is written?
//! 2. [`scopes`]: what can a name mean within its file?
//! 3. [`modules`]: what does it lead to in other files?
//! 4. [`types`]: which type has an expression, and which members has a type?
//! 5. [`resolution`]: what does an occurrence of a name mean?
//! 6. [`targets`]: which declarations does a name ask for?
//! 7. [`answers`]: what is the answer to a query? Begin there, with [`relate`].
//!
//! What the groups share stands beside them: the state of a query ([`RelationContext`]), and the [`Resolver`]. Their methods
//! are in the groups, and do call each other in both directions: the type of an expression needs what its names mean, and
//! these the types of what is before them.

mod answers;
mod context;
mod modules;
mod occurrence;
mod resolution;
mod resolver;
mod scopes;
mod tally;
mod target;
mod targets;
mod types;
mod written;

pub(crate) use answers::files::lines_naming;
pub(crate) use answers::membership::lacked_member;
pub(crate) use answers::name_lines::uses_of_name;
pub(crate) use answers::notes::followed;
pub use answers::notes::implements_by_methods;
use answers::places::RelatedPlace;
pub(crate) use answers::relate;
pub(crate) use answers::siblings::lists;
pub(crate) use answers::texts::{ShownText, shown_texts};
use context::{FileWithName, RelationContext};
pub(crate) use modules::imported::imported_files;
use occurrence::{Occurrence, Spot};
use resolver::{Decided, Reach, ResolvedRef, Resolver, Rule, by_name, resolved};
pub(crate) use scopes::visibility::sight_of;
use tally::Unparsed;
use target::{Target, fits, named};
pub use targets::can_use;
pub(crate) use targets::declaring_files;
pub(crate) use written::similar_names::similar_names;
use written::symbol_query::SymbolQuery;
