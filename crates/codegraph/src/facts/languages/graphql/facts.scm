(comment) @lead

(object_type_definition (name) @name) @symbol.type
(interface_type_definition (name) @name) @symbol.interface
(enum_type_definition (name) @name) @symbol.enum
(input_object_type_definition (name) @name) @symbol.type
(union_type_definition (name) @name) @symbol.union
(scalar_type_definition (name) @name) @symbol.type
(object_type_extension (name) @name) @symbol.extension
(directive_definition (name) @name) @symbol.directive
(operation_definition (name) @name) @symbol.operation
(fragment_definition (fragment_name (name) @name)) @symbol.fragment
(field_definition (name) @name) @symbol.field
(input_fields_definition (input_value_definition (name) @name) @symbol.field)
(enum_value_definition (enum_value (name) @name)) @symbol.variant

(named_type (name) @reference)
(directive (name) @reference)
(fragment_spread (fragment_name (name) @call))
(selection (field (name) @reference))
(implements_interfaces (named_type (name) @heritage))
