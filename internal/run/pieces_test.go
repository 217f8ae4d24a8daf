package run_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/run"
)

// Agents send an answer in artifacts of one id that they do not append by name, live words of a model that come again as a whole, and
// artifacts without parts. Of all that the answer is the result, once.
func TestPiecesAndEmptiedArtifactsAreOneResult(t *testing.T) {
	artifact := func(id, parts, more string) string {
		return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":%q,"parts":%s}%s}}`, id, parts, more)
	}
	partial := func(id, part string) string {
		return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":%q,"metadata":{"adk_partial":true},"parts":[%s]}}}`, id, part)
	}
	words := func(text string) string { return fmt.Sprintf(`[{"text":%q}]`, text) }
	for name, tt := range map[string]struct {
		events []string
		want   string // the results, and what was said of a replacement
	}{
		"pieces":               {[]string{artifact("a", words("Lima is"), ""), artifact("a", words(" at 21"), ""), artifact("a", words(" degrees."), `,"lastChunk":true`)}, "Lima is at 21 degrees."},
		"pieces, then whole":   {[]string{artifact("a", words("Lima is"), ""), artifact("a", "null", ""), artifact("a", words("Lima is at 21."), "")}, "Lima is at 21."},
		"growing":              {[]string{artifact("a", words("Lima"), ""), artifact("a", words("Lima is"), ""), artifact("a", words("Lima is at 21."), "")}, "Lima is at 21."},
		"around the answer":    {[]string{artifact("", "null", ""), artifact("", "[]", ""), artifact("x", words("21"), ""), artifact("", "[]", `,"lastChunk":true`)}, "21"},
		"emptied at the end":   {[]string{artifact("a", words("21"), ""), artifact("b", words("21"), ""), artifact("a", "[]", `,"lastChunk":true`)}, "21"},
		"live, then whole":     {[]string{partial("p", `{"text":"21 "}`), partial("p", `{"text":"degrees"}`), artifact("w", words("21 degrees"), ""), partial("p", `{"data":{}}`)}, "21 degrees"},
		"live, two rounds":     {[]string{partial("p", `{"text":"Let me "}`), artifact("w", words("Let me look."), ""), partial("p", `{"text":"21"}`), artifact("x", words("21 degrees"), ""), partial("p", `{"data":{}}`)}, "Let me look.|21 degrees"},
		"live alone":           {[]string{partial("p", `{"text":"21 "}`), partial("p", `{"text":"degrees"}`)}, "21 degrees"},
		"appended by name":     {[]string{artifact("a", words("old "), ""), artifact("a", words("words"), `,"append":true`), artifact("a", words("new"), "")}, "new|The agent replaced the artifact “a”. What it sent of it before is not shown."},
		"data is replaced":     {[]string{artifact("a", `[{"data":{"n":1}}]`, ""), artifact("a", words("new"), "")}, "new|The agent replaced the artifact “a”. What it sent of it before is not shown."},
		"another after a last": {[]string{artifact("a", words("one"), `,"lastChunk":true`), artifact("a", words("two"), `,"lastChunk":true`)}, "two|The agent replaced the artifact “a”. What it sent of it before is not shown."},
	} {
		t.Run(name, func(t *testing.T) {
			s := home(t)
			server := &streamingAgent{events: append(append([]string{eventSubmitted}, tt.events...), eventCompleted)}
			r := run.Start(t.Context(), &run.Plan{Agent: agent(t, server), Text: "hi"}, run.Options{Store: s, Record: true})
			wait(t, r)
			r.Close()
			for from, r := range map[string]*run.Run{"live": r, "from the file": reopen(t, s).Run()} {
				got := texts(r)
				for i := range r.Snapshot().Timeline.Len() {
					if e := r.Snapshot().Timeline.Entry(i); e.Kind == run.NoticeEntry && strings.Contains(e.Note, "replaced") {
						got = append(got, e.Note)
					}
				}
				if strings.Join(got, "|") != tt.want {
					t.Errorf("%s: %q, want %q", from, got, tt.want)
				}
			}
		})
	}
}
