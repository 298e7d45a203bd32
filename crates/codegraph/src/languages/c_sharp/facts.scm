(comment) @lead

(class_declaration name: (_) @name) @symbol.class
(interface_declaration name: (_) @name) @symbol.interface
(struct_declaration name: (_) @name) @symbol.struct
(record_declaration name: (_) @name) @symbol.record
(enum_declaration name: (_) @name) @symbol.enum
(enum_member_declaration name: (_) @name) @symbol.variant
(delegate_declaration name: (_) @name) @symbol.type
(namespace_declaration name: (_) @name) @symbol.namespace
(method_declaration name: (_) @name) @symbol.method
(constructor_declaration name: (_) @name) @symbol.constructor
(property_declaration name: (_) @name) @symbol.property
(field_declaration (variable_declaration (variable_declarator name: (_) @name))) @symbol.field
(local_function_statement name: (_) @name) @symbol.function

(identifier) @reference
(member_access_expression expression: (_) @qualifier name: (identifier) @reference)
(invocation_expression function: (identifier) @call)
(invocation_expression function: (member_access_expression expression: (_) @qualifier name: (identifier) @call))
; `this` and `base` are tokens.
(invocation_expression function: (member_access_expression "this" @qualifier name: (identifier) @call))
(invocation_expression function: (member_access_expression "base" @qualifier name: (identifier) @call))
(member_access_expression "this" @qualifier name: (identifier) @reference)
(member_access_expression "base" @qualifier name: (identifier) @reference)
(object_creation_expression type: (identifier) @call)
(object_creation_expression type: (generic_name (identifier) @call))

(base_list (identifier) @heritage)
(base_list (generic_name (identifier) @heritage))
(base_list (qualified_name name: (identifier) @heritage))
(base_list (qualified_name name: (generic_name (identifier) @heritage)))
