(comment) @lead

(table . (_) @name) @symbol.table
(table_array_element . (_) @name) @symbol.table
(document (pair . (_) @name) @symbol.key)
(table (pair . (_) @name) @symbol.key)
(table_array_element (pair . (_) @name) @symbol.key)
