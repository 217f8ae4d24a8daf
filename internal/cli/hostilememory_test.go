//go:build unix

package cli_test

import (
	"slices"
	"sync"
	"testing"

	"a2aform/internal/hostile"
)

// overIdle is how much more memory a hostile card, body, stream or value may take
// than a good one, in KiB: three times what was measured.
const overIdle = 200 << 10

// memory is how much each behavior took at most.
type memory struct {
	mu         sync.Mutex
	idle, most int64
	who        string
}

// add notes a call. Least of all is what the program takes anyway.
func (m *memory) add(b hostile.Behavior, got tried) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range got.calls {
		if c.peak > 0 && (m.idle == 0 || c.peak < m.idle) {
			m.idle = c.peak
		}
		if c.peak > m.most && slices.Contains([]string{hostile.Card, hostile.HTTP, hostile.RPC, hostile.SSE, hostile.Stream, hostile.Value}, b.Category) {
			m.most, m.who = c.peak, b.Name
		}
	}
}

// check wants it within the limit.
func (m *memory) check(t *testing.T) {
	t.Helper()
	if m.who == "" {
		return // none of those was tried
	}
	t.Logf("the most memory: %d MiB, by %q; that is %d MiB over idle", m.most>>10, m.who, (m.most-m.idle)>>10)
	if m.most > m.idle+overIdle {
		t.Errorf("%d KiB, and %d KiB when idle", m.most, m.idle)
	}
}
