; What C++ adds to C.

(class_specifier name: (type_identifier) @name body: (_)) @symbol.class
(class_specifier name: (template_type name: (_) @name) body: (_)) @symbol.class
(struct_specifier name: (template_type name: (_) @name) body: (_)) @symbol.struct
(class_specifier name: (qualified_identifier) @name body: (_)) @symbol.class
(struct_specifier name: (qualified_identifier) @name body: (_)) @symbol.struct
(namespace_definition name: (_) @name) @symbol.namespace
(translation_unit (declaration declarator: (init_declarator declarator: (structured_binding_declarator (identifier) @name))) @symbol.variable)
(translation_unit (declaration declarator*: (reference_declarator (identifier) @name)) @symbol.variable)
(declaration_list (declaration declarator: (identifier) @name) @symbol.variable)
(declaration_list (declaration declarator: (init_declarator declarator: (identifier) @name)) @symbol.variable)
(declaration_list (declaration declarator*: (pointer_declarator declarator: (identifier) @name)) @symbol.variable)
(declaration_list (declaration declarator*: (array_declarator declarator: (identifier) @name)) @symbol.variable)
(declaration_list (declaration declarator*: (reference_declarator (identifier) @name)) @symbol.variable)
(field_declaration declarator*: (reference_declarator (field_identifier) @name)) @symbol.field
(alias_declaration name: (_) @name) @symbol.type
(concept_definition name: (_) @name) @symbol.concept
(function_definition declarator*: (function_declarator declarator: (field_identifier) @name)) @symbol.method
(function_definition declarator*: (function_declarator declarator: (operator_name) @name)) @symbol.method
(function_definition declarator: (function_declarator declarator: (destructor_name) @name)) @symbol.method
(function_definition declarator*: (function_declarator declarator: (qualified_identifier scope: (_) @owner name: (_) @name))) @symbol.method
; A pure virtual function has no other declaration.
(field_declaration declarator*: (function_declarator declarator: (field_identifier) @name) default_value: (_)) @symbol.method
(field_declaration declarator*: (function_declarator declarator: (operator_name) @name) default_value: (_)) @symbol.method
(field_declaration declarator*: (function_declarator declarator: (operator_name) @name)) @symbol.prototype
(field_declaration declarator*: (function_declarator declarator: (field_identifier) @name)) @symbol.prototype

(template_declaration (function_definition declarator: (function_declarator declarator: (_) @name))) @widen
(template_declaration (class_specifier name: (_) @name)) @widen
(template_declaration (struct_specifier name: (_) @name)) @widen

(alias_declaration) @import
(namespace_alias_definition) @import
(type_definition type: (type_identifier) declarator: (type_identifier)) @import

(namespace_identifier) @reference
(qualified_identifier scope: (_) @qualifier name: (identifier) @reference)
(qualified_identifier scope: (_) @qualifier name: (type_identifier) @reference)
(call_expression function: (qualified_identifier scope: (_) @qualifier name: (identifier) @call))
(call_expression function: (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: (identifier) @call)))
(call_expression function: (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: (identifier) @call))))
; A name of the global scope has an empty qualifier.
(qualified_identifier !scope "::" @qualifier name: (identifier) @reference)
(qualified_identifier !scope "::" @qualifier name: (type_identifier) @reference)
(call_expression function: (qualified_identifier !scope "::" @qualifier name: (identifier) @call))
(call_expression function: (qualified_identifier !scope "::" @qualifier name: (template_function name: (identifier) @call)))
(call_expression function: (template_function name: (identifier) @call))
(call_expression function: (qualified_identifier scope: (_) @qualifier name: (template_function name: (identifier) @call)))
(declaration type: (type_identifier) @call declarator: (init_declarator declarator: (identifier) value: (argument_list)))
(declaration type: (type_identifier) @call declarator: (init_declarator declarator: (identifier) value: (initializer_list)))
(declaration type: (qualified_identifier scope: (_) @qualifier name: (type_identifier) @call) declarator: (init_declarator declarator: (identifier) value: (argument_list)))
(declaration type: (qualified_identifier scope: (_) @qualifier name: (type_identifier) @call) declarator: (init_declarator declarator: (identifier) value: (initializer_list)))
(field_declaration type: (type_identifier) @call default_value: (initializer_list))
(field_declaration type: (qualified_identifier scope: (_) @qualifier name: (type_identifier) @call) default_value: (initializer_list))
(compound_literal_expression type: (type_identifier) @call)
(field_initializer . (field_identifier) @construct)
(field_initializer . (template_method name: (field_identifier) @construct))
(field_initializer . (qualified_identifier scope: (_) @qualifier name: (identifier) @construct))
(new_expression type: (type_identifier) @call)
(new_expression type: (template_type name: (type_identifier) @call))
(new_expression type: (qualified_identifier scope: (_) @qualifier name: (type_identifier) @call))

