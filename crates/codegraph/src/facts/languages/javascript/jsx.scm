; A component in markup is called by it.

(jsx_opening_element name: (identifier) @call)
(jsx_self_closing_element name: (identifier) @call)
(jsx_opening_element name: (member_expression object: (_) @qualifier property: (_) @call))
(jsx_self_closing_element name: (member_expression object: (_) @qualifier property: (_) @call))

(jsx_attribute . (property_identifier) @key)
(jsx_opening_element name: (identifier) @tag)
(jsx_closing_element name: (identifier) @tag)
(jsx_self_closing_element name: (identifier) @tag)
