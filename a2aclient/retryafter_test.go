package a2aclient

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

func TestTimeToWaitIsReadableAndBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(http.TimeFormat) }
		for header, want := range map[string]string{
			"0":                          "wait 0 seconds, then send again",
			"1":                          "wait 1 second, then send again",
			"90":                         "wait 90 seconds, then send again",
			"600":                        "wait 10 minutes, then send again",
			"86400":                      "wait 24 hours, then send again",
			"315360000":                  "the agent asks to wait 10 years: ask its owner",
			"432000":                     "the agent asks to wait 5 days: ask its owner",
			strings.Repeat("9", 15):      "the agent asks to wait 100 years: ask its owner",
			strings.Repeat("9", 60):      "the agent asks to wait 100 years: ask its owner",
			in(3650 * 24 * time.Hour):    "the agent asks to wait 10 years: ask its owner",
			in(5 * time.Minute):          "wait 5 minutes, then send again",
			in(-5 * time.Minute):         "wait 0 seconds, then send again",
			"soon":                       "wait a moment, then send again; its Retry-After header is not readable: soon",
			"-1":                         "wait a moment",
			strings.Repeat("long ", 999): "wait a moment",
		} {
			err := &Error{HTTPStatus: http.StatusTooManyRequests, RetryAfter: safe.Text(header)}
			if got := err.next(); !strings.HasPrefix(got, want) || len(got) > 250 {
				t.Errorf("%.40q: %q, want %q", header, got, want)
			}
		}
	})
}

// A wait that is far too long is named, and the task is asked for all the same.
func TestLongRetryAfterIsLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		steps := []step{reply1(taskV10("TASK_STATE_WORKING")), busy("315360000"), busy("315360000"), reply1(bareTask("TASK_STATE_COMPLETED"))}
		began := time.Now()
		words, events := clockRun(t, ModePoll, steps)
		if want := "task:working (polling) (put-off) task:completed"; words != want || time.Since(began) > 3*time.Minute {
			t.Errorf("%s after %s, want %s", words, time.Since(began), want)
		}
		for _, e := range events {
			if n := e.Notice; n != nil && n.Kind == a2a.NoticeRetryLater && n.Text != "The agent asks to wait 10 years. Trying again in 60 seconds." {
				t.Errorf("the notice is %q", n.Text)
			}
		}
	})
}

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
