package schema

import (
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// memo keeps the shape of each schema that was asked for alone. It is safe for
// use by several goroutines and, unlike a sync.Map, small: a form asks for
// thousands.
type memo struct {
	mu     sync.RWMutex
	shapes map[*jsonschema.Schema]*shape
}

func (m *memo) of(s *jsonschema.Schema) *shape {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.shapes[s]
}

func (m *memo) keep(s *jsonschema.Schema, known *shape) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.shapes == nil {
		m.shapes = map[*jsonschema.Schema]*shape{}
	}
	m.shapes[s] = known
}
