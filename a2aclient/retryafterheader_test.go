package a2aclient

import (
	"testing"
	"time"
)

func TestHeaderIsReadAndWorded(t *testing.T) {
	for header, want := range map[string]string{"90": "90 seconds", "600": "10 minutes", "99999999999999999999": "100 years", "Mon, 02 Jan 2006 15:04:05 GMT": "0 seconds"} {
		if wait, ok := ParseRetryAfter(header); !ok || retryAfterText(wait) != want {
			t.Errorf("%q: %s, %v, want %s", header, retryAfterText(wait), ok, want)
		}
	}
	if wait, ok := ParseRetryAfter("soon"); ok || wait != 0 {
		t.Errorf("%s, %v", wait, ok)
	}
	if got := retryAfterText(time.Second); got != "1 second" {
		t.Error(got)
	}
}
