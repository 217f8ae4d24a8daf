package schema

import (
	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/schema/message"
)

// closeNever makes false of every schema that forbids what allows everything, such as
// {"not": {}}: it is how some libraries write false.
func (s *compiledSchema) closeNever(all map[*jsonschema.Schema]bool) {
	for sub := range all {
		if sub.Bool == nil && s.allowsNothing(sub, maxNots) {
			no := false
			sub.Bool = &no
		}
	}
}

// maxNots is how many not inside one another are read.
const maxNots = 8

func (s *compiledSchema) allowsNothing(sub *jsonschema.Schema, levels int) bool {
	return sub.Bool != nil && !*sub.Bool || sub.Not != nil && levels > 0 && s.allowsAll(sub.Not, levels-1)
}

func (s *compiledSchema) allowsAll(sub *jsonschema.Schema, levels int) bool {
	if sub.Bool != nil {
		return *sub.Bool
	}
	node := s.Node(sub.Location)
	if node == nil {
		return false
	}
	for _, m := range node.Members() {
		isNever := m.Name == "not" && sub.Not != nil && s.allowsNothing(sub.Not, levels)
		if !isNever && !message.IsRemark(m.Name) {
			return false
		}
	}
	return true
}
