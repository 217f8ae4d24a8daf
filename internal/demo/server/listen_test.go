package server

import "testing"

func TestListenAddressDefaultsToLoopback(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"": "127.0.0.1:0", ":8080": "127.0.0.1:8080", "[::1]:1": "[::1]:1", "0.0.0.0:9": "0.0.0.0:9"} {
		if got, err := loopbackUnlessNamed(t.Context(), in); err != nil || got != want {
			t.Errorf("%q: %q %v", in, got, err)
		}
	}
}
