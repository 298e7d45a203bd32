(section (atx_heading heading_content: (inline) @name)) @symbol.section
(section (setext_heading heading_content: (paragraph) @name)) @symbol.section
