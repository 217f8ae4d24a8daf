package sse

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// pieces is a body that comes in pieces of some sizes, of which the last one repeats.
type pieces struct {
	text  string
	sizes []int
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.text == "" {
		return 0, io.EOF
	}
	n := min(len(b), len(p.text))
	if len(p.sizes) > 0 {
		n = min(n, max(1, p.sizes[0]))
		p.sizes = p.sizes[min(1, len(p.sizes)-1):]
	}
	copy(b, p.text[:n])
	p.text = p.text[n:]
	return n, nil
}

// parseAll reads the text in pieces, and gives every event as name=data.
func parseAll(text string, sizes ...int) (events []string, err error) {
	r := NewReader(&pieces{text, sizes}, 1<<20)
	for {
		e, err := r.Next()
		if errors.Is(err, io.EOF) {
			return events, nil
		}
		if err != nil {
			return events, err
		}
		events = append(events, e.Name+"="+string(e.Data))
	}
}

func TestSSE(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"LF", "data: a\n\ndata: b\n\n", "[=a =b]"},
		{"CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", "[=a =b]"},
		{"CRLF is one end", "data: a\r\ndata: b\r\n\r\n", "[=a\nb]"},
		{"CR", "data: a\r\rdata: b\r\r", "[=a =b]"},
		{"mixed", "data: a\r\n\rdata: b\n\r\n", "[=a =b]"},
		{"BOM", "\ufeffdata: a\n\n", "[=a]"},
		{"BOM only once", "\ufeff\ufeffdata: a\n\ndata: b\n\n", "[=b]"},
		{"half a BOM", "\xef\xbbdata: a\n\ndata: b\n\n", "[=b]"},
		{"many lines", "data: a\ndata:b\ndata\ndata:  c\n\n", "[=a\nb\n\n c]"},
		{"comments and other fields", ": hi\nid: 7\nretry: 10\nevent: e\ndata: a\nwhatever\n\n", "[e=a]"},
		{"the last event name counts", "event: e\nevent: f\ndata: a\n\ndata: b\n\n", "[f=a =b]"},
		{"no data, no event", "event: e\n\n\n\ndata\n\n", "[=]"},
		{"colon in the value", "data: {\"a\":1}\n\n", `[={"a":1}]`},
		{"a long unknown field", strings.Repeat("x", 99) + ": y\ndata-x: z\n\n", "[]"},
		{"incomplete and not JSON", "data: a\n\ndata: b\n", "[=a]"},
		{"incomplete, cut inside", "data: {\"a\":", "[]"},
		{"without the last line, but whole", "data: {\"a\":1}", `[={"a":1}]`},
		{"without the empty line, but whole", "data: {\"a\":\ndata: 1}\n", "[={\"a\":\n1}]"},
	}
	for _, tt := range tests {
		for _, size := range []int{1, 2, 3, 7, 1000} {
			events, err := parseAll(tt.text, size)
			if got := fmt.Sprint(events); got != tt.want || err != nil {
				t.Errorf("%s in pieces of %d: %q, %v, want %q", tt.name, size, got, err, tt.want)
			}
		}
	}
}

func TestSSELimit(t *testing.T) {
	for _, text := range []string{
		"data: " + strings.Repeat("x", 1<<20+1) + "\n\n",   // one line
		strings.Repeat("data: 0123456789\n", 1<<17) + "\n", // many
		strings.Repeat("data\n", 1<<20+2),                  // of nothing
		strings.Repeat("data:\r", 1<<20+2),
	} {
		if events, err := parseAll(text, 4096); !errors.Is(err, ErrEventTooLarge) || len(events) != 0 {
			t.Errorf("%d events, %v", len(events), err)
		}
	}
	whole := strings.Repeat("x", 1<<20)
	if events, err := parseAll("data: "+whole+"\n\n", 4096); err != nil || len(events) != 1 || events[0] != "="+whole {
		t.Errorf("the limit itself: %d events, %v", len(events), err)
	}
}

// FuzzSSE: however the network cuts the text, the events are the same.
func FuzzSSE(f *testing.F) {
	for _, s := range []string{"data: a\r\n\r\n", "\ufeffdata:x\rdata: y\n\r", "event: e\ndata: {\"a\":1}", ":\n\n\n", "\xef\xbb"} {
		f.Add(s, uint64(1))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		whole, err1 := parseAll(text)
		r := rand.New(rand.NewPCG(seed, 0))
		sizes := make([]int, 1+r.IntN(20))
		for i := range sizes {
			sizes[i] = 1 + r.IntN(9)
		}
		pieces, err2 := parseAll(text, sizes...)
		if fmt.Sprintf("%q", whole) != fmt.Sprintf("%q", pieces) || !errors.Is(err1, err2) {
			t.Fatalf("%q in %v: %q, whole %q", text, sizes, pieces, whole)
		}
	})
}
