(comment) @lead

(class name: (constant) @name) @symbol.class
(class name: (scope_resolution name: (constant) @name)) @symbol.class
(module name: (constant) @name) @symbol.module
(module name: (scope_resolution name: (constant) @name)) @symbol.module
(method name: (_) @name) @symbol.method
(singleton_method name: (_) @name) @symbol.method
(assignment left: (constant) @name) @symbol.constant

(identifier) @reference
(constant) @reference
(scope_resolution scope: (_) @qualifier name: (constant) @reference)
(call !receiver method: (identifier) @call)
(call receiver: (_) @qualifier method: (identifier) @call)

(superclass (constant) @heritage)
(superclass (scope_resolution name: (constant) @heritage))
; What a module lends.
(call !receiver method: (identifier =include|extend|prepend) arguments: (argument_list (constant) @heritage))
(call !receiver method: (identifier =include|extend|prepend) arguments: (argument_list (scope_resolution name: (constant) @heritage)))
