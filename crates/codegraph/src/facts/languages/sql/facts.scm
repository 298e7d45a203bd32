(comment) @lead
(marginalia) @lead

(create_table (object_reference name: (identifier) @name)) @symbol.table
(create_view (object_reference name: (identifier) @name)) @symbol.view
(create_materialized_view (object_reference name: (identifier) @name)) @symbol.view
(create_function (object_reference name: (identifier) @name)) @symbol.function
(create_trigger . (keyword_create) (keyword_trigger) . (object_reference name: (identifier) @name)) @symbol.trigger
(create_sequence (object_reference name: (identifier) @name)) @symbol.sequence
(create_type (object_reference name: (identifier) @name)) @symbol.type
(create_index column: (identifier) @name) @symbol.index
(column_definition name: (identifier) @name) @symbol.column

(object_reference name: (identifier) @reference)
(field name: (identifier) @reference)
(invocation (object_reference name: (identifier) @call))
(create_trigger (keyword_execute) (object_reference name: (identifier) @call))
