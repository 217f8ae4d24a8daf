package run

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

func TestTrafficKeepsLastFramesAndTheirBeginnings(t *testing.T) {
	w := &Traffic{}
	for range maxFrames + 1 {
		w.See(a2aclient.Frame{Body: []byte(strings.Repeat("x", limit.WireBytes.Int()+7))})
	}
	if len(w.frames)+w.dropped != maxFrames+1 || len(w.frames) > maxFrames {
		t.Errorf("%d frames, %d dropped", len(w.frames), w.dropped)
	}
	if got := string(w.frames[0].Body); !strings.HasSuffix(got, "x … (16391 bytes in all)") {
		t.Errorf("ends in %q", got[len(got)-40:])
	}
}

func TestTrafficKeepsTheBeginningOfHeaders(t *testing.T) {
	maxBytes := limit.WireBytes.Int()
	huge := strings.Repeat("h", 1<<20)
	small := http.Header{"A": {"1"}}
	for name, tt := range map[string]struct {
		head   string
		header http.Header
		want   string // the end of what is kept of the longest
	}{
		"small":           {"200 OK", small, "1"},
		"one huge value":  {"200 OK", http.Header{"A": {"1"}, "Huge": {huge}}, "h … (1048582 bytes in all)"},
		"a huge name":     {"200 OK", http.Header{"A": {"1"}, huge: {"x"}}, " … (1048579 bytes in all)"},
		"many":            {"200 OK", http.Header{"A": {"1"}, "Many": slices.Repeat([]string{huge[:100]}, 10_000)}, "h … (1040002 bytes in all)"},
		"huge first line": {"200 " + huge, small, "1"},
	} {
		w := &Traffic{}
		w.See(a2aclient.Frame{Head: safe.Text(tt.head), Header: tt.header})
		frames, _ := w.Frames()
		size, longest := frames[0].Head.Len(), ""
		for name, values := range frames[0].Header {
			for _, v := range values {
				if size += len(name) + len(v); name != "A" || len(tt.header) == 1 {
					longest = v
				}
			}
		}
		if size > 2*maxBytes+100 || !strings.HasSuffix(longest, tt.want) || frames[0].Header.Get("A") != "1" {
			t.Errorf("%s: %d bytes are kept, up to %.40q", name, size, longest[max(len(longest)-40, 0):])
		}
	}
}

func TestTrafficOfAPrivateRunHoldsNoBody(t *testing.T) {
	w := &Traffic{private: true}
	w.See(a2aclient.Frame{Sent: true, Head: safe.Text("POST"), Body: []byte(`{"pw":"HUSH"}`)})
	if got := string(w.frames[0].Body); strings.Contains(got, "HUSH") || !strings.Contains(got, "13 bytes, not shown") {
		t.Errorf("%s", got)
	}
}
