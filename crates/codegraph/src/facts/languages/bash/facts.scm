(comment) @lead

(function_definition name: (_) @name) @symbol.function
(program (variable_assignment name: (variable_name) @name) @symbol.variable)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @symbol.variable)

; A command is a call; its words may name functions too: `trap clean EXIT`.
(command name: (command_name (word) @call))
; A word of the shell before a command.
(command name: (command_name (word =time)) . argument: (word) @call)
(command argument: (word) @reference)
(variable_name) @reference

(command name: (command_name (word =source|.)) . argument: (_)) @import
