package peers

import (
	"encoding/json"
	"io"
	"path/filepath"
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

// exactAgents are agents on the SDKs that reject what their card does not allow.
func exactAgents() map[string]func(*testing.T) string {
	agents := map[string]func(*testing.T) string{}
	for _, g := range []string{"v03.mjs exact", "v03.mjs rest exact", "v1.mjs exact", "v1.mjs rest exact", "v1.mjs strict exact", "v1.mjs compat exact"} {
		agents[g] = func(t *testing.T) string { return start(t, g) }
	}
	for name, g := range goSDKs {
		g.isExact = true
		agents["Go SDK "+name] = func(t *testing.T) string { return g.serve(t) }
	}
	return agents
}

// TestDoctorRaisesNoFalseAlarm checks agents on the SDKs, which keep to the protocol: what doctor finds is known and true.
func TestDoctorRaisesNoFalseAlarm(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of messages are for the night")
	}
	for name, serve := range exactAgents() {
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

// TestGeneratedValuesRaiseNoFalseAlarm sends the agents on the SDKs every value that is made of the schema of a skill: each is taken as it
// should be, and none that the agent refuses is called accepted.
func TestGeneratedValuesRaiseNoFalseAlarm(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of messages are for the night")
	}
	for name, serve := range exactAgents() {
		t.Run(name, func(t *testing.T) {
			agent := serve(t)
			out, _ := execute(t, t.TempDir(), nil, t.Output(), "cases", "generate", agent, "--skill", "fight-comparison", "--run", "--valid", "--invalid", "-j", "4", "--yes", "--record", "none", "-o", "json")
			var report struct {
				Values []struct {
					Pointer, Kind, Answered, Verdict, Seen string
					Value                                  json.RawMessage
					Violations                             []struct{ ID string }
					Repairs                                []string
				}
			}
			if err := json.Unmarshal([]byte(out), &report); err != nil || len(report.Values) < 10 {
				t.Fatalf("%v\n%s", err, out)
			}
			for _, v := range report.Values {
				isRefused := strings.HasPrefix(v.Seen, "refused")
				if v.Verdict != "pass" && v.Verdict != "skip" || isRefused && v.Answered == "accepted" || len(v.Violations)+len(v.Repairs) > 0 {
					t.Errorf("%+v", v)
				}
			}
		})
	}
}

// TestCasesRaiseNoFalseAlarm tests a skill of the agents on the SDKs without a file, and by the case of a run: nothing is found, nor put right.
func TestCasesRaiseNoFalseAlarm(t *testing.T) {
	const strict = "--fail-on=fail,error,flaky,violation,repaired"
	skill := []string{"--skill", "fight-comparison", "--set", "a=Lion", "--set", "b=Tiger"}
	for name, serve := range exactAgents() {
		t.Run(name, func(t *testing.T) {
			agent, home, dir := serve(t), t.TempDir(), t.TempDir()
			file := filepath.Join(dir, "lion.toml")
			for _, args := range [][]string{
				append([]string{"test", "-a", agent, strict, "--repeat", "3"}, skill...),
				append([]string{"send", agent, "--record"}, skill...),
				{"cases", "from", "last", "-a", agent, "--to", file},
				{"test", "-a", agent, strict, "--repeat", "3", file},
			} {
				var told strings.Builder
				if out, err := execute(t, home, nil, &told, args...); err != nil {
					t.Fatalf("%q: %v\n%s%s", args, err, out, &told)
				}
			}
		})
	}
}
