(line_comment) @lead
(block_comment) @lead

(class_declaration "interface" name: (_) @name) @symbol.interface
(class_declaration (modifiers (class_modifier "enum")) name: (_) @name (enum_class_body) @body) @symbol.enum
(class_declaration name: (_) @name (class_body) @body) @symbol.class
(class_declaration name: (_) @name) @symbol.class
(object_declaration name: (_) @name (class_body) @body) @symbol.object
(object_declaration name: (_) @name) @symbol.object
; The grammar takes a soft keyword after an annotation's line for a name: `@A`, `annotation class B`.
(annotated_expression (infix_expression . (identifier) . (identifier =class) . (identifier) @name)) @symbol.class
(annotated_expression (infix_expression . (identifier) . (identifier =class) . (call_expression . (identifier) @name))) @symbol.class
(annotated_expression (infix_expression . (infix_expression . (identifier) . (identifier =class) . (identifier) @name))) @symbol.class
(annotated_expression (annotated_expression (infix_expression . (infix_expression . (identifier) . (identifier =class) . (identifier) @name)))) @symbol.class
(annotated_expression (annotated_expression (infix_expression . (identifier) . (identifier =class) . (identifier) @name))) @symbol.class
(annotated_expression (infix_expression . (identifier) . (identifier =interface) . (call_expression . (identifier) @name))) @symbol.interface
(annotated_expression (infix_expression . (identifier) . (identifier =object) . (call_expression . (identifier) @name))) @symbol.object
(companion_object name: (_) @name) @symbol.object
(type_alias type: (_) @name) @symbol.type
(enum_entry (identifier) @name) @symbol.variant
(secondary_constructor "constructor" @name (block) @body) @symbol.constructor
(secondary_constructor "constructor" @name) @symbol.constructor
(class_body (function_declaration name: (_) @name) @symbol.method)
(enum_class_body (function_declaration name: (_) @name) @symbol.method)
(function_declaration name: (_) @name (function_body) @body) @symbol.function
(function_declaration name: (_) @name) @symbol.function
(class_body (property_declaration (variable_declaration (identifier) @name)) @symbol.property)
(enum_class_body (property_declaration (variable_declaration (identifier) @name)) @symbol.property)
(source_file (property_declaration (variable_declaration (identifier) @name)) @symbol.variable)
; A constructor's parameter is a property where it says so. A default may follow its type.
(class_parameter "val" (identifier) @name . (_)) @symbol.property
(class_parameter "var" (identifier) @name . (_)) @symbol.property

; An extension belongs to what it extends.
(function_declaration (user_type (identifier) @owner .) name: (_) @name) @symbol.function
(function_declaration (user_type (identifier) @owner . (type_arguments)) name: (_) @name) @symbol.function
(function_declaration (nullable_type (user_type (identifier) @owner .)) name: (_) @name) @symbol.function

(identifier) @reference
(navigation_expression . (_) @qualifier . (identifier) @reference .)
(user_type (identifier) . (identifier) @among_tokens)
(call_expression . (identifier) @call)
; The grammar takes a sign before a call for one before the function: `!f(a)`.
(call_expression . (unary_expression (identifier) @call .))
(call_expression . (unary_expression (unary_expression (identifier) @call .) .))
(call_expression . (navigation_expression . (_) @qualifier . (identifier) @call .))
(infix_expression . (_) @qualifier . (identifier) @call . (_))
; The grammar takes some calls with one type argument for comparisons: `f<A>(b)`, `f<A> { b }`.
(binary_expression ">" left: (binary_expression "<" left: (identifier) @call) right: (parenthesized_expression))
(binary_expression ">" left: (binary_expression "<" left: (identifier) @call) right: (lambda_literal))
(binary_expression ">" left: (binary_expression "<" left: (navigation_expression . (_) @qualifier . (identifier) @call .)) right: (parenthesized_expression))
(binary_expression ">" left: (binary_expression "<" left: (navigation_expression . (_) @qualifier . (identifier) @call .)) right: (lambda_literal))
(binary_expression ">" left: (binary_expression "<" left: (unary_expression (identifier) @call .)) right: (parenthesized_expression))
(binary_expression ">" left: (binary_expression "<" left: (unary_expression (identifier) @call .)) right: (lambda_literal))
(callable_reference (identifier) @call .)
(constructor_invocation (user_type (identifier) @call .))
(constructor_invocation (user_type (identifier) @call . (type_arguments)))
(constructor_delegation_call "super" @call)
(constructor_delegation_call "this" @call)

(delegation_specifier (user_type (identifier) @heritage .))
(delegation_specifier (user_type (identifier) @heritage . (type_arguments)))
(delegation_specifier (constructor_invocation (user_type (identifier) @heritage .)))
(delegation_specifier (constructor_invocation (user_type (identifier) @heritage . (type_arguments))))
(delegation_specifier (explicit_delegation (user_type (identifier) @heritage .)))
(delegation_specifier (explicit_delegation (user_type (identifier) @heritage . (type_arguments))))

; An object without a name.
(object_literal (class_body) @anonymous)
(object_literal (delegation_specifiers (delegation_specifier (user_type (identifier) @nameless .))) (class_body) @anonymous)
(object_literal (delegation_specifiers (delegation_specifier (constructor_invocation (user_type (identifier) @nameless .)))) (class_body) @anonymous)
(object_literal (delegation_specifiers (delegation_specifier (user_type (identifier) @nameless .))))
(object_literal (delegation_specifiers (delegation_specifier (user_type (identifier) @nameless . (type_arguments)))))
(object_literal (delegation_specifiers (delegation_specifier (constructor_invocation (user_type (identifier) @nameless .)))))
(object_literal (delegation_specifiers (delegation_specifier (constructor_invocation (user_type (identifier) @nameless . (type_arguments))))))

(import) @import
(package_header (_) @package)

(value_argument "=" . (identifier) @key)

; Names that parameters and locals give.
(parameter . (identifier) @bound . (_) @of)
(class_parameter (identifier) @bound . (_) @of)
(variable_declaration (identifier) @bound)
(variable_declaration (identifier) @bound . (_) @of)
(catch_block . (identifier) @bound . (_) @of)
(type_parameter (identifier) @bound)
(type_parameter (identifier) @bound . (_) @of)
(type_constraint . (identifier) @bound . (_) @of)

(class_parameter (identifier) @held . (_) @of)
(class_body (property_declaration (variable_declaration (identifier) @held . (_) @of)))
(class_body (property_declaration (variable_declaration (identifier) @held .) . (call_expression)))

; What a check says about a value.
(if_expression condition: (is_expression "is" left: (identifier) @narrowed right: (_) @of) . (_) @within)
(when_expression (when_subject (identifier) @narrowed) (when_entry . condition: (type_test "is" (_) @of) . (_) @within))

; What may be called on another value.
(companion_object (class_body) @self.type)
(companion_object (class_body (function_declaration) @self.type))
(class_body (function_declaration) @self.value)
(call_expression (annotated_lambda (lambda_literal) @self.any))
(call_expression (value_arguments (value_argument (lambda_literal) @self.any)))
