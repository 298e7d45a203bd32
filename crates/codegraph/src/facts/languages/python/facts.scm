(comment) @lead

(class_definition body: (block (function_definition name: (_) @name) @symbol.method))
(class_definition body: (block (decorated_definition definition: (function_definition name: (_) @name) @symbol.method)))
(class_definition name: (_) @name) @symbol.class
(function_definition name: (_) @name) @symbol.function
(module (expression_statement (assignment left: (identifier) @name) @symbol.variable))
(module (expression_statement (assignment left: (pattern_list (identifier) @name)) @symbol.variable))
(module (expression_statement (assignment left: (pattern_list (tuple_pattern (identifier) @name))) @symbol.variable))
(module (expression_statement (assignment left: (pattern_list (list_splat_pattern (identifier) @name))) @symbol.variable))
(module (expression_statement (assignment left: (tuple_pattern (identifier) @name)) @symbol.variable))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name) @symbol.field)))
(type_alias_statement left: (type (identifier) @name)) @symbol.type
(type_alias_statement left: (type (generic_type . (identifier) @name))) @symbol.type

(decorated_definition definition: (_ name: (_) @name)) @widen

(identifier) @reference
(attribute object: (_) @qualifier attribute: (_) @reference)
(case_pattern (dotted_name (identifier) @among_tokens))
(union_pattern (dotted_name (identifier) @among_tokens))
(class_pattern (dotted_name (identifier) @among_tokens))
(keyword_pattern (dotted_name (identifier) @among_tokens))
(call function: (identifier) @call)
(call function: (attribute object: (_) @qualifier attribute: (_) @call))
(call function: (subscript value: (identifier) @construct))
(call function: (subscript value: (attribute object: (_) @qualifier attribute: (_) @construct)))
(decorator (identifier) @call)
(decorator (attribute object: (_) @qualifier attribute: (_) @call))

(class_definition superclasses: (argument_list (identifier) @heritage))
(class_definition superclasses: (argument_list (attribute attribute: (_) @heritage)))
(class_definition superclasses: (argument_list (subscript value: (identifier) @heritage)))
(class_definition superclasses: (argument_list (subscript value: (attribute attribute: (_) @heritage))))

(import_statement) @import
(import_from_statement) @import

; What an argument goes by.
(keyword_argument name: (identifier) @key)

; Names that parameters and locals give.
(parameters (identifier) @bound)
(lambda_parameters (identifier) @bound)
(default_parameter name: (identifier) @bound)
(typed_parameter . (identifier) @bound)
(typed_default_parameter name: (identifier) @bound)
(typed_parameter . (identifier) @bound type: (type (generic_type) @of))
(typed_default_parameter name: (identifier) @bound type: (type (generic_type) @of))
(assignment left: (identifier) @bound type: (type (generic_type) @of))
(class_definition body: (block (expression_statement (assignment left: (identifier) @held type: (type (generic_type) @of)))))
(assignment left: (attribute object: (identifier) attribute: (_) @held) type: (type (generic_type) @of))
(parameters (list_splat_pattern (identifier) @bound))
(parameters (dictionary_splat_pattern (identifier) @bound))
(typed_parameter (list_splat_pattern (identifier) @bound))
(typed_parameter (dictionary_splat_pattern (identifier) @bound))
(assignment left: (identifier) @bound)
(assignment left: (pattern_list (identifier) @bound))
(assignment left: (tuple_pattern (identifier) @bound))
(for_statement left: (identifier) @bound)
(for_statement left: (pattern_list (identifier) @bound))
(for_statement left: (tuple_pattern (identifier) @bound))
(for_in_clause left: (identifier) @bound)
(for_in_clause left: (pattern_list (identifier) @bound))
(for_in_clause left: (tuple_pattern (identifier) @bound))
(as_pattern_target (identifier) @bound)
(assignment left: (attribute object: (identifier) attribute: (_) @held))
(class_definition body: (block (expression_statement (assignment left: (identifier) @held))))
(global_statement (identifier) @outer)
(nonlocal_statement (identifier) @outer)
(named_expression name: (identifier) @bound)

; What a check says about a value.
(if_statement condition: (call function: (identifier =isinstance) arguments: (argument_list . (identifier) @narrowed . (identifier) @of .)) consequence: (_) @within)
(elif_clause condition: (call function: (identifier =isinstance) arguments: (argument_list . (identifier) @narrowed . (identifier) @of .)) consequence: (_) @within)
(case_clause (case_pattern (as_pattern (case_pattern (class_pattern . (dotted_name) @of)) (identifier) @narrowed)) consequence: (_) @within)
(match_statement subject: (identifier) @narrowed body: (block (case_clause (case_pattern (class_pattern . (dotted_name) @of)) consequence: (_) @within)))
