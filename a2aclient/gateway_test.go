package a2aclient

import (
	"errors"
	"net/http"
	"testing"
)

func TestGatewayErrorLeavesOutcomeUnknown(t *testing.T) {
	tests := []struct {
		status int
		body   string
		open   bool
	}{
		{http.StatusBadGateway, "<h1>502 Bad Gateway</h1>", true},
		{http.StatusGatewayTimeout, "", true},
		{http.StatusBadGateway, `{"jsonrpc":"2.0","error":{"code":-32603,"message":"my model is down"}}`, false}, // the agent itself
		{http.StatusServiceUnavailable, "try later", false},
		{http.StatusInternalServerError, "boom", false},
	}
	for _, tt := range tests {
		f := newFake(t, scripts{"SendMessage": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(tt.status)
			_, _ = w.Write([]byte(tt.body))
		}})
		_, _, err := runAll(agentOf(t, f.URL, "1.0", false, ""), t, &Request{Text: "hi"})
		var said *Error
		if errors.Is(err, ErrUnsettled) != tt.open || !errors.As(err, &said) || said.HTTPStatus != tt.status {
			t.Errorf("status %d, %q: %v", tt.status, tt.body, err)
		}
	}
}
