(comment) @lead

(class_declaration name: (_) @name) @symbol.class
(interface_declaration name: (_) @name) @symbol.interface
(trait_declaration name: (_) @name) @symbol.trait
(enum_declaration name: (_) @name) @symbol.enum
(enum_case name: (_) @name) @symbol.variant
(function_definition name: (_) @name) @symbol.function
(method_declaration name: (_) @name) @symbol.method
(property_declaration (property_element name: (variable_name (name) @name))) @symbol.field
(const_declaration (const_element . (name) @name)) @symbol.constant

(name) @reference
(member_access_expression object: (_) @qualifier name: (name) @reference)
(function_call_expression function: (name) @call)
(function_call_expression function: (qualified_name (name) @call))
(member_call_expression object: (_) @qualifier name: (name) @call)
(nullsafe_member_call_expression object: (_) @qualifier name: (name) @call)
(scoped_call_expression scope: (_) @qualifier name: (name) @call)
(object_creation_expression (name) @call)

(base_clause (name) @heritage)
(base_clause (qualified_name (name) @heritage))
(class_interface_clause (name) @heritage)
(class_interface_clause (qualified_name (name) @heritage))
(use_declaration (name) @heritage)
(use_declaration (qualified_name (name) @heritage))
