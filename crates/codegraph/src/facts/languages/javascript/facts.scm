; What JavaScript and TypeScript share. Names are wildcards, since the two grammars name them differently.

(comment) @lead
(decorator) @lead

(class_declaration name: (_) @name) @symbol.class
(class name: (_) @name) @symbol.class
(class !name body: (_) @anonymous)
(function_declaration name: (_) @name) @symbol.function
(generator_function_declaration name: (_) @name) @symbol.function
(method_definition name: (_) @name) @symbol.method

(variable_declarator name: (identifier) @name value: (arrow_function body: (_) @body)) @symbol.function
(variable_declarator name: (identifier) @name value: (function_expression body: (_) @body)) @symbol.function
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @symbol.class
(pair key: (property_identifier) @name value: (arrow_function body: (_) @body)) @symbol.method
(pair key: (property_identifier) @name value: (function_expression body: (_) @body)) @symbol.method
(pair key: (string) @name value: (arrow_function body: (_) @body)) @symbol.method
(pair key: (string) @name value: (function_expression body: (_) @body)) @symbol.method
(pair key: (computed_property_name (string) @name) value: (arrow_function body: (_) @body)) @symbol.method
(pair key: (computed_property_name (string) @name) value: (function_expression body: (_) @body)) @symbol.method
(assignment_expression left: (member_expression property: (property_identifier) @name) right: (arrow_function body: (_) @body)) @symbol.function
(assignment_expression left: (member_expression property: (property_identifier) @name) right: (function_expression body: (_) @body)) @symbol.function
(assignment_expression left: (member_expression property: (property_identifier) @name) right: (class body: (_) @body)) @symbol.class
; A member of what a function makes.
(assignment_expression left: (member_expression object: (member_expression object: (identifier) @owner property: (property_identifier =prototype)) property: (property_identifier) @name) right: (arrow_function body: (_) @body)) @symbol.function
(assignment_expression left: (member_expression object: (member_expression object: (identifier) @owner property: (property_identifier =prototype)) property: (property_identifier) @name) right: (function_expression body: (_) @body)) @symbol.function
(assignment_expression left: (member_expression object: (identifier) @owner property: (property_identifier =prototype)) right: (object (pair key: (property_identifier) @name value: (function_expression body: (_) @body)) @symbol.method))
(assignment_expression left: (member_expression object: (identifier) @owner property: (property_identifier =prototype)) right: (object (method_definition name: (_) @name) @symbol.method))
; A function with several names: `a.b = a.c = function …`.
(assignment_expression left: (member_expression property: (property_identifier) @name) right: (assignment_expression right: (arrow_function body: (_) @body))) @symbol.function
(assignment_expression left: (member_expression property: (property_identifier) @name) right: (assignment_expression right: (function_expression body: (_) @body))) @symbol.function
(assignment_expression left: (member_expression property: (property_identifier) @name) right: (assignment_expression right: (assignment_expression right: (arrow_function body: (_) @body)))) @symbol.function
(assignment_expression left: (member_expression property: (property_identifier) @name) right: (assignment_expression right: (assignment_expression right: (function_expression body: (_) @body)))) @symbol.function

(program (lexical_declaration (variable_declarator name: (identifier) @name) @symbol.constant))
(program (variable_declaration (variable_declarator name: (identifier) @name) @symbol.variable))
(program (_ (variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name) value: (call_expression function: (identifier !=require))) @symbol.constant))
(program (_ (variable_declarator name: (object_pattern (pair_pattern value: (identifier) @name)) value: (call_expression function: (identifier !=require))) @symbol.constant))
(program (_ (variable_declarator name: (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)) value: (call_expression function: (identifier !=require))) @symbol.constant))
(program (_ (variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name) value: (identifier)) @symbol.constant))
(program (_ (variable_declarator name: (object_pattern (pair_pattern value: (identifier) @name)) value: (identifier)) @symbol.constant))
(program (_ (variable_declarator name: (object_pattern (pair_pattern value: (assignment_pattern left: (object_pattern (pair_pattern value: (identifier) @name))))) value: (identifier)) @symbol.constant))
(export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name) @symbol.constant))
(export_statement declaration: (variable_declaration (variable_declarator name: (identifier) @name) @symbol.variable))
(export_statement declaration: (_ (variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name)) @symbol.constant))
(export_statement declaration: (_ (variable_declarator name: (object_pattern (pair_pattern value: (identifier) @name))) @symbol.constant))
(export_statement declaration: (_ (variable_declarator name: (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name))) @symbol.constant))
(export_statement declaration: (_ (variable_declarator name: (object_pattern (rest_pattern (identifier) @name))) @symbol.constant))
(export_statement declaration: (_ (variable_declarator name: (array_pattern (identifier) @name)) @symbol.constant))
(export_statement declaration: (_ (variable_declarator name: (array_pattern (assignment_pattern left: (identifier) @name))) @symbol.constant))
(export_statement declaration: (_ (variable_declarator name: (array_pattern (rest_pattern (identifier) @name))) @symbol.constant))
(export_statement declaration: (_ (variable_declarator name: (object_pattern (pair_pattern value: (object_pattern (shorthand_property_identifier_pattern) @name)))) @symbol.constant))
(export_statement declaration: (_ (variable_declarator name: (object_pattern (pair_pattern value: (object_pattern (pair_pattern value: (identifier) @name))))) @symbol.constant))
(export_statement declaration: (_ (variable_declarator name: (object_pattern (pair_pattern value: (array_pattern (identifier) @name)))) @symbol.constant))
(export_statement declaration: (_ (variable_declarator name: (object_pattern (pair_pattern value: (assignment_pattern left: (identifier) @name)))) @symbol.constant))
(export_statement declaration: (_ (variable_declarator name: (array_pattern (object_pattern (shorthand_property_identifier_pattern) @name))) @symbol.constant))

