package a2aclient_test

import (
	"errors"
	"net"
	"strings"
	"testing"

	"a2aform/a2aclient"
)

// The steps say how far opening a card came.
func TestSteps(t *testing.T) {
	t.Parallel()
	dial := &net.OpError{Op: "dial", Err: errors.New("i/o timeout")}
	tests := []struct {
		err  a2aclient.CardError
		want string
	}{
		{a2aclient.CardError{Ref: "ftp://x", Layer: a2aclient.LayerRef}, ""},
		{a2aclient.CardError{Ref: "none.json", Layer: a2aclient.LayerFile}, "✗file ·content ·card"},
		{a2aclient.CardError{Ref: "bad.json", Layer: a2aclient.LayerCard}, "✓file ✓content ✗card"},
		{a2aclient.CardError{Ref: "agent.example", Layer: a2aclient.LayerName}, "✗name resolution ·connection ·TLS ·HTTP ·content ·card"},
		{a2aclient.CardError{Ref: "localhost:1", Layer: a2aclient.LayerConnect}, "✓name resolution ✗connection ·HTTP ·content ·card"},
		{a2aclient.CardError{Ref: "http://127.0.0.1:1", Layer: a2aclient.LayerConnect}, "✗connection ·HTTP ·content ·card"},
		{a2aclient.CardError{Ref: "https://[::1]:1", Layer: a2aclient.LayerTLS}, "✓connection ✗TLS ·HTTP ·content ·card"},
		{a2aclient.CardError{Ref: "agent.example", Layer: a2aclient.LayerHTTP, Status: 401}, "✓name resolution ✓connection ✓TLS ✗HTTP ·content ·card"},
		{a2aclient.CardError{Ref: "agent.example", Layer: a2aclient.LayerContent, Status: 200}, "✓name resolution ✓connection ✓TLS ✓HTTP ✗content ·card"},
		{a2aclient.CardError{Ref: "agent.example", Layer: a2aclient.LayerTimeout, Err: dial}, "✓name resolution ✗connection ·TLS ·HTTP ·content ·card"},
		{a2aclient.CardError{Ref: "agent.example", Layer: a2aclient.LayerTimeout, Err: errors.New("net/http: TLS handshake timeout")}, "✓name resolution ✓connection ✗TLS ·HTTP ·content ·card"},
		{a2aclient.CardError{Ref: "agent.example", Layer: a2aclient.LayerTimeout}, "✓name resolution ✓connection ✓TLS ✗HTTP ·content ·card"},
	}
	for _, tt := range tests {
		var got []string
		for _, s := range tt.err.Steps() {
			mark := "·"
			switch {
			case s.Failed:
				mark = "✗"
			case s.Done:
				mark = "✓"
			}
			got = append(got, mark+string(s.Layer))
		}
		if text := strings.Join(got, " "); text != tt.want {
			t.Errorf("%s at %s: %s, want %s", tt.err.Ref, tt.err.Layer, text, tt.want)
		}
	}
}
