; What only the JavaScript grammar has.

(field_definition property: (_) @name value: (arrow_function body: (_) @body)) @symbol.method
(field_definition property: (_) @name) @symbol.field
(assignment_expression left: (member_expression object: (this) property: (_) @held))
(class_heritage (identifier) @heritage)
(class_heritage (member_expression property: (_) @heritage))
