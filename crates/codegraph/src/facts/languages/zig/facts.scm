(comment) @lead

(variable_declaration . (identifier) @name (struct_declaration)) @symbol.struct
(variable_declaration . (identifier) @name (enum_declaration)) @symbol.enum
(variable_declaration . (identifier) @name (union_declaration)) @symbol.union
(variable_declaration . (identifier) @name (opaque_declaration)) @symbol.struct
(variable_declaration . (identifier) @name (error_set_declaration)) @symbol.enum
(struct_declaration (function_declaration name: (identifier) @name) @symbol.method)
(enum_declaration (function_declaration name: (identifier) @name) @symbol.method)
(union_declaration (function_declaration name: (identifier) @name) @symbol.method)
(function_declaration name: (identifier) @name) @symbol.function
(test_declaration (string (string_content) @name)) @symbol.test
(test_declaration (identifier) @name) @symbol.test
(enum_declaration (container_field name: (identifier) @name) @symbol.variant)
(error_set_declaration (identifier) @name @symbol.variant)
(container_field name: (identifier) @name) @symbol.field
(source_file (variable_declaration "var" . (identifier) @name) @symbol.variable)
(source_file (variable_declaration . (identifier) @name) @symbol.constant)
(struct_declaration (variable_declaration . (identifier) @name) @symbol.constant)
(enum_declaration (variable_declaration . (identifier) @name) @symbol.constant)
(union_declaration (variable_declaration . (identifier) @name) @symbol.constant)

(identifier) @reference
(field_expression object: (_) @qualifier member: (identifier) @reference)
(call_expression function: (identifier) @call)
(call_expression function: (field_expression object: (_) @qualifier member: (identifier) @call))

(variable_declaration . (identifier) (builtin_function (builtin_identifier =@import))) @import
(variable_declaration . (identifier) (field_expression object: (builtin_function (builtin_identifier =@import)))) @import

; Names that parameters and locals give.
(parameter name: (identifier) @bound)
(payload (identifier) @bound)
(block (variable_declaration "const" . (identifier) @bound))
(block (variable_declaration "var" . (identifier) @bound))
