(line_comment) @lead
(block_comment) @lead
(attribute_item) @lead

(function_item name: (_) @name) @symbol.function
(function_signature_item name: (_) @name) @symbol.function
(struct_item name: (_) @name) @symbol.struct
(union_item name: (_) @name) @symbol.union
(enum_item name: (_) @name) @symbol.enum
(enum_variant name: (_) @name) @symbol.variant
(trait_item name: (_) @name) @symbol.trait
(type_item name: (_) @name) @symbol.type
(associated_type name: (_) @name) @symbol.type
(const_item name: (identifier !=_) @name) @symbol.constant
(static_item name: (_) @name) @symbol.static
(macro_definition name: (_) @name) @symbol.macro
(mod_item name: (_) @name body: (_)) @symbol.module
(field_declaration name: (_) @name) @symbol.field
(impl_item type: (type_identifier) @name) @symbol.impl
(impl_item type: (primitive_type) @name) @symbol.impl
(impl_item type: (scoped_type_identifier name: (_) @name)) @symbol.impl
(impl_item type: (generic_type type: (type_identifier) @name)) @symbol.impl
(impl_item type: (generic_type type: (scoped_type_identifier name: (_) @name))) @symbol.impl
(impl_item type: (reference_type type: (type_identifier) @name)) @symbol.impl
(impl_item type: (reference_type type: (generic_type type: (type_identifier) @name))) @symbol.impl
(impl_item type: (dynamic_type trait: (type_identifier) @name)) @symbol.impl
(impl_item type: (dynamic_type trait: (generic_type type: (type_identifier) @name))) @symbol.impl

(impl_item trait: (type_identifier) @heritage)
(impl_item trait: (scoped_type_identifier name: (_) @heritage))
(impl_item trait: (generic_type type: (type_identifier) @heritage))
(impl_item trait: (generic_type type: (scoped_type_identifier name: (_) @heritage)))
(trait_item bounds: (trait_bounds (type_identifier) @heritage))
(trait_item bounds: (trait_bounds (generic_type type: (type_identifier) @heritage)))
(trait_item bounds: (trait_bounds (scoped_type_identifier name: (_) @heritage)))

(identifier) @reference
(type_identifier) @reference
(field_identifier) @reference
(shorthand_field_identifier) @reference
(scoped_identifier path: (_) @qualifier name: (_) @reference)
(scoped_type_identifier path: (_) @qualifier name: (_) @reference)
(field_expression value: (_) @qualifier field: (_) @reference)

(call_expression function: (identifier) @call)
(call_expression function: (scoped_identifier name: (_) @call))
(call_expression function: (field_expression field: (_) @call))
(call_expression function: (generic_function function: (identifier) @call))
(call_expression function: (generic_function function: (scoped_identifier name: (_) @call)))
(call_expression function: (generic_function function: (field_expression field: (_) @call)))
(macro_invocation macro: (identifier) @call)
(macro_invocation macro: (scoped_identifier name: (_) @call))
; Within a macro's arguments there are only tokens: a name before parentheses is a call.
(token_tree (identifier) @call . (token_tree))
(token_tree (identifier) @among_tokens)

; Names that parameters and locals give.
(parameter pattern: (identifier) @bound type: (_) @of)
(let_declaration pattern: (identifier) @bound type: (_) @of)
(let_declaration pattern: (identifier) @bound)
(type_parameter name: (type_identifier) @bound)
(type_parameter name: (type_identifier) @bound bounds: (_) @of)
(where_predicate left: (type_identifier) @bound bounds: (_) @of)
(field_declaration name: (_) @held type: (_) @of)

; Declarations that are given to a macro.
(source_file (macro_invocation (token_tree) @items))
(source_file (expression_statement (macro_invocation (token_tree) @items)))
(mod_item body: (declaration_list (macro_invocation (token_tree) @items)))
(mod_item body: (declaration_list (expression_statement (macro_invocation (token_tree) @items))))
(for_expression pattern: (identifier) @bound)
(closure_parameters (identifier) @bound)
(tuple_pattern (identifier) @bound)
(tuple_struct_pattern type: (_) (identifier) @bound)
(field_pattern pattern: (identifier) @bound)
(captured_pattern . (identifier) @bound)
(ref_pattern (identifier) @bound)
(mut_pattern (identifier) @bound)

(use_declaration) @import
(mod_item name: (_)) @import
