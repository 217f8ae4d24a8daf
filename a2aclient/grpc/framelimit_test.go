package grpc

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"a2aform/a2aclient/sse"
)

// A message beyond the limit ends the body at its head, however the bytes come.
func TestFrameLimit(t *testing.T) {
	small, large := "\x00\x00\x00\x00\x03abc", "\x00\x00\x00\x00\x09abcdefghi"
	for name, tt := range map[string]struct {
		body string
		want string
		err  error
	}{
		"messages within it": {small + small, small + small, nil},
		"a cut head":         {small + "\x00\x00", small + "\x00\x00", nil},
		"a larger one":       {small + large, "", sse.ErrEventTooLarge},
	} {
		for _, r := range []io.Reader{strings.NewReader(tt.body), iotest.OneByteReader(strings.NewReader(tt.body))} {
			got, err := io.ReadAll(&frameLimit{ReadCloser: io.NopCloser(r), maxBytes: 8})
			if !errors.Is(err, tt.err) || tt.err == nil && string(got) != tt.want {
				t.Errorf("%s: %q, %v", name, got, err)
			}
		}
	}
}
