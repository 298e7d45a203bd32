(line_comment) @lead
(block_comment) @lead

(class_declaration name: (_) @name) @symbol.class
(interface_declaration name: (_) @name) @symbol.interface
(annotation_type_declaration name: (_) @name) @symbol.interface
(enum_declaration name: (_) @name) @symbol.enum
(record_declaration name: (_) @name) @symbol.record
(record_declaration parameters: (formal_parameters (formal_parameter name: (_) @name) @symbol.property))
(method_declaration name: (_) @name) @symbol.method
(annotation_type_element_declaration name: (_) @name) @symbol.method
(constructor_declaration name: (_) @name) @symbol.constructor
(compact_constructor_declaration name: (_) @name) @symbol.constructor
(field_declaration declarator: (variable_declarator name: (_) @name)) @symbol.field
(constant_declaration declarator: (variable_declarator name: (_) @name)) @symbol.constant
(enum_constant name: (_) @name) @symbol.variant

(identifier) @reference
(type_identifier) @reference
(field_access object: (_) @qualifier field: (_) @reference)
(method_invocation !object name: (_) @call)
(method_invocation object: (_) @qualifier name: (_) @call)
(method_reference . (_) @qualifier (identifier) @call .)
(scoped_type_identifier (type_identifier) @among_tokens .)
(explicit_constructor_invocation constructor: (super) @call)
(explicit_constructor_invocation constructor: (this) @call)
(object_creation_expression type: (type_identifier) @call)
(object_creation_expression type: (generic_type (type_identifier) @call))
(object_creation_expression type: (scoped_type_identifier . (_) @qualifier . (type_identifier) @call .))
(object_creation_expression type: (generic_type (scoped_type_identifier . (_) @qualifier . (type_identifier) @call .)))

(superclass (type_identifier) @heritage)
(superclass (generic_type (type_identifier) @heritage))
(superclass (scoped_type_identifier (type_identifier) @heritage .))
(super_interfaces (type_list (type_identifier) @heritage))
(super_interfaces (type_list (generic_type (type_identifier) @heritage)))
(extends_interfaces (type_list (type_identifier) @heritage))
(extends_interfaces (type_list (generic_type (type_identifier) @heritage)))
(superclass (generic_type (scoped_type_identifier (type_identifier) @heritage .)))
(super_interfaces (type_list (scoped_type_identifier (type_identifier) @heritage .)))
(super_interfaces (type_list (generic_type (scoped_type_identifier (type_identifier) @heritage .))))
(extends_interfaces (type_list (scoped_type_identifier (type_identifier) @heritage .)))
(extends_interfaces (type_list (generic_type (scoped_type_identifier (type_identifier) @heritage .))))
; An anonymous class.
(object_creation_expression type: (type_identifier) @heritage @nameless (class_body) @anonymous)
(object_creation_expression type: (generic_type (type_identifier) @heritage @nameless) (class_body) @anonymous)
(object_creation_expression (class_body) @anonymous)

(import_declaration) @import
(package_declaration (_) @package)

; Names that parameters and locals give, and the types that they are said to have.
(local_variable_declaration type: (_ !=var) @of declarator: (variable_declarator name: (identifier) @bound))
(local_variable_declaration type: (_ =var) declarator: (variable_declarator name: (identifier) @bound))
(formal_parameter type: (_ !=var) @of name: (identifier) @bound)
(formal_parameter type: (_ =var) name: (identifier) @bound)
(spread_parameter (variable_declarator name: (identifier) @bound))
(catch_formal_parameter name: (identifier) @bound)
(catch_formal_parameter (catch_type . (_) @of .) name: (identifier) @bound)
(resource type: (_ !=var) @of name: (identifier) @bound)
(resource type: (_ =var) name: (identifier) @bound)
(enhanced_for_statement type: (_ !=var) @of name: (identifier) @bound)
(enhanced_for_statement type: (_ =var) name: (identifier) @bound)
(instanceof_expression right: (_) @of name: (identifier) @bound)
(type_pattern . (_ !=var) @of . (identifier) @bound .)
(record_pattern_component . (_ !=var) @of . (identifier) @bound .)
(lambda_expression parameters: (identifier) @bound)
(inferred_parameters (identifier) @bound)
(type_parameter (type_identifier) @bound)
(type_parameter . (type_identifier) @bound . (type_bound) @of)

(field_declaration type: (_) @of declarator: (variable_declarator name: (identifier) @held))
(constant_declaration type: (_) @of declarator: (variable_declarator name: (identifier) @held))
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @of name: (identifier) @held)))
