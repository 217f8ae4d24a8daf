package server

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestListenAddressDefaultsToLoopback(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"": "127.0.0.1:0", ":8080": "127.0.0.1:8080", "[::1]:1": "[::1]:1", "0.0.0.0:9": "0.0.0.0:9"} {
		if got, err := loopbackUnlessNamed(t.Context(), in); err != nil || got != want {
			t.Errorf("%q: %q %v", in, got, err)
		}
	}
}

// A name that an attacker lets lead to 127.0.0.1 does not reach an agent of this machine.
func TestLocalAgentAnswersThisMachineAlone(t *testing.T) {
	t.Parallel()
	s, err := Start(t.Context(), "", echo{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	port := s.URL[strings.LastIndex(s.URL, ":"):]
	for host, want := range map[string]int{
		"localhost": 200, "LOCALHOST" + port: 200, "127.0.0.1" + port: 200, "127.0.0.2": 200, "[::1]" + port: 200,
		"attacker.example": 421, "attacker.example" + port: 421, "localhost.attacker.example" + port: 421, "127.0.0.1.attacker.example": 421,
		"10.0.0.1": 421, "[::2]" + port: 421, "0.0.0.0": 421, "127.0.0.1@attacker.example": 421,
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		w := httptest.NewRecorder()
		s.http.Handler.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("%s: %d, want %d", host, w.Code, want)
		}
	}
}

// echo answers every request.
type echo struct{}

func (echo) ServeHTTP(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }
func (echo) Close() error                                     { return nil }
