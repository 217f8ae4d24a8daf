package a2aclient

import (
	"errors"
	"testing"
)

// Plain HTTP to another machine fails at TLS: no host is asked.
func TestPlainHTTPToAnotherMachineIsRejected(t *testing.T) {
	_, err := Fetch(t.Context(), "http://10.0.0.5:99")
	var failed *CardError
	if !errors.As(err, &failed) || failed.Layer != LayerTLS {
		t.Fatalf("%v", err)
	}
}
