(comment) @lead
(block_comment) @lead

(class_definition name: (_) @name) @symbol.class
(trait_definition name: (_) @name) @symbol.trait
(object_definition name: (_) @name) @symbol.object
(package_object name: (_) @name) @symbol.object
(enum_definition name: (_) @name) @symbol.enum
(simple_enum_case name: (_) @name) @symbol.variant
(full_enum_case name: (_) @name) @symbol.variant
(type_definition name: (_) @name) @symbol.type
(given_definition name: (_) @name) @symbol.object
(template_body (function_definition name: (_) @name) @symbol.method)
(template_body (function_declaration name: (_) @name) @symbol.method)
(with_template_body (function_definition name: (_) @name) @symbol.method)
(enum_body (function_definition name: (_) @name) @symbol.method)
(function_definition name: (_) @name) @symbol.function
(extension_definition parameters: (parameters (parameter type: (type_identifier) @owner)) body: (function_definition name: (_) @name) @symbol.function)
(extension_definition parameters: (parameters (parameter type: (generic_type type: (type_identifier) @owner))) body: (function_definition name: (_) @name) @symbol.function)
(template_body (val_definition pattern: (identifier) @name) @symbol.field)
(template_body (var_definition pattern: (identifier) @name) @symbol.field)
(template_body (val_definition pattern: (identifiers (identifier) @name)) @symbol.field)
(template_body (val_definition pattern: (tuple_pattern (identifier) @name)) @symbol.field)
(template_body (val_definition pattern: (case_class_pattern pattern: (identifier) @name)) @symbol.field)
(template_body (var_definition pattern: (identifiers (identifier) @name)) @symbol.field)
(template_body (var_definition pattern: (tuple_pattern (identifier) @name)) @symbol.field)
(template_body (val_declaration name: (identifier) @name) @symbol.field)
(template_body (var_declaration name: (identifier) @name) @symbol.field)
(compilation_unit (val_definition pattern: (identifier) @name) @symbol.variable)
(compilation_unit (var_definition pattern: (identifier) @name) @symbol.variable)
(compilation_unit (val_definition pattern: (tuple_pattern (identifier) @name)) @symbol.variable)
(compilation_unit (val_definition pattern: (case_class_pattern pattern: (identifier) @name)) @symbol.variable)
(compilation_unit (var_definition pattern: (tuple_pattern (identifier) @name)) @symbol.variable)
; A constructor's parameter is a field where it says so, and in a case class.
(class_parameter "val" name: (_) @name) @symbol.field
(class_parameter "var" name: (_) @name) @symbol.field
(class_definition "case" class_parameters: (class_parameters (class_parameter name: (_) @name) @symbol.field))

(identifier) @reference
(type_identifier) @reference
; A method without arguments is called as a field is read.
(field_expression value: (_) @qualifier field: (_) @call)
(stable_type_identifier . (_) @qualifier . (type_identifier) @reference .)
(call_expression function: (identifier) @call)
(generic_function function: (identifier) @call)
(infix_expression left: (_) @qualifier operator: (identifier) @call)
(extends_clause type: (type_identifier) @call arguments: (arguments))
(extends_clause type: (generic_type type: (type_identifier) @call) arguments: (arguments))
(instance_expression (type_identifier) @call)
(instance_expression (generic_type type: (type_identifier) @call))
(instance_expression (stable_type_identifier . (_) @qualifier . (type_identifier) @call .))
(instance_expression (generic_type type: (stable_type_identifier . (_) @qualifier . (type_identifier) @call .)))

(extends_clause type: (type_identifier) @heritage)
(extends_clause type: (generic_type type: (type_identifier) @heritage))
(extends_clause type: (stable_type_identifier (type_identifier) @heritage .))
(extends_clause type: (generic_type type: (stable_type_identifier (type_identifier) @heritage .)))
(extends_clause type: (compound_type (type_identifier) @heritage))
(extends_clause type: (compound_type (generic_type type: (type_identifier) @heritage)))
(given_definition return_type: (type_identifier) @heritage)
(given_definition return_type: (generic_type type: (type_identifier) @heritage))
(given_definition extra: (type_identifier) @heritage)
(given_definition extra: (generic_type type: (type_identifier) @heritage))
; An anonymous class.
(instance_expression (type_identifier) @heritage @nameless (template_body) @anonymous)
(instance_expression (generic_type type: (type_identifier) @heritage @nameless) (template_body) @anonymous)
(instance_expression (template_body) @anonymous)

(import_declaration) @import
(package_clause name: (_) @package)

; Names that parameters and locals give.
(parameter name: (_) @bound type: (_) @of)
(class_parameter name: (_) @bound type: (_) @of)
(binding name: (_) @bound)
(binding name: (_) @bound type: (_) @of)
(lambda_expression parameters: (identifier) @bound)
(val_definition pattern: (identifier) @bound)
(val_definition pattern: (identifier) @bound type: (_) @of)
(var_definition pattern: (identifier) @bound)
(var_definition pattern: (identifier) @bound type: (_) @of)
(typed_pattern pattern: (identifier) @bound type: (_) @of)
(type_parameters name: (identifier) @bound)
(type_parameters name: (identifier) @bound . bound: (upper_bound) @of)
(class_parameter name: (_) @held type: (_) @of)
(template_body (val_definition pattern: (identifier) @held type: (_) @of))
(template_body (val_definition pattern: (identifier) @held !type value: (instance_expression)))
(template_body (var_definition pattern: (identifier) @held type: (_) @of))
(template_body (val_declaration name: (identifier) @held type: (_) @of))
(tuple_pattern (identifier) @bound)
(case_class_pattern pattern: (identifier) @bound)
(capture_pattern name: (identifier) @bound)
(enumerator . (identifier) @bound)
