; Declarations are calls here; the called name decides the kind.

(comment) @lead
(unary_operator "@" operand: (call target: (identifier =doc|typedoc|spec|impl|deprecated|since|dialyzer|tag|describetag))) @lead

(call target: (identifier =defmodule) (arguments . (alias) @name) (do_block) @body) @symbol.module
(call target: (identifier =defmodule) (arguments . (alias) @name . (keywords (pair key: (keyword =do:) value: (_) @body)))) @symbol.module
(call target: (identifier =defmodule) (arguments . (dot right: (alias) @name)) (do_block) @body) @symbol.module
(call target: (identifier =defprotocol) (arguments . (alias) @name) (do_block) @body) @symbol.protocol
(call target: (identifier =defimpl) (arguments . (alias) @heritage . (keywords (pair key: (keyword =for:) value: (alias) @name))) (do_block) @body) @symbol.impl
(call target: (identifier =defimpl) (arguments . (alias) @heritage))

; The fields of a struct.
(call target: (identifier =defstruct|defexception) (arguments (list (atom) @name @symbol.field)))
(call target: (identifier =defstruct|defexception) (arguments (list (keywords (pair key: (keyword) @name) @symbol.field))))
(call target: (identifier =defstruct|defexception) (arguments . (keywords (pair key: (keyword) @name) @symbol.field)))
(call target: (identifier =def|defp|defdelegate) (arguments . (call target: (identifier) @name))) @symbol.function
(call target: (identifier =def|defp|defdelegate) (arguments . (identifier) @name)) @symbol.function
(call target: (identifier =def|defp) (arguments . (binary_operator "when" left: (call target: (identifier) @name)))) @symbol.function
(call target: (identifier =def|defp) (arguments . (binary_operator "when" left: (identifier) @name))) @symbol.function
(call target: (identifier =def|defp) (arguments . (binary_operator operator: "<>" @name))) @symbol.function
(call target: (identifier =def|defp) (arguments . (call target: (identifier) @name)) (do_block) @body) @symbol.function
(call target: (identifier =def|defp) (arguments . (binary_operator "when" left: (call target: (identifier) @name))) (do_block) @body) @symbol.function
(call target: (identifier =defmacro|defmacrop|defguard|defguardp) (arguments . (call target: (identifier) @name))) @symbol.macro
(call target: (identifier =defmacro|defmacrop) (arguments . (identifier) @name)) @symbol.macro
(call target: (identifier =defmacro|defmacrop|defguard|defguardp) (arguments . (binary_operator "when" left: (call target: (identifier) @name)))) @symbol.macro
(call target: (identifier =defmacro|defmacrop) (arguments . (call target: (identifier) @name)) (do_block) @body) @symbol.macro
(call target: (identifier =test|describe) (arguments . (string) @name) (do_block) @body) @symbol.test

(unary_operator "@" operand: (call target: (identifier =type|typep|opaque) (arguments . (binary_operator left: (identifier) @name)))) @symbol.type
(unary_operator "@" operand: (call target: (identifier =type|typep|opaque) (arguments . (binary_operator left: (call target: (identifier) @name))))) @symbol.type
(unary_operator "@" operand: (call target: (identifier =callback|macrocallback) (arguments . (binary_operator left: (call target: (identifier) @name))))) @symbol.callback
(unary_operator "@" operand: (call target: (identifier =callback|macrocallback) (arguments . (binary_operator left: (identifier) @name)))) @symbol.callback
(unary_operator "@" operand: (call target: (identifier =callback|macrocallback) (arguments . (binary_operator "when" left: (binary_operator left: (call target: (identifier) @name)))))) @symbol.callback

; An attribute is a constant, unless the language gives it a meaning.
(unary_operator "@" operand: (call target: (identifier !=after_compile|after_verify|before_compile|behaviour|callback|compile|deprecated|derive|describetag|dialyzer|doc|enforce_keys|external_resource|file|impl|macrocallback|moduledoc|moduletag|on_definition|on_load|opaque|optional_callbacks|since|spec|tag|type|typedoc|typep|vsn) @name (arguments))) @symbol.constant

(identifier) @reference
(alias) @reference
(call target: (identifier !=alias|case|cond|def|defdelegate|defexception|defguard|defguardp|defimpl|defmacro|defmacrop|defmodule|defoverridable|defp|defprotocol|defstruct|for|if|import|quote|raise|receive|require|reraise|super|throw|try|unless|unquote|unquote_splicing|use|with) @call)
(call target: (dot left: (_) @qualifier right: (identifier) @call))
(dot left: (_) @qualifier right: (identifier) @reference)
(binary_operator "|>" right: (identifier) @call)
(unary_operator "&" operand: (binary_operator "/" left: (identifier) @call))

(call target: (identifier =defdelegate) (arguments . (call) . (keywords (pair key: (keyword =to:) value: (_) @qualifier) (pair key: (keyword =as:) value: (atom) @call))))
; What a call in the body of a module names may be a function of it: `setup :load`.
(call target: (identifier =defmodule|describe) (do_block (call target: (identifier) (arguments . (atom) @reference @uncalled))))
(call target: (identifier =defmodule|describe) (do_block (call target: (identifier) (arguments . (binary_operator "when" left: (atom) @reference @uncalled)))))

; Types are written as calls.
(unary_operator "@" operand: (call target: (identifier =spec|type|typep|opaque|callback|macrocallback) (arguments) @uncalled))

; What a module promises to have, and what gives it that: `@behaviour A`, `use A`.
(unary_operator "@" operand: (call target: (identifier =behaviour) (arguments . (alias) @heritage)))
(call target: (identifier =use) (arguments . (alias) @heritage))

(call target: (identifier =alias|import|require|use)) @import
(call target: (identifier !=def|defexception|defimpl|defmacro|defmacrop|defmodule|defp|defprotocol|describe|for|if|quote|test|unless) (arguments (alias)) (do_block)) @import

; Names that parameters and locals give.
(call target: (identifier =def|defp|defmacro|defmacrop) (arguments . (call (arguments (identifier) @bound))))
(call target: (identifier =def|defp|defmacro|defmacrop) (arguments . (binary_operator "when" left: (call (arguments (identifier) @bound)))))
(binary_operator "=" left: (identifier) @bound)
(stab_clause left: (arguments (identifier) @bound))
