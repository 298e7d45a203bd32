(comment) @lead

(function_declaration name: (identifier) @name) @symbol.function
(function_declaration name: (dot_index_expression table: (_) @owner field: (_) @name)) @symbol.function
(function_declaration name: (method_index_expression table: (_) @owner method: (_) @name)) @symbol.method
(assignment_statement (variable_list . name: (bracket_index_expression table: (_) @owner field: (string content: (_) @name))) (expression_list . value: (function_definition))) @symbol.function
(assignment_statement (variable_list . name: (identifier) @name) (expression_list . value: (function_definition))) @symbol.function
(assignment_statement (variable_list . name: (dot_index_expression table: (_) @owner field: (_) @name)) (expression_list . value: (function_definition))) @symbol.function
(field name: (identifier) @name value: (function_definition)) @symbol.method
(chunk (assignment_statement (variable_list name: (dot_index_expression table: (_) @owner field: (_) @name))) @symbol.field)
(chunk (assignment_statement (variable_list name: (identifier) @name)) @symbol.variable)
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @symbol.variable)
(chunk (variable_declaration (variable_list name: (identifier) @name)) @symbol.variable)

; `local` belongs to what it declares.
(variable_declaration (assignment_statement (variable_list . name: (identifier) @name))) @widen

(identifier) @reference
(dot_index_expression table: (_) @qualifier field: (_) @reference)
(function_call name: (identifier) @call)
(function_call name: (dot_index_expression table: (_) @qualifier field: (_) @call))
(function_call name: (method_index_expression table: (_) @qualifier method: (_) @call))
(function_call name: (bracket_index_expression table: (_) @qualifier field: (string content: (_) @call)))
(function_call name: (function_call name: (identifier =require) arguments: (_) @call) @import)

(variable_declaration (assignment_statement (variable_list . name: (identifier)) (expression_list . value: (_)))) @import
(chunk (return_statement (expression_list . (identifier) .)) @import)

(field name: (identifier) @key)

; Names that parameters and locals give.
(parameters name: (identifier) @bound)
(variable_list name: (identifier) @bound)
(for_numeric_clause name: (identifier) @bound)
