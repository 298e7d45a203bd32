(comment) @lead

(document (object (pair key: (string (string_content) @name)) @symbol.key))
(document (object (pair value: (object (pair key: (string (string_content) @name)) @symbol.key))))
