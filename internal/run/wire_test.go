package run

import (
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

func TestWireKeepsTheLastFramesAndTheBeginningOfEach(t *testing.T) {
	w := &Wire{}
	for range mostFrames + 1 {
		w.See(a2aclient.Frame{Body: []byte(strings.Repeat("x", limit.WireBytes.Int()+7))})
	}
	if len(w.frames)+w.dropped != mostFrames+1 || len(w.frames) > mostFrames {
		t.Errorf("%d frames, %d dropped", len(w.frames), w.dropped)
	}
	if got := string(w.frames[0].Body); !strings.HasSuffix(got, "x … (16391 bytes in all)") {
		t.Errorf("ends in %q", got[len(got)-40:])
	}
}

func TestWireOfAPrivateRunHoldsNoBody(t *testing.T) {
	w := &Wire{private: true}
	w.See(a2aclient.Frame{Sent: true, Head: safe.Text("POST"), Body: []byte(`{"pw":"HUSH"}`)})
	if got := string(w.frames[0].Body); strings.Contains(got, "HUSH") || !strings.Contains(got, "13 bytes, not shown") {
		t.Errorf("%s", got)
	}
}
