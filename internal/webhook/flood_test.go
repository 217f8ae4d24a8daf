package webhook

import (
	"strings"
	"testing"
)

// Whoever finds the address can post: what is of no use is told some times only.
func TestFloodOfRefusedRequestsIsToldInShort(t *testing.T) {
	var said []string
	w := waiter{Options: Options{Say: func(text string) { said = append(said, text) }}}
	for range 1000 {
		if w.rests(Notification{Refused: "it has no token"}) {
			t.Fatal("a refused request ends the wait")
		}
	}
	if len(said) != maxBad+1 || !strings.HasSuffix(said[maxBad], "and are not listed") {
		t.Errorf("%d notes, the last one: %s", len(said), said[len(said)-1])
	}
}
