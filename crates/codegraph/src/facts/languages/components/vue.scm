; What a component has the members of.
(export_statement value: (object (pair key: (property_identifier =mixins) value: (array (identifier) @heritage))))
(export_statement value: (object (pair key: (property_identifier =extends) value: (identifier) @heritage)))
(export_statement value: (call_expression arguments: (arguments (object (pair key: (property_identifier =mixins) value: (array (identifier) @heritage))))))
(export_statement value: (call_expression arguments: (arguments (object (pair key: (property_identifier =extends) value: (identifier) @heritage)))))
