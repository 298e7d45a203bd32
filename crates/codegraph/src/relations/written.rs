//! What does a symbol, a name, an expression or a type say as it is written, before a declaration is looked up? Uses no other
//! group. Begin with `symbol_query`, what a caller asks for; `expression` and `type_text` read what code says.

pub(super) mod expression;
pub(super) mod similar_names;
pub(super) mod spelling;
pub(super) mod symbol_query;
pub(super) mod type_text;
