(comment) @lead
(multiline_comment) @lead

(class_declaration "struct" name: (type_identifier) @name) @symbol.struct
(class_declaration "enum" name: (type_identifier) @name) @symbol.enum
(class_declaration "extension" name: (user_type (type_identifier) @name .)) @symbol.extension
(class_declaration "extension" name: (user_type (type_identifier) @name . (type_arguments))) @symbol.extension
(class_declaration name: (type_identifier) @name) @symbol.class
(protocol_declaration name: (_) @name) @symbol.protocol
(typealias_declaration . name: (type_identifier) @name) @symbol.type
(typealias_declaration (modifiers) . name: (type_identifier) @name) @symbol.type
(associatedtype_declaration name: (type_identifier) @name) @symbol.type
(enum_entry name: (simple_identifier) @name) @symbol.variant
(init_declaration "init" @name) @symbol.constructor
(deinit_declaration "deinit" @name) @symbol.method
(subscript_declaration "subscript" @name (computed_property) @body) @symbol.method
(class_body (function_declaration name: (simple_identifier) @name) @symbol.method)
(enum_class_body (function_declaration name: (simple_identifier) @name) @symbol.method)
(protocol_function_declaration name: (simple_identifier) @name) @symbol.method
(function_declaration name: (simple_identifier) @name) @symbol.function
(macro_declaration (simple_identifier) @name definition: (_) @body) @symbol.macro
(class_body (property_declaration name: (pattern bound_identifier: (_) @name) computed_value: (_) @body) @symbol.property)
(class_body (property_declaration name: (pattern bound_identifier: (_) @name)) @symbol.property)
(enum_class_body (property_declaration name: (pattern bound_identifier: (_) @name) computed_value: (_) @body) @symbol.property)
(enum_class_body (property_declaration name: (pattern bound_identifier: (_) @name)) @symbol.property)
(protocol_property_declaration name: (pattern bound_identifier: (_) @name)) @symbol.property
(source_file (property_declaration name: (pattern bound_identifier: (_) @name)) @symbol.variable)
; The names of a tuple.
(class_body (property_declaration name: (pattern (pattern (simple_identifier) @name))) @symbol.property)
(source_file (property_declaration name: (pattern (pattern (simple_identifier) @name))) @symbol.variable)

(simple_identifier) @reference
(type_identifier) @reference
(navigation_expression target: (_) @qualifier suffix: (navigation_suffix suffix: (simple_identifier) @reference))
(call_expression . (simple_identifier) @call)
(call_expression . (prefix_expression target: (simple_identifier) @call))
(call_expression . (navigation_expression target: (_) @qualifier suffix: (navigation_suffix suffix: (simple_identifier) @call)))
; The grammar takes a sign or an operand before what is called for a part of it: `!a.b()`, `c + a.b()`.
(call_expression . (prefix_expression target: (navigation_expression target: (_) @qualifier suffix: (navigation_suffix suffix: (simple_identifier) @call))))
(call_expression . (_ rhs: (simple_identifier) @call))
(call_expression . (_ rhs: (navigation_expression target: (_) @qualifier suffix: (navigation_suffix suffix: (simple_identifier) @call))))
(call_expression . (_ rhs: (_ rhs: (simple_identifier) @call)))
(call_expression . (_ rhs: (_ rhs: (navigation_expression target: (_) @qualifier suffix: (navigation_suffix suffix: (simple_identifier) @call)))))
(constructor_expression constructed_type: (user_type . (type_identifier) @call .))
(constructor_expression constructed_type: (user_type . (type_identifier) @call . (type_arguments)))
(constructor_expression constructed_type: (user_type . (type_identifier) @qualifier . (type_identifier) @call .))
(constructor_expression constructed_type: (user_type . (type_identifier) @qualifier . (type_identifier) @call . (type_arguments)))
(macro_invocation . (simple_identifier) @call)

(inheritance_specifier inherits_from: (user_type (type_identifier) @heritage .))
(inheritance_specifier inherits_from: (user_type (type_identifier) @heritage . (type_arguments)))

(value_argument_label (simple_identifier) @key)

; Names that parameters and locals give.
(parameter external_name: (simple_identifier) @bound)
(parameter name: (simple_identifier) @bound)
(parameter name: (simple_identifier) @bound . name: (_) @of)
(parameter name: (simple_identifier) @bound . (parameter_modifiers) . name: (_) @of)
(lambda_parameter name: (simple_identifier) @bound)
(lambda_parameter name: (simple_identifier) @bound . name: (_) @of)
(pattern bound_identifier: (simple_identifier) @bound)
(property_declaration name: (pattern bound_identifier: (simple_identifier) @bound) . (type_annotation) @of)
(if_statement bound_identifier: (simple_identifier) @bound)
(guard_statement bound_identifier: (simple_identifier) @bound)
(type_parameter (type_identifier) @bound)
(type_parameter . (type_identifier) @bound . name: (_) @of)
(inheritance_constraint constrained_type: (identifier (simple_identifier) @bound) name: (_) @of)

(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @held) . (type_annotation) @of))
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @held) . value: (call_expression)))

; Operators.
(class_body (function_declaration name: "_" @name) @symbol.method)
(class_body (function_declaration name: (custom_operator) @name) @symbol.method)
(class_body (function_declaration name: (bang) @name) @symbol.method)
(enum_class_body (function_declaration name: "_" @name) @symbol.method)
(function_declaration name: "_" @name) @symbol.function
(function_declaration name: (custom_operator) @name) @symbol.function
(function_declaration name: (bang) @name) @symbol.function
(import_declaration) @loads

; What `self` is.
(class_body (function_declaration (modifiers (property_modifier =class|static))) @self.type)
(class_body (function_declaration "class") @self.type)
(class_body (function_declaration) @self.value)
