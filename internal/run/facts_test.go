package run_test

import (
	"strings"
	"testing"

	"a2aform/internal/run"
)

// What an agent puts only into the metadata of a question or a failure is in the timeline, by key,
// amounts with their currency; metadata of other messages are not.
func TestMetadataOfStatusAreInTheTimeline(t *testing.T) {
	t.Parallel()
	status := func(state, text, metadata string) string {
		return `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_` + state + `","message":{"messageId":"m","role":"ROLE_AGENT","parts":[` + text + `],"metadata":` + metadata + `}}}}`
	}
	const pay = `{"x402":{"amount":"0.02","currency":"USDC","network":"base"}}`
	for name, tt := range map[string]struct {
		events []string
		want   string
	}{
		"a payment":          {[]string{status("INPUT_REQUIRED", text("Please pay."), pay)}, "x402 › amount: 0.02 USDC|x402 › currency: USDC|x402 › network: base"},
		"a failure":          {[]string{status("FAILED", "", `{"reason":"no seats left","code":7}`)}, "reason: no seats left|code: 7"},
		"a rejection":        {[]string{status("REJECTED", text("No."), `{"policy":{"rule":"R1"}}`)}, "policy › rule: R1"},
		"a state refined":    {[]string{status("WORKING", "", `{"step":"search"}`), status("WORKING", "", `{"step":"search"}`), status("WORKING", "", `{"step":"compare"}`), eventCompleted}, "step: search|step: compare"},
		"beside words":       {[]string{status("WORKING", text("Searching"), `{"app":"x"}`), eventCompleted}, ""},
		"more than are read": {[]string{status("FAILED", "", `{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10}`)}, "a: 1|b: 2|c: 3|d: 4|e: 5|f: 6|g: 7|h: 8|… and 2 more"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, s := &streamingAgent{}, home(t)
			server.events = append([]string{eventSubmitted}, tt.events...)
			r := run.Start(t.Context(), &run.Plan{Agent: agent(t, server), Text: "hi"}, run.Options{Store: s, Record: true})
			r.Wait(t.Context())
			r.Close()
			for _, r := range []*run.Run{r, reopen(t, s).Run()} {
				var facts []string
				for i := range r.Snapshot().Timeline.Len() {
					if e := r.Snapshot().Timeline.Entry(i); e.Kind == run.DetailEntry {
						facts = append(facts, e.Text.Exact())
					}
				}
				if got := strings.Join(facts, "|"); got != tt.want {
					t.Errorf("%q, want %q", got, tt.want)
				}
			}
		})
	}
}