(base_class_clause (type_identifier) @heritage)
(base_class_clause (qualified_identifier name: (type_identifier) @heritage))
(base_class_clause (template_type name: (type_identifier) @heritage))

(field_expression argument: (_) @qualifier field: (destructor_name) @reference)
(field_expression argument: (_) @qualifier field: (qualified_identifier) @reference)
(call_expression function: (field_expression argument: (_) @qualifier field: (destructor_name) @call))
(call_expression function: (field_expression argument: (_) @qualifier field: (qualified_identifier) @call))
; Names within several scopes.
(call_expression function: (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: (identifier) @call)))
(call_expression function: (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: (template_function name: (identifier) @call))))
(call_expression function: (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: (identifier) @call))))
(call_expression function: (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: (_) @qualifier name: (template_function name: (identifier) @call)))))
; With template arguments.
(qualified_identifier scope: (_) @qualifier name: (template_function name: (identifier) @reference))
(qualified_identifier scope: (_) @qualifier name: (template_type name: (type_identifier) @reference))
(field_expression argument: (_) @qualifier field: (template_method name: (field_identifier) @reference))
(field_expression argument: (_) @qualifier field: (dependent_name (template_method name: (field_identifier) @reference)))
(call_expression function: (field_expression argument: (_) @qualifier field: (template_method name: (field_identifier) @call)))
(call_expression function: (field_expression argument: (_) @qualifier field: (dependent_name (template_method name: (field_identifier) @call))))
; A value made with braces, or by `new`.
(compound_literal_expression type: (type_identifier) @call)
(compound_literal_expression type: (template_type name: (type_identifier) @call))
(compound_literal_expression type: (qualified_identifier scope: (_) @qualifier name: (type_identifier) @call))
(compound_literal_expression type: (qualified_identifier scope: (_) @qualifier name: (template_type name: (type_identifier) @call)))
(new_expression type: (template_type name: (type_identifier) @call))
(new_expression type: (qualified_identifier scope: (_) @qualifier name: (type_identifier) @call))
(new_expression type: (qualified_identifier scope: (_) @qualifier name: (template_type name: (type_identifier) @call)))

(base_class_clause (qualified_identifier name: (template_type name: (type_identifier) @heritage)))
(base_class_clause (qualified_identifier name: (qualified_identifier name: (type_identifier) @heritage)))
(base_class_clause (qualified_identifier name: (qualified_identifier name: (template_type name: (type_identifier) @heritage))))

; Names that parameters and locals give, and the types that they are said to have.
(parameter_declaration type: (_) @of declarator: (identifier) @bound)
(parameter_declaration type: (_) @of declarator: (pointer_declarator declarator: (identifier) @bound))
(parameter_declaration type: (_) @of declarator: (reference_declarator (identifier) @bound))
(optional_parameter_declaration type: (_) @of declarator: (identifier) @bound)
(optional_parameter_declaration type: (_) @of declarator: (pointer_declarator declarator: (identifier) @bound))
(optional_parameter_declaration type: (_) @of declarator: (reference_declarator (identifier) @bound))
(for_range_loop type: (_) @of declarator: (identifier) @bound)
(for_range_loop type: (_) @of declarator: (pointer_declarator declarator: (identifier) @bound))
(for_range_loop type: (_) @of declarator: (reference_declarator (identifier) @bound))
(declaration type: (_) @of declarator: (identifier) @bound)
(declaration type: (_) @of declarator: (pointer_declarator declarator: (identifier) @bound))
(declaration type: (_) @of declarator: (reference_declarator (identifier) @bound))
(declaration type: (_) @of declarator: (init_declarator declarator: (identifier) @bound))
(declaration type: (_) @of declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @bound)))
(declaration type: (_) @of declarator: (init_declarator declarator: (reference_declarator (identifier) @bound)))
(declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: (identifier) @bound value: (call_expression function: (qualified_identifier name: (template_function name: (identifier =make_shared|make_unique)) @of))))
(type_parameter_declaration (type_identifier) @bound)
(variadic_type_parameter_declaration (type_identifier) @bound)
(optional_type_parameter_declaration name: (type_identifier) @bound)

(field_declaration type: (_) @of declarator: (field_identifier) @held)
(field_declaration type: (_) @of declarator: (pointer_declarator declarator: (field_identifier) @held))
(field_declaration type: (_) @of declarator: (reference_declarator (field_identifier) @held))
; Operators, conversions and destructors are named as they are written.
(function_definition declarator: (operator_cast "operator" @name type: (_) @until)) @symbol.method
(function_definition declarator: (qualified_identifier scope: (_) @owner name: (operator_cast "operator" @name type: (_) @until))) @symbol.method
(declaration declarator*: (function_declarator declarator: (operator_name) @name)) @symbol.prototype
(declaration declarator: (function_declarator declarator: (destructor_name) @name)) @symbol.prototype
(declaration declarator: (operator_cast "operator" @name type: (_) @until)) @symbol.prototype
