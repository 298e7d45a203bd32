(comment) @lead

; The blank identifier declares nothing.
(function_declaration name: (identifier !=_) @name) @symbol.function
(method_declaration receiver: (parameter_list (parameter_declaration type: (type_identifier) @owner)) name: (_) @name) @symbol.method
(method_declaration receiver: (parameter_list (parameter_declaration type: (pointer_type (type_identifier) @owner))) name: (_) @name) @symbol.method
(method_declaration receiver: (parameter_list (parameter_declaration type: (generic_type type: (type_identifier) @owner))) name: (_) @name) @symbol.method
(method_declaration receiver: (parameter_list (parameter_declaration type: (pointer_type (generic_type type: (type_identifier) @owner)))) name: (_) @name) @symbol.method
(type_spec name: (_) @name type: (struct_type)) @symbol.struct
(type_spec name: (_) @name type: (interface_type)) @symbol.interface
(type_spec name: (_) @name) @symbol.type
(type_alias name: (_) @name) @symbol.type
(source_file (const_declaration (const_spec name: (identifier !=_) @name) @symbol.constant))
(source_file (var_declaration (var_spec name: (identifier !=_) @name) @symbol.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier !=_) @name) @symbol.variable)))
(field_declaration name: (field_identifier !=_) @name) @symbol.field
(method_elem name: (_) @name) @symbol.method

(type_declaration . (type_spec name: (_) @name) .) @widen
(type_declaration . (type_alias name: (_) @name) .) @widen
(const_declaration . (const_spec name: (identifier) @name) .) @widen
(var_declaration . (var_spec name: (identifier) @name) .) @widen

(identifier) @reference
(type_identifier) @reference
(field_identifier) @reference
(selector_expression operand: (_) @qualifier field: (_) @reference)
(qualified_type package: (_) @qualifier name: (_) @reference)
(call_expression function: (identifier) @call)
(call_expression function: (selector_expression operand: (_) @qualifier field: (_) @call))
; With type arguments, the grammar takes a call with one argument for a conversion.
(type_conversion_expression type: (generic_type type: (type_identifier) @call))
(type_conversion_expression type: (generic_type type: (qualified_type package: (_) @qualifier name: (_) @call)))
(call_expression function: (index_expression operand: (identifier) @call))
(call_expression function: (index_expression operand: (selector_expression operand: (_) @qualifier field: (_) @call)))
(call_expression function: (type_instantiation_expression type: (type_identifier) @call))
(call_expression function: (type_instantiation_expression type: (qualified_type package: (_) @qualifier name: (_) @call)))

(struct_type (field_declaration_list (field_declaration !name type: (type_identifier) @heritage)))
(struct_type (field_declaration_list (field_declaration !name type: (qualified_type name: (_) @heritage))))
(struct_type (field_declaration_list (field_declaration !name type: (generic_type type: (type_identifier) @heritage))))
(struct_type (field_declaration_list (field_declaration !name type: (generic_type type: (qualified_type name: (_) @heritage)))))
(interface_type (type_elem (type_identifier) @heritage))
(interface_type (type_elem (qualified_type name: (_) @heritage)))
(interface_type (type_elem (generic_type type: (type_identifier) @heritage)))

; Names that parameters and locals give.
(parameter_declaration name: (identifier) @bound type: (_) @of)
(variadic_parameter_declaration name: (identifier) @bound)
(type_parameter_declaration name: (identifier) @bound type: (_) @of)
(short_var_declaration left: (expression_list (identifier) @bound))
(short_var_declaration left: (expression_list . (identifier) @bound .) right: (expression_list . (call_expression function: (identifier =new) arguments: (argument_list . (_) @made .)) .))
(var_spec name: (identifier) @bound type: (_) @of)
(var_spec name: (identifier) @bound !type)
(const_spec name: (identifier) @bound type: (_) @of)
(type_switch_statement alias: (expression_list (identifier) @bound))
(range_clause left: (expression_list (identifier) @bound))

(package_clause (package_identifier) @package)
(import_spec) @import

; Fields; an embedded one has the name of its type.
(field_declaration name: (field_identifier) @held type: (_) @of)
(field_declaration !name type: (type_identifier) @held @of)
(field_declaration !name type: (qualified_type name: (_) @held) @of)

; What a check says about a value.
(type_switch_statement alias: (expression_list (identifier) @narrowed) (type_case type: (_) @of) @within)
