; What TypeScript adds to JavaScript.

(abstract_class_declaration name: (_) @name) @symbol.class
(interface_declaration name: (_) @name) @symbol.interface
(enum_declaration name: (_) @name) @symbol.enum
(enum_body name: (_) @name @symbol.variant)
(enum_assignment name: (_) @name) @symbol.variant
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @symbol.field
(required_parameter "readonly" pattern: (identifier) @name) @symbol.field
(type_alias_declaration name: (_) @name) @symbol.type
(function_signature name: (_) @name) @symbol.function
(internal_module name: (_) @name) @symbol.namespace
(module name: (_) @name) @symbol.namespace
(abstract_method_signature name: (_) @name) @symbol.method
(method_signature name: (_) @name) @symbol.method
(public_field_definition name: (_) @name value: (arrow_function body: (_) @body)) @symbol.method
(public_field_definition name: (_) @name) @symbol.field
(interface_body (property_signature name: (_) @name) @symbol.property)
; The members of a type that is written out, alone or among others.
(type_alias_declaration value: (object_type (property_signature name: (_) @name) @symbol.property))
(type_alias_declaration value: (union_type (object_type (property_signature name: (_) @name) @symbol.property)))
(type_alias_declaration value: (union_type (union_type (object_type (property_signature name: (_) @name) @symbol.property))))
(type_alias_declaration value: (union_type (union_type (union_type (object_type (property_signature name: (_) @name) @symbol.property)))))
(type_alias_declaration value: (union_type (union_type (union_type (union_type (object_type (property_signature name: (_) @name) @symbol.property))))))
(type_alias_declaration value: (union_type (union_type (union_type (union_type (union_type (object_type (property_signature name: (_) @name) @symbol.property)))))))
(type_alias_declaration value: (intersection_type (object_type (property_signature name: (_) @name) @symbol.property)))
(type_alias_declaration value: (intersection_type (intersection_type (object_type (property_signature name: (_) @name) @symbol.property))))
(type_alias_declaration value: (intersection_type (intersection_type (intersection_type (object_type (property_signature name: (_) @name) @symbol.property)))))
(type_alias_declaration value: (intersection_type (intersection_type (intersection_type (intersection_type (object_type (property_signature name: (_) @name) @symbol.property))))))
(type_alias_declaration value: (intersection_type (intersection_type (intersection_type (intersection_type (intersection_type (object_type (property_signature name: (_) @name) @symbol.property)))))))
(type_alias_declaration value: (union_type (intersection_type (object_type (property_signature name: (_) @name) @symbol.property))))
(type_alias_declaration value: (intersection_type (parenthesized_type (union_type (object_type (property_signature name: (_) @name) @symbol.property)))))
(type_alias_declaration value: (array_type (object_type (property_signature name: (_) @name) @symbol.property)))
(type_alias_declaration value: (array_type (parenthesized_type (object_type (property_signature name: (_) @name) @symbol.property))))
(type_alias_declaration value: (generic_type type_arguments: (type_arguments (object_type (property_signature name: (_) @name) @symbol.property))))
(type_alias_declaration value: (readonly_type (array_type (object_type (property_signature name: (_) @name) @symbol.property))))
(statement_block (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name) @symbol.constant)))

; What a module exports without a name, with a type.
(export_statement "default" @unnamed value: (satisfies_expression . (object) @body)) @symbol.constant
(export_statement "default" @unnamed value: (satisfies_expression . (array))) @symbol.constant
(export_statement "default" @unnamed value: (satisfies_expression . (arrow_function body: (_) @body))) @symbol.function
(export_statement "default" @unnamed value: (as_expression . (object) @body)) @symbol.constant
(export_statement "default" @unnamed value: (as_expression . (array))) @symbol.constant
(export_statement "default" @unnamed value: (as_expression . (arrow_function body: (_) @body))) @symbol.function
(export_statement "default" @unnamed value: (satisfies_expression . (parenthesized_expression (arrow_function body: (_) @body)))) @symbol.function
(export_statement "default" @unnamed value: (as_expression . (parenthesized_expression (arrow_function body: (_) @body)))) @symbol.function
(export_statement "=" @unnamed (object) @body) @symbol.constant
(export_statement "=" @unnamed (arrow_function body: (_) @body)) @symbol.function
(export_statement "=" @unnamed (function_expression !name body: (_) @body)) @symbol.function
(export_statement "=" @unnamed (class !name body: (_) @body)) @symbol.class

