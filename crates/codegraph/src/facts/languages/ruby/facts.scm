(comment) @lead

(class name: (constant) @name) @symbol.class
(class name: (scope_resolution scope: (_) @owner name: (constant) @name)) @symbol.class
(class name: (scope_resolution !scope name: (constant) @name)) @symbol.class
(module name: (constant) @name) @symbol.module
(module name: (scope_resolution scope: (_) @owner name: (constant) @name)) @symbol.module
(module name: (scope_resolution !scope name: (constant) @name)) @symbol.module
(method name: (_) @name) @symbol.method
(singleton_method name: (_) @name) @symbol.method
(call !receiver method: (identifier =attr|attr_accessor|attr_reader) arguments: (argument_list (simple_symbol) @name)) @symbol.method
(call !receiver method: (identifier =attr|attr_accessor|attr_reader) arguments: (argument_list (string (string_content) @name))) @symbol.method
(call !receiver method: (identifier =attr_accessor|attr_writer) arguments: (argument_list (simple_symbol) @writer)) @symbol.method
(call !receiver method: (identifier =attr_accessor|attr_writer) arguments: (argument_list (string (string_content) @writer))) @symbol.method
(alias name: (_) @name) @symbol.method
(call !receiver method: (identifier =alias_method) arguments: (argument_list . (simple_symbol) @name)) @symbol.method
(call !receiver method: (identifier =alias_method) arguments: (argument_list . (string (string_content) @name))) @symbol.method
(call !receiver method: (identifier =def_delegators|def_instance_delegators) arguments: (argument_list . (_) (simple_symbol) @name)) @symbol.method
(call !receiver method: (identifier =def_delegator|def_instance_delegator) arguments: (argument_list . (_) . (simple_symbol) @name .)) @symbol.method
(call !receiver method: (identifier =def_delegator|def_instance_delegator) arguments: (argument_list . (_) . (_) . (simple_symbol) @name)) @symbol.method
(call !receiver method: (identifier =define_method|define_singleton_method) arguments: (argument_list . (simple_symbol) @name)) @symbol.method
(call !receiver method: (identifier =define_method|define_singleton_method) arguments: (argument_list . (string (string_content) @name))) @symbol.method
(call receiver: (self) method: (identifier =define_method|define_singleton_method) arguments: (argument_list . (simple_symbol) @name)) @symbol.method
; What a call in the body of a type names and gives a function, and nothing else: `scope :recent, -> { … }`.
(class body: (body_statement (call !receiver arguments: (argument_list . (simple_symbol) @name . (lambda) .)) @symbol.method))
(class body: (body_statement (call !receiver arguments: (argument_list . (simple_symbol) @name . (call !receiver method: (identifier =lambda|proc)) .)) @symbol.method))
(module body: (body_statement (call block: (_ body: (body_statement (call !receiver arguments: (argument_list . (simple_symbol) @name . (lambda) .)) @symbol.method)))))
; A class that a call makes, and the members that it gets.
(assignment left: (constant) @name right: (call receiver: (constant =Class|Data|Struct) method: (identifier =define|new))) @symbol.class
(assignment left: (constant) @name right: (call receiver: (constant =Module) method: (identifier =new))) @symbol.module
(call receiver: (constant =Data|Struct) method: (identifier =define|new) arguments: (argument_list (simple_symbol) @name @symbol.method))
(assignment left: (constant) @name) @symbol.constant

(identifier) @reference
(constant) @reference
(scope_resolution scope: (_) @qualifier name: (constant) @reference)
(scope_resolution !scope "::" @qualifier name: (constant) @reference)
(call !receiver method: (identifier) @call)
; `{ a: }` is short for `{ a: a }`.
(pair !value key: (hash_key_symbol) @reference)
(call receiver: (_) @qualifier method: (identifier) @call)
(call receiver: (_) @qualifier method: (operator) @call)
(super) @call
(call receiver: (constant) @call method: (identifier =new))
(call receiver: (scope_resolution name: (constant) @call) method: (identifier =new))
; A symbol may name a method that is called later: on each element of a collection, or on the object itself.
(block_argument (simple_symbol) @call) @qualifier
(argument_list (simple_symbol) @reference @uncalled)
(argument_list (pair value: (simple_symbol) @reference @uncalled))
(argument_list (pair value: (array (simple_symbol) @reference @uncalled)))

(superclass (constant) @heritage)
(superclass (scope_resolution name: (constant) @heritage))
(assignment right: (call receiver: (constant =Class) method: (identifier =new) arguments: (argument_list . (constant) @heritage)))
(assignment right: (call receiver: (constant =Class) method: (identifier =new) arguments: (argument_list . (scope_resolution name: (constant) @heritage))))
; What a module lends.
(call !receiver method: (identifier =include|extend|prepend) arguments: (argument_list (constant) @heritage))
(call !receiver method: (identifier =include|extend|prepend) arguments: (argument_list (scope_resolution name: (constant) @heritage)))

(alias alias: (simple_symbol) @reference)
(alias) @uncalled
(call !receiver method: (identifier =alias_method) arguments: (argument_list) @uncalled)
(undef) @uncalled

; Names that parameters and locals give. Any other bare name is a call.
(method_parameters (identifier) @bound)
(block_parameters (identifier) @bound)
(lambda_parameters (identifier) @bound)
(optional_parameter name: (identifier) @bound)
(keyword_parameter name: (identifier) @bound)
(splat_parameter name: (identifier) @bound)
(hash_splat_parameter name: (identifier) @bound)
(block_parameter name: (identifier) @bound)
(destructured_parameter (identifier) @bound)
(assignment left: (identifier) @bound)
(operator_assignment left: (identifier) @bound)
(left_assignment_list (identifier) @bound)
(destructured_left_assignment (identifier) @bound)
(rest_assignment (identifier) @bound)
(exception_variable (identifier) @bound)
(for pattern: (identifier) @bound)
(in_clause pattern: (identifier) @bound)
(as_pattern name: (identifier) @bound)
(array_pattern (identifier) @bound)
(find_pattern (identifier) @bound)
(keyword_pattern value: (identifier) @bound)
(keyword_pattern !value key: (hash_key_symbol) @bound)

(assignment left: (instance_variable) @held)
(operator_assignment left: (instance_variable) @held)
(call !receiver method: (identifier =require|require_relative|load)) @loads

; What `self` is.
(class) @self.type
(singleton_class body: (body_statement (method) @self.type))
(singleton_method) @self.type
(method) @self.value
(class body: (body_statement (call block: (_) @self.any)))
(class body: (body_statement (call receiver: (_) block: (_) @self.other)))
(call receiver: (constant =Class|Data|Module|Struct) method: (identifier =define|new) block: (_) @self.other)
(call method: (identifier =class_eval|class_exec|instance_eval|instance_exec|module_eval|module_exec) block: (_) @self.other)
(call !receiver method: (identifier =define_method) block: (_) @self.value)
