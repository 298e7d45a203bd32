; What C++ adds to C.

(class_specifier name: (type_identifier) @name body: (_)) @symbol.class
(class_specifier name: (template_type name: (_) @name) body: (_)) @symbol.class
(struct_specifier name: (template_type name: (_) @name) body: (_)) @symbol.struct
(namespace_definition name: (_) @name) @symbol.namespace
(alias_declaration name: (_) @name) @symbol.type
(concept_definition name: (_) @name) @symbol.concept
(function_definition declarator: (function_declarator declarator: (field_identifier) @name)) @symbol.method
(function_definition declarator: (function_declarator declarator: (operator_name) @name)) @symbol.method
(function_definition declarator: (function_declarator declarator: (destructor_name) @name)) @symbol.method
(function_definition declarator: (reference_declarator (function_declarator declarator: (field_identifier) @name))) @symbol.method
(function_definition declarator: (reference_declarator (function_declarator declarator: (identifier) @name))) @symbol.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))) @symbol.method
(function_definition declarator: (function_declarator declarator: (qualified_identifier scope: (_) @owner name: (_) @name))) @symbol.method
(function_definition declarator: (reference_declarator (function_declarator declarator: (qualified_identifier scope: (_) @owner name: (_) @name)))) @symbol.method
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier scope: (_) @owner name: (_) @name)))) @symbol.method
(field_declaration declarator: (function_declarator declarator: (field_identifier) @name)) @symbol.prototype
(field_declaration declarator: (reference_declarator (function_declarator declarator: (field_identifier) @name))) @symbol.prototype
(field_declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))) @symbol.prototype

(template_declaration (function_definition declarator: (function_declarator declarator: (_) @name))) @widen
(template_declaration (class_specifier name: (_) @name)) @widen
(template_declaration (struct_specifier name: (_) @name)) @widen

(namespace_identifier) @reference
(qualified_identifier scope: (_) @qualifier name: (identifier) @reference)
(qualified_identifier scope: (_) @qualifier name: (type_identifier) @reference)
(call_expression function: (qualified_identifier scope: (_) @qualifier name: (identifier) @call))
(call_expression function: (template_function name: (identifier) @call))
(call_expression function: (qualified_identifier scope: (_) @qualifier name: (template_function name: (identifier) @call)))
(new_expression type: (type_identifier) @call)

(base_class_clause (type_identifier) @heritage)
(base_class_clause (qualified_identifier name: (type_identifier) @heritage))
(base_class_clause (template_type name: (type_identifier) @heritage))
