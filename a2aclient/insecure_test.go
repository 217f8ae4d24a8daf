package a2aclient

import (
	"errors"
	"testing"
)

// No step is marked as done where nothing was contacted.
func TestRejectedPlainHTTPHasNoFurtherSteps(t *testing.T) {
	_, err := Fetch(t.Context(), "http://10.0.0.5:99")
	var failed *CardError
	if !errors.As(err, &failed) {
		t.Fatalf("%v", err)
	}
	for i, s := range failed.Steps() {
		if s.Done || s.Failed != (i == 0) || i == 0 && s.Layer != LayerTLS {
			t.Errorf("step %d is %+v", i, s)
		}
	}
}
