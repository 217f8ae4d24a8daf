package peers

import (
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
)

// knownFindings are true of the SDKs and of how they are served here, by the rule and how the finding begins.
var knownFindings = []string{
	`V32 the card has no "preferredTransport"`,    // the card is as in the README of the JavaScript SDK 0.3
	"client this binding of A2A 0.3 cannot carry", // HTTP+JSON of 0.3 has no metadata of parts
	"client gRPC keeps 15 to 17 digits",           // so it does
	"N02 the agent is at another origin",          // gRPC is served at a port of its own
}

// TestDoctorRaisesNoFalseAlarm checks agents on the SDKs, which keep to the protocol: what doctor finds is known and true.
func TestDoctorRaisesNoFalseAlarm(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of messages are for the night")
	}
	agents := map[string]func(*testing.T) string{}
	for _, g := range []string{"v03.mjs exact", "v03.mjs rest exact", "v1.mjs exact", "v1.mjs rest exact", "v1.mjs strict exact", "v1.mjs compat exact"} {
		agents[g] = func(t *testing.T) string { return start(t, g) }
	}
	for name, g := range goSDKs {
		g.isExact = true
		agents["Go SDK "+name] = func(t *testing.T) string { return g.serve(t) }
	}
	for name, serve := range agents {
		t.Run(name, func(t *testing.T) {
			agent := serve(t)
			out, _ := execute(t, t.TempDir(), nil, io.Discard, "doctor", agent, "--live", "-o", "json")
			var report struct {
				Findings []struct{ Level, Rule, At, What string }
			}
			if err := json.Unmarshal([]byte(out), &report); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			for _, f := range report.Findings {
				isKnown := slices.ContainsFunc(knownFindings, func(k string) bool { return strings.HasPrefix(f.Rule+" "+f.What, k) })
				if f.Level != "note" && !isKnown {
					t.Errorf("%+v", f)
				}
			}
		})
	}
}
