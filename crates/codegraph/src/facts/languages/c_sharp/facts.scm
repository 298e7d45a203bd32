(comment) @lead

(class_declaration name: (_) @name) @symbol.class
(interface_declaration name: (_) @name) @symbol.interface
(struct_declaration name: (_) @name) @symbol.struct
(record_declaration name: (_) @name) @symbol.record
(record_declaration (parameter_list (parameter name: (_) @name) @symbol.property))
(enum_declaration name: (_) @name) @symbol.enum
(enum_member_declaration name: (_) @name) @symbol.variant
(delegate_declaration name: (_) @name) @symbol.type
(namespace_declaration name: (_) @name) @symbol.namespace
(method_declaration name: (_) @name) @symbol.method
(constructor_declaration name: (_) @name) @symbol.constructor
(property_declaration name: (_) @name) @symbol.property
(field_declaration (variable_declaration (variable_declarator name: (_) @name))) @symbol.field
(local_function_statement name: (_) @name) @symbol.function

(file_scoped_namespace_declaration name: (_) @package)
(using_directive) @import

(identifier) @reference
(member_access_expression expression: (_) @qualifier name: (identifier) @reference)
(alias_qualified_name alias: (_) @qualifier name: (identifier) @reference)
(base_list (qualified_name name: (identifier) @among_tokens))
(base_list (qualified_name name: (generic_name (identifier) @among_tokens)))
(type_argument_list (qualified_name name: (identifier) @among_tokens))
(method_declaration (qualified_name name: (identifier) @among_tokens))
(parameter type: (qualified_name name: (identifier) @among_tokens))
(property_declaration (qualified_name name: (identifier) @among_tokens))
(variable_declaration type: (qualified_name name: (identifier) @among_tokens))
(cast_expression type: (qualified_name name: (identifier) @among_tokens))
(invocation_expression function: (identifier) @call)
(invocation_expression function: (member_access_expression expression: (_) @qualifier name: (identifier) @call))
; `this` and `base` are tokens.
(invocation_expression function: (member_access_expression "this" @qualifier name: (identifier) @call))
(invocation_expression function: (member_access_expression "base" @qualifier name: (identifier) @call))
(member_access_expression "this" @qualifier name: (identifier) @reference)
(member_access_expression "base" @qualifier name: (identifier) @reference)
(constructor_initializer "base" @call)
(constructor_initializer "this" @call)
(attribute name: (identifier) @attribute)
(attribute name: (generic_name (identifier) @attribute))
(attribute name: (qualified_name qualifier: (_) @qualifier name: (identifier) @attribute))
(base_list (primary_constructor_base_type type: (identifier) @call))
(base_list . (identifier) @call . (argument_list))
(object_creation_expression type: (identifier) @call)
; The type of `new()` is the one that is declared.
(variable_declaration type: (identifier) @call (variable_declarator (implicit_object_creation_expression)))
(variable_declaration type: (generic_name (identifier) @call) (variable_declarator (implicit_object_creation_expression)))
(property_declaration type: (identifier) @call value: (implicit_object_creation_expression))
(property_declaration type: (identifier) @call value: (arrow_expression_clause (implicit_object_creation_expression)))
(method_declaration returns: (identifier) @call body: (arrow_expression_clause (implicit_object_creation_expression)))
(object_creation_expression type: (qualified_name qualifier: (_) @qualifier name: (identifier) @call))
(object_creation_expression type: (generic_name (identifier) @call))
(object_creation_expression type: (qualified_name qualifier: (_) @qualifier name: (identifier) @call))
(object_creation_expression type: (qualified_name qualifier: (_) @qualifier name: (generic_name (identifier) @call)))
; With type arguments, and after `?.`.
(invocation_expression function: (generic_name (identifier) @call))
(invocation_expression function: (member_access_expression expression: (_) @qualifier name: (generic_name (identifier) @call)))
(invocation_expression function: (member_access_expression "this" @qualifier name: (generic_name (identifier) @call)))
(invocation_expression function: (member_access_expression "base" @qualifier name: (generic_name (identifier) @call)))
(member_access_expression expression: (_) @qualifier name: (generic_name (identifier) @reference))
(member_access_expression "this" @qualifier name: (generic_name (identifier) @reference))
(member_access_expression "base" @qualifier name: (generic_name (identifier) @reference))
(conditional_access_expression condition: (_) @qualifier (member_binding_expression name: (identifier) @reference))
(conditional_access_expression condition: (_) @qualifier (member_binding_expression name: (generic_name (identifier) @reference)))
(invocation_expression function: (conditional_access_expression condition: (_) @qualifier (member_binding_expression name: (identifier) @call)))
(invocation_expression function: (conditional_access_expression condition: (_) @qualifier (member_binding_expression name: (generic_name (identifier) @call))))

(base_list (identifier) @heritage)
(base_list (generic_name (identifier) @heritage))
(base_list (qualified_name name: (identifier) @heritage))
(base_list (qualified_name name: (generic_name (identifier) @heritage)))
(base_list (alias_qualified_name name: (identifier) @heritage))
(base_list (alias_qualified_name name: (generic_name (identifier) @heritage)))
; A record passes arguments to its base.
(base_list (primary_constructor_base_type type: (identifier) @heritage))
(base_list (primary_constructor_base_type type: (generic_name (identifier) @heritage)))
(base_list (primary_constructor_base_type type: (qualified_name name: (identifier) @heritage)))
(base_list (primary_constructor_base_type type: (qualified_name name: (generic_name (identifier) @heritage))))

; Names that parameters and locals give, and the types that they are said to have.
(parameter type: (_) @of name: (identifier) @bound)
(parameter !type name: (identifier) @bound)
(implicit_parameter) @bound
(variable_declaration type: (_) @of (variable_declarator name: (identifier) @bound))
(foreach_statement type: (_) @of left: (identifier) @bound)
(declaration_pattern type: (_) @of name: (identifier) @bound)
(declaration_expression type: (_) @of name: (identifier) @bound)
(from_clause name: (identifier) @bound)
(tuple_pattern name: (identifier) @bound)
(recursive_pattern type: (_) @of name: (identifier) @bound)
(recursive_pattern !type name: (identifier) @bound)
(var_pattern name: (identifier) @bound)
(catch_declaration type: (_) @of name: (identifier) @bound)
(type_parameter name: (identifier) @bound)
(type_parameter_constraints_clause . (identifier) @bound (type_parameter_constraint type: (_) @of))

(field_declaration (variable_declaration type: (_) @of (variable_declarator name: (identifier) @held)))
(property_declaration type: (_) @of name: (identifier) @held)
(record_declaration (parameter_list (parameter type: (_) @of name: (identifier) @held)))

; Members without an identifier of their own are named as they are written: `operator +`, `this`, `~Name`.
(event_field_declaration (variable_declaration (variable_declarator name: (_) @name))) @symbol.event
(event_declaration name: (_) @name) @symbol.event
(indexer_declaration "this" @name) @symbol.indexer
(destructor_declaration "~" @name name: (_) @until) @symbol.method
(operator_declaration "operator" @name operator: "_" @until) @symbol.method
(conversion_operator_declaration "operator" @name type: (_) @until) @symbol.method
