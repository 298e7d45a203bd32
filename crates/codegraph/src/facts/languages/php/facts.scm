(comment) @lead

(class_declaration name: (_) @name) @symbol.class
(interface_declaration name: (_) @name) @symbol.interface
(trait_declaration name: (_) @name) @symbol.trait
(enum_declaration name: (_) @name) @symbol.enum
(enum_case name: (_) @name) @symbol.variant
(function_definition name: (_) @name) @symbol.function
; A method of a trait under another name.
(use_as_clause (_) . (name) @name) @symbol.method
(use_as_clause (_) . (visibility_modifier) . (name) @name) @symbol.method
(method_declaration name: (_) @name) @symbol.method
(property_declaration (property_element name: (variable_name (name) @name))) @symbol.field
(property_promotion_parameter name: (variable_name (name) @name)) @symbol.field
(const_declaration (const_element . (name) @name)) @symbol.constant
(function_call_expression function: (name =define) arguments: (arguments . (argument (string (string_content) @name)))) @symbol.constant

(namespace_definition name: (_) @package)
(namespace_use_declaration) @import
(namespace_name) @segments

(name) @reference
(member_access_expression object: (_) @qualifier name: (name) @reference)
(nullsafe_member_access_expression object: (_) @qualifier name: (name) @reference)
(scoped_property_access_expression scope: (_) @qualifier name: (variable_name (name) @reference))
(function_call_expression function: (name) @call)
(function_call_expression function: (qualified_name (name) @call))
(function_call_expression function: (qualified_name . "\" @qualifier . (name) @call))
(function_call_expression function: (qualified_name prefix: (namespace_name) @qualifier (name) @call))
(function_call_expression function: (relative_name . "namespace" @qualifier (name) @call))
(function_call_expression function: (relative_name . "namespace" @qualifier (namespace_name) (name) @call))
(member_call_expression object: (_) @qualifier name: (name) @call)
(nullsafe_member_call_expression object: (_) @qualifier name: (name) @call)
(scoped_call_expression scope: (_) @qualifier name: (name) @call)
(class_constant_access_expression . (_) @qualifier . (name) @reference .)
(object_creation_expression (name) @call)
(object_creation_expression (qualified_name (name) @call))
(object_creation_expression (qualified_name prefix: (namespace_name) @qualifier (name) @call))
(object_creation_expression (qualified_name . "\" @qualifier . (name) @call))
(qualified_name prefix: (namespace_name) @qualifier (name) @reference)
(qualified_name . "\" @qualifier . (name) @reference)
(object_creation_expression (relative_name . "namespace" @qualifier (name) @call))
(object_creation_expression (relative_name . "namespace" @qualifier (namespace_name) (name) @call))
(relative_name . "namespace" @qualifier (name) @reference)
(relative_name . "namespace" @qualifier (namespace_name) (name) @reference)
; A method of an object or of a class as a value.
(array_creation_expression . (array_element_initializer (_) @qualifier) . (array_element_initializer (string (string_content) @reference)) .)
(array_creation_expression . (array_element_initializer (_) @qualifier) . (array_element_initializer (encapsed_string . (string_content) @reference .)) .)
(array_creation_expression . (array_element_initializer (class_constant_access_expression . (name) @qualifier)) . (array_element_initializer (string (string_content) @reference)) .)

(base_clause (name) @heritage)
(base_clause (qualified_name (name) @heritage))
(base_clause (relative_name (name) @heritage))
(class_interface_clause (name) @heritage)
(class_interface_clause (qualified_name (name) @heritage))
(class_interface_clause (relative_name (name) @heritage))
; A class without a name.
(anonymous_class body: (_) @anonymous)
(anonymous_class (base_clause (name) @nameless) body: (_) @anonymous)
(anonymous_class (base_clause (name) @nameless))
(anonymous_class (class_interface_clause (name) @nameless))
(use_declaration (name) @heritage)
(use_declaration . (name) @qualifier . (use_list (use_as_clause . (name) @reference)))
(use_as_clause . (class_constant_access_expression . (_) @qualifier (name) @reference))
(use_declaration (qualified_name (name) @heritage))
(use_declaration (relative_name (name) @heritage))

; Names that parameters and locals give, and the types that they are said to have.
(simple_parameter type: (_) @of name: (variable_name) @bound)
(simple_parameter !type name: (variable_name) @bound)
(property_promotion_parameter type: (_) @of name: (variable_name) @bound)
(assignment_expression left: (variable_name) @bound)
(catch_clause type: (type_list . (_) @of .) name: (variable_name) @bound)
(foreach_statement (variable_name) @bound body: (_))
(foreach_statement (by_ref (variable_name) @bound))
(foreach_statement (pair (variable_name) @bound))
(list_literal (variable_name) @bound)

(property_declaration type: (_) @of (property_element name: (variable_name (name) @held)))
(property_declaration !type (property_element name: (variable_name (name) @held)))
(property_promotion_parameter type: (_) @of name: (variable_name (name) @held))
(assignment_expression left: (member_access_expression object: (variable_name =$this) name: (name) @held) right: (object_creation_expression))
(assignment_expression left: (member_access_expression object: (variable_name =$this) name: (name) @held) right: (variable_name))

; What a check says about a value.
(if_statement condition: (parenthesized_expression (binary_expression "instanceof" left: (variable_name) @narrowed right: (_) @of)) body: (_) @within)

; A function that gets another `$this`.
(scoped_call_expression scope: (name =Closure) name: (name =bind) arguments: (arguments . (argument (anonymous_function) @self.other)))
(member_call_expression object: (parenthesized_expression (anonymous_function) @self.other) name: (name =bindTo|call))
