package sse

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// parseAll feeds the text in pieces of the given sizes (the last one repeats) and
// gives every event as name=data.
func parseAll(text string, sizes ...int) (events []string, err error) {
	p := newParser(1 << 20)
	emit := func(e Event) { events = append(events, e.Name+"="+string(e.Data)) }
	for i := 0; len(text) > 0 && err == nil; i++ {
		n := len(text)
		if len(sizes) > 0 {
			n = min(n, max(1, sizes[min(i, len(sizes)-1)]))
		}
		err = p.parse([]byte(text[:n]), emit)
		text = text[n:]
	}
	p.end(emit)
	return events, err
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
		{"without the empty line, but whole", "data: {\"a\":\ndata: 1}\n", "[={\"a\":\n1}\n]"},
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
