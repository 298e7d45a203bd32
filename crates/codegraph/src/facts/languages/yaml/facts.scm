(comment) @lead

(document (block_node (block_mapping (block_mapping_pair key: (flow_node (plain_scalar) @name)) @symbol.key)))
(document (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping (block_mapping_pair key: (flow_node (plain_scalar) @name)) @symbol.key))))))
(document (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping (block_mapping_pair key: (flow_node (plain_scalar) @name)) @symbol.key)))))))))