; What a module exports without a name.
(export_statement "default" @unnamed value: (arrow_function body: (_) @body)) @symbol.function
(export_statement "default" @unnamed value: (function_expression !name body: (_) @body)) @symbol.function
(export_statement "default" @unnamed value: (generator_function !name body: (_) @body)) @symbol.function
(export_statement "default" @unnamed value: (class !name body: (_) @body)) @symbol.class
(export_statement "default" @unnamed value: (object) @body) @symbol.constant
(export_statement "default" @unnamed value: (array)) @symbol.constant
(export_statement "default" @unnamed value: (string)) @symbol.constant
(export_statement "default" @unnamed value: (template_string)) @symbol.constant
(export_statement "default" @unnamed value: (number)) @symbol.constant
(export_statement "default" @unnamed value: (new_expression)) @symbol.constant
(export_statement "default" @unnamed value: (call_expression function: (_ !=require) arguments: (arguments . (object)))) @symbol.constant
(export_statement "default" @unnamed value: (call_expression function: (_ !=require) arguments: (arguments . (arrow_function)))) @symbol.constant
(export_statement "default" @unnamed value: (call_expression function: (_ !=require) arguments: (arguments . (function_expression !name)))) @symbol.constant
(export_statement "default" @unnamed value: (parenthesized_expression (object) @body)) @symbol.constant
(export_statement "default" @unnamed value: (parenthesized_expression (arrow_function body: (_) @body))) @symbol.function
(program (expression_statement (assignment_expression left: (member_expression object: (identifier =module) property: (property_identifier =exports) @unnamed) right: (arrow_function body: (_) @body))) @symbol.function)
(program (expression_statement (assignment_expression left: (member_expression object: (identifier =module) property: (property_identifier =exports) @unnamed) right: (function_expression !name body: (_) @body))) @symbol.function)
(program (expression_statement (assignment_expression left: (member_expression object: (identifier =module) property: (property_identifier =exports) @unnamed) right: (class !name body: (_) @body))) @symbol.class)
(program (expression_statement (assignment_expression left: (member_expression object: (identifier =module) property: (property_identifier =exports) @unnamed) right: (object) @body)) @symbol.constant)
(program (expression_statement (assignment_expression left: (member_expression object: (identifier =module) property: (property_identifier =exports) @unnamed) right: (array))) @symbol.constant)
(program (expression_statement (assignment_expression left: (member_expression object: (identifier =module) property: (property_identifier =exports) @unnamed) right: (new_expression))) @symbol.constant)
(program (expression_statement (assignment_expression left: (member_expression object: (identifier =module) property: (property_identifier =exports) @unnamed) right: (call_expression function: (_ !=require) arguments: (arguments . (object))))) @symbol.constant)
(program (expression_statement (assignment_expression left: (member_expression object: (identifier =module) property: (property_identifier =exports) @unnamed) right: (call_expression function: (_ !=require) arguments: (arguments . (arrow_function))))) @symbol.constant)
(program (expression_statement (assignment_expression left: (member_expression object: (identifier =module) property: (property_identifier =exports) @unnamed) right: (call_expression function: (_ !=require) arguments: (arguments . (function_expression !name))))) @symbol.constant)

