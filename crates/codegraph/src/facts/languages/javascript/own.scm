; What only the JavaScript grammar has.

(field_definition property: (_) @name value: (arrow_function body: (_) @body)) @symbol.method
(field_definition property: (_) @name) @symbol.field
(assignment_expression left: (member_expression object: (this) property: (_) @held))
(class_heritage (identifier) @heritage)
(class_heritage (member_expression property: (_) @heritage))
; A function that is given a class makes one that extends it.
(class_heritage (call_expression arguments: (arguments (identifier) @heritage)))
(class_heritage (call_expression arguments: (arguments (call_expression arguments: (arguments (identifier) @heritage)))))
