(comment) @lead

; `declarator*:` leads through pointers, arrays, references, parentheses and what a function returns.
(function_definition declarator*: (function_declarator declarator: (identifier) @name)) @symbol.function
(declaration declarator*: (function_declarator declarator: (identifier) @name)) @symbol.prototype
(struct_specifier name: (type_identifier) @name body: (_)) @symbol.struct
(union_specifier name: (type_identifier) @name body: (_)) @symbol.union
(enum_specifier name: (type_identifier) @name body: (_)) @symbol.enum
(enumerator name: (_) @name) @symbol.variant
(type_definition declarator*: (type_identifier) @name) @symbol.type
(field_declaration declarator: (field_identifier) @name) @symbol.field
(field_declaration declarator*: (pointer_declarator declarator: (field_identifier) @name)) @symbol.field
(field_declaration declarator*: (array_declarator declarator: (field_identifier) @name)) @symbol.field
(preproc_def name: (_) @name) @symbol.constant
(preproc_function_def name: (_) @name) @symbol.macro
(preproc_def value: (_) @replacement)
(preproc_function_def parameters: (_) @parameters value: (_) @replacement)
(translation_unit (declaration declarator: (identifier) @name) @symbol.variable)
(translation_unit (declaration declarator: (init_declarator declarator: (identifier) @name)) @symbol.variable)
(translation_unit (declaration declarator*: (pointer_declarator declarator: (identifier) @name)) @symbol.variable)
(translation_unit (declaration declarator*: (array_declarator declarator: (identifier) @name)) @symbol.variable)

(identifier) @reference
(type_identifier) @reference
(field_identifier) @reference
(field_expression argument: (_) @qualifier field: (field_identifier) @reference)
(call_expression function: (identifier) @call)
(call_expression function: (parenthesized_expression (identifier) @call))
(call_expression function: (parenthesized_expression (pointer_expression argument: (identifier) @call)))
(call_expression function: (field_expression argument: (_) @qualifier field: (field_identifier) @call))

(preproc_include) @import

; Names that parameters and locals give.
(parameter_declaration declarator: (identifier) @bound)
(parameter_declaration declarator*: (pointer_declarator declarator: (identifier) @bound))
(parameter_declaration declarator*: (array_declarator declarator: (identifier) @bound))
(declaration declarator: (identifier) @bound)
(declaration declarator*: (init_declarator declarator: (identifier) @bound))
(declaration declarator*: (pointer_declarator declarator: (identifier) @bound))
(declaration declarator*: (array_declarator declarator: (identifier) @bound))
