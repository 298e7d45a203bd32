(comment) @lead

(function_declaration name: (_) @name) @symbol.function
(method_declaration receiver: (parameter_list (parameter_declaration type: (type_identifier) @owner)) name: (_) @name) @symbol.method
(method_declaration receiver: (parameter_list (parameter_declaration type: (pointer_type (type_identifier) @owner))) name: (_) @name) @symbol.method
(method_declaration receiver: (parameter_list (parameter_declaration type: (generic_type type: (type_identifier) @owner))) name: (_) @name) @symbol.method
(method_declaration receiver: (parameter_list (parameter_declaration type: (pointer_type (generic_type type: (type_identifier) @owner)))) name: (_) @name) @symbol.method
(type_spec name: (_) @name type: (struct_type)) @symbol.struct
(type_spec name: (_) @name type: (interface_type)) @symbol.interface
(type_spec name: (_) @name) @symbol.type
(type_alias name: (_) @name) @symbol.type
(source_file (const_declaration (const_spec name: (identifier) @name) @symbol.constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @symbol.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @symbol.variable)))
(field_declaration name: (field_identifier) @name) @symbol.field
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

(struct_type (field_declaration_list (field_declaration !name type: (type_identifier) @heritage)))
(struct_type (field_declaration_list (field_declaration !name type: (qualified_type name: (_) @heritage))))
(interface_type (type_elem (type_identifier) @heritage))
(interface_type (type_elem (qualified_type name: (_) @heritage)))

; Names that parameters and locals give.
(parameter_declaration name: (identifier) @bound)
(short_var_declaration left: (expression_list (identifier) @bound))
(range_clause left: (expression_list (identifier) @bound))

(import_spec) @import
