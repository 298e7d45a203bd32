(comment) @lead

(from_instruction as: (image_alias) @name) @symbol.stage
(arg_pair name: (unquoted_string) @name) @symbol.variable
(env_pair name: (unquoted_string) @name) @symbol.variable
