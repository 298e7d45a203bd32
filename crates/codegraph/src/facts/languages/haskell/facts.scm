(comment) @lead
(haddock) @lead
(declarations (signature) @lead)

(data_type name: (name) @name) @symbol.data
(newtype name: (name) @name) @symbol.newtype
(type_synonym name: (name) @name) @symbol.type
(type_family name: (name) @name) @symbol.type
(class name: (name) @name) @symbol.typeclass
(instance name: (name) @heritage patterns: (type_patterns . (name) @name)) @symbol.impl
(instance name: (name) @heritage patterns: (type_patterns . (parens (apply constructor: (name) @name)))) @symbol.impl
(instance name: (name) @heritage)
(class_declarations (signature name: (variable) @name) @symbol.function)
(class_declarations (function name: (variable) @name match: (_) @body) @symbol.function)
(instance_declarations (function name: (variable) @name match: (_) @body) @symbol.function)
(instance_declarations (bind name: (variable) @name match: (_) @body) @symbol.function)
(declarations (function name: (variable) @name match: (_) @body) @symbol.function)
(declarations (bind name: (variable) @name match: (_) @body) @symbol.function)
(local_binds (function name: (variable) @name match: (_) @body) @symbol.function)
(data_constructor (prefix name: (constructor) @name)) @symbol.variant
(data_constructor (record name: (constructor) @name)) @symbol.variant
(newtype_constructor name: (constructor) @name) @symbol.variant
(field name: (field_name (variable) @name)) @symbol.field
(pattern_synonym (equation synonym: (apply function: (constructor) @name))) @symbol.variant

(variable) @reference
(name) @reference
(constructor) @reference
(qualified module: (module) @qualifier id: (_) @reference)
(apply function: (variable) @call)
(apply function: (qualified module: (module) @qualifier id: (variable) @call))
(infix_id (variable) @call)
(infix_id (qualified module: (module) @qualifier id: (variable) @call))
; What an operator of application or composition applies.
(infix left_operand: (variable) @call operator: (operator =$|$!|.|<$>|=<<))
(infix left_operand: (qualified module: (module) @qualifier id: (variable) @call) operator: (operator =$|$!|.|<$>|=<<))
(infix operator: (operator =.|>>=|&|<&>) right_operand: (variable) @call)
(infix operator: (operator =.|>>=|&|<&>) right_operand: (qualified module: (module) @qualifier id: (variable) @call))

(import) @import

; Names that parameters and locals give.
(patterns (variable) @bound)
(bind pattern: (variable) @bound)
(lambda patterns: (patterns (variable) @bound))
(local_binds (bind name: (variable) @bound))

; Operators.
(class_declarations (signature name: (prefix_id (operator) @name)) @symbol.function)
(class_declarations (function (infix operator: (operator) @name) match: (_) @body) @symbol.function)
(instance_declarations (function name: (prefix_id (operator) @name) match: (_) @body) @symbol.function)
(instance_declarations (function (infix operator: (operator) @name) match: (_) @body) @symbol.function)
(instance_declarations (bind name: (prefix_id (operator) @name) match: (_) @body) @symbol.function)
(declarations (function name: (prefix_id (operator) @name) match: (_) @body) @symbol.function)
(declarations (function (infix operator: (operator) @name) match: (_) @body) @symbol.function)
(declarations (function (infix operator: (infix_id (variable) @name)) match: (_) @body) @symbol.function)
(declarations (bind name: (prefix_id (operator) @name) match: (_) @body) @symbol.function)
(data_constructor (infix operator: (constructor_operator) @name)) @symbol.variant
