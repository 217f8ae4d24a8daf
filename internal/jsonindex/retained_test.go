package jsonindex

import (
	"testing"
	"unsafe"
)

func TestIndexKeepsLittlePerItem(t *testing.T) {
	const rows, most = 30_000, 12 // bytes: an offset, and space for more of them
	x := New(table(rows, 2))
	x.Build(t.Context())
	starts := x.state.Load().starts
	if got := cap(starts) * int(unsafe.Sizeof(starts[0])) / rows; x.Len() != rows || got > most {
		t.Errorf("%d bytes are kept of each of %d rows, at most %d", got, x.Len(), most)
	}
}
