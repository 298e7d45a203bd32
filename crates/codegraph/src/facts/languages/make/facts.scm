(comment) @lead

(rule (targets (word !=.PHONY|.SUFFIXES|.DEFAULT|.PRECIOUS|.SECONDARY|.INTERMEDIATE|.SILENT|.ONESHELL) @name)) @symbol.target
(define_directive name: (word) @name) @symbol.variable
(makefile (variable_assignment name: (word) @name) @symbol.variable)
(makefile (shell_assignment name: (word) @name) @symbol.variable)
(export_directive (variable_assignment name: (word) @name)) @symbol.variable
(override_directive (variable_assignment name: (word) @name)) @symbol.variable

(prerequisites (word) @call)
(variable_reference (word) @reference)
