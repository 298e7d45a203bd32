//! Which declarations does a name lead to outside of its file: through imports, re-exports, namespaces, and modules that are
//! handed over as values? Uses `written` and `scopes`. Begin with `imported`; then `follow`, the one walk through re-exports.

pub(super) mod aliases;
pub(super) mod follow;
pub(super) mod full_names;
pub(super) mod imported;
pub(super) mod inline_modules;
mod module_names;
pub(super) mod module_values;
pub(super) mod project_imports;
pub(super) mod steps;
