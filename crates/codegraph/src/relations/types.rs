//! Which type has an expression, what does a name for a type mean, and which members has a type? Uses `written`, `scopes` and
//! `modules`. Begin with `declared_type`, which says how an expression leads to a member.

mod collections;
pub(super) mod declared_type;
mod expression_type;
mod facades;
pub(super) mod heirs;
pub(super) mod lineage;
pub(super) mod locate;
pub(super) mod method_sets;
mod nearest_type;
mod outer_values;
pub(super) mod type_index;
mod type_of_path;
pub(super) mod written_type;