; A declaration reaches as far as the statement that it is all of.
(export_statement declaration: (_ name: (_) @name)) @widen
(lexical_declaration . (variable_declarator name: (identifier) @name) .) @widen
(variable_declaration . (variable_declarator name: (identifier) @name) .) @widen
(export_statement declaration: (lexical_declaration . (variable_declarator name: (identifier) @name) .)) @widen
(export_statement declaration: (variable_declaration . (variable_declarator name: (identifier) @name) .)) @widen
(expression_statement (assignment_expression left: (member_expression property: (property_identifier) @name))) @widen
(expression_statement (assignment_expression right: (assignment_expression left: (member_expression property: (property_identifier) @name)))) @widen
(expression_statement (assignment_expression right: (assignment_expression right: (assignment_expression left: (member_expression property: (property_identifier) @name))))) @widen

(identifier) @reference
(property_identifier) @reference
(shorthand_property_identifier) @reference
(private_property_identifier) @reference
(member_expression object: (_) @qualifier property: (_) @reference)

(call_expression function: (identifier) @call)
(call_expression function: (parenthesized_expression (identifier) @call))
(call_expression function: (member_expression object: (_) @qualifier property: (_) @call))
(call_expression function: (subscript_expression object: (_) @qualifier index: (string (string_fragment) @call)))
(subscript_expression object: (_) @qualifier index: (string (string_fragment) @reference))
(call_expression function: (super) @call)
; A module that is called where it is loaded: `require('a')(b)`.
(call_expression function: (call_expression function: (identifier =require) arguments: (_) @call) @import)
(new_expression constructor: (identifier) @call)
(new_expression constructor: (member_expression object: (_) @qualifier property: (_) @call))

(import_statement) @import
(export_statement) @import
(program (import_statement) @module)
(program (export_statement) @module)
(variable_declarator value: (await_expression (call_expression function: (import)))) @import
(variable_declarator value: (call_expression function: (identifier =require))) @import
(variable_declarator value: (member_expression object: (call_expression function: (identifier =require)))) @import
(variable_declarator name: (object_pattern) value: (identifier)) @import
(variable_declarator value: (member_expression object: (parenthesized_expression (await_expression (call_expression function: (import)))))) @import
; What is loaded when it is needed: `lazy(() => import('a'))`, `import('a').then((b) => …)`.
(variable_declarator value: (call_expression arguments: (arguments . (arrow_function body: (call_expression))))) @import
(call_expression function: (member_expression object: (call_expression function: (import)) property: (property_identifier =then)) arguments: (arguments . (arrow_function parameters: (_) @import)))
(call_expression function: (member_expression object: (call_expression function: (import)) property: (property_identifier =then)) arguments: (arguments . (arrow_function parameter: (_) @import)))
; What a CommonJS module exports.
(assignment_expression left: (member_expression object: (identifier =module|exports))) @import
(assignment_expression left: (member_expression object: (member_expression object: (identifier =module)))) @import
(assignment_expression left: (member_expression object: (identifier =module) property: (property_identifier =exports)) right: (function_expression name: (identifier) @name body: (_) @body)) @symbol.function

; What an object's parts go by.
(pair key: (property_identifier) @key)
(pair_pattern key: (property_identifier) @key)
(shorthand_property_identifier) @shorthand

; Names that parameters and locals give.
(variable_declarator name: (identifier) @bound)
(variable_declarator name: (array_pattern (identifier) @bound))
(object_pattern (shorthand_property_identifier_pattern) @bound)
(pair_pattern value: (identifier) @bound)
(assignment_pattern left: (identifier) @bound)
(object_assignment_pattern left: (shorthand_property_identifier_pattern) @bound)
(rest_pattern (identifier) @bound)
(formal_parameters (identifier) @bound)
(formal_parameters (array_pattern (identifier) @bound))
(arrow_function parameter: (identifier) @bound)
(catch_clause parameter: (identifier) @bound)
(for_in_statement left: (identifier) @bound)
(for_in_statement left: (array_pattern (identifier) @bound))
(function_expression name: (identifier) @bound)
(export_statement "default" @bound value: (new_expression))
(export_statement "default" @bound value: (call_expression))
(generator_function name: (identifier) @bound)

; What a check says about a value.
(if_statement condition: (parenthesized_expression (binary_expression "instanceof" left: (identifier) @narrowed right: (_) @of)) consequence: (_) @within)

; What `this` is.
(class_body (method_definition "static") @self.type)
(class_body (method_definition) @self.value)
(class_body (class_static_block) @self.type)
(object (method_definition) @self.other)
(function_declaration) @self.other
(function_expression) @self.other
(generator_function) @self.other
(generator_function_declaration) @self.other

; Variables that get another value.
(assignment_expression left: (identifier) @assigned)
(assignment_expression left: (array_pattern (identifier) @assigned))
(assignment_expression left: (object_pattern (shorthand_property_identifier_pattern) @assigned))
(assignment_expression left: (object_pattern (pair_pattern value: (identifier) @assigned)))
(augmented_assignment_expression left: (identifier) @assigned)
