(comment) @lead

(message (message_name (identifier) @name)) @symbol.message
(enum (enum_name (identifier) @name)) @symbol.enum
(service (service_name (identifier) @name)) @symbol.service
(rpc (rpc_name (identifier) @name)) @symbol.rpc
(oneof (identifier) @name) @symbol.oneof
(enum_field (identifier) @name) @symbol.variant
(field (type) . (identifier) @name) @symbol.field
(map_field (type) . (identifier) @name) @symbol.field
(oneof_field (type) . (identifier) @name) @symbol.field

(package (full_ident) @package)
(message_or_enum_type (identifier) @reference)
(message_or_enum_type (identifier) @among_tokens)
(rpc (message_or_enum_type (identifier) @call))

(import) @import
