package ui_test

import (
	"net/http"
	"strings"
	"testing"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// Where the user wants traces, each message begins one of its own, which the review shows as it
// is sent; else no such header is sent.
func TestTraceOfEachMessage(t *testing.T) {
	t.Parallel()
	for name, wanted := range map[string]bool{"on": true, "off": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sent := make(chan string, 4)
			answer := says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"thanks"}]}}`)
			url := agent(t, oneForm(wordSchema), func(w http.ResponseWriter, r *http.Request) {
				sent <- r.Header.Get("Traceparent")
				answer(w, r)
			})
			d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: home(t), Ref: url, Trace: wanted}), 160, 45).WaitFor("The skill").Press("enter").WaitFor("Word").Type("a")
			var traces []string
			for range 2 {
				d.Press("ctrl+s").WaitFor("› Review").Press("2").WaitFor("Content-Type")
				shown := d.Screen()
				d.Press("enter").WaitFor("thanks").Press("esc").WaitFor("1 of 1 required")
				trace := <-sent
				if wanted != (trace != "") || !strings.Contains(shown, trace) {
					t.Errorf("sent %q, and the review showed\n%s", trace, shown)
				}
				traces = append(traces, trace)
			}
			if wanted && traces[0] == traces[1] {
				t.Error("two messages belong to one trace")
			}
		})
	}
}
