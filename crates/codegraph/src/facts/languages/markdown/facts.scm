(section (atx_heading heading_content: (inline) @name)) @symbol.section
(setext_heading heading_content: (paragraph (inline) @name)) @symbol.section