(ambient_declaration (_ name: (_) @name)) @widen
(ambient_declaration (lexical_declaration . (variable_declarator name: (identifier) @name) .)) @widen
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name) @symbol.constant))
(expression_statement (internal_module name: (_) @name)) @widen
(export_statement declaration: (ambient_declaration (_ name: (_) @name))) @widen

; What is awaited may be read as what has type arguments: `await f<T>()`.
(call_expression function: (await_expression (identifier) @call))
(call_expression function: (await_expression (member_expression object: (_) @qualifier property: (_) @call)))
; So may what an operator is before: `!f<T>()`.
(call_expression function: (unary_expression argument*: (identifier) @call))
(call_expression function: (unary_expression argument*: (member_expression object: (_) @qualifier property: (_) @call)))

; The grammar takes a tag with type arguments for a comparison: f<T>`text`.
(binary_expression ">" left: (binary_expression "<" left: (identifier) @call) right: (template_string))
(binary_expression ">" left: (binary_expression "<" left: (member_expression object: (_) @qualifier property: (_) @call)) right: (template_string))
(binary_expression ">" left: (binary_expression "<" left: (await_expression (identifier) @call)) right: (template_string))
(binary_expression ">" left: (binary_expression "<" left: (await_expression (member_expression object: (_) @qualifier property: (_) @call))) right: (template_string))
(call_expression function: (arrow_function body: (instantiation_expression . (identifier) @call)) arguments: (template_string))
(call_expression function: (arrow_function body: (instantiation_expression . (member_expression object: (_) @qualifier property: (_) @call))) arguments: (template_string))

(type_identifier) @reference
(nested_type_identifier module: (_) @qualifier name: (_) @reference)

(extends_clause value: (identifier) @heritage)
(extends_clause value: (member_expression property: (_) @heritage))
; A function that is given a class makes one that extends it.
(extends_clause value: (call_expression arguments: (arguments (identifier) @heritage)))
(extends_clause value: (call_expression arguments: (arguments (call_expression arguments: (arguments (identifier) @heritage)))))
(implements_clause (type_identifier) @heritage)
(implements_clause (generic_type name: (type_identifier) @heritage))
(implements_clause (generic_type name: (nested_type_identifier name: (_) @heritage)))
(implements_clause (nested_type_identifier name: (_) @heritage))
(extends_type_clause type: (type_identifier) @heritage)
(extends_type_clause type: (generic_type name: (type_identifier) @heritage))
(extends_type_clause type: (nested_type_identifier name: (_) @heritage))
(extends_type_clause type: (generic_type name: (nested_type_identifier name: (_) @heritage)))

; An object that is said to have a type.
(variable_declarator type: (type_annotation (type_identifier) @heritage @nameless) value: (object))
(variable_declarator type: (type_annotation (generic_type name: (type_identifier) @heritage @nameless)) value: (object))
(satisfies_expression . (object) . (type_identifier) @heritage @nameless .)
(satisfies_expression . (object) . (generic_type name: (type_identifier) @heritage @nameless) .)
(import_alias) @import

(ambient_declaration (statement_block) @global)

(public_field_definition name: (property_identifier) @held)
(public_field_definition name: (private_property_identifier) @held)
(required_parameter (accessibility_modifier) pattern: (identifier) @held)
(required_parameter "readonly" pattern: (identifier) @held)
(required_parameter pattern: (identifier) @bound)
(required_parameter pattern: (array_pattern (identifier) @bound))
(required_parameter name: (identifier) @bound)
(optional_parameter pattern: (identifier) @bound)
(optional_parameter name: (identifier) @bound)
(index_signature name: (identifier) @bound)
(type_parameter name: (type_identifier) @bound)
(type_parameter name: (type_identifier) @bound constraint: (_) @of)
(infer_type (type_identifier) @bound)
(mapped_type_clause name: (type_identifier) @bound)
(property_signature name: (property_identifier) @bound)

(property_signature name: (property_identifier) @held)
