package kit_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// inLines are lines without colors, one after the other.
func inLines(lines []string) string {
	var all []string
	for _, l := range lines {
		all = append(all, strings.TrimRight(ansi.Strip(l), " "))
	}
	return strings.Join(all, "\n")
}

func TestTextIsWrapped(t *testing.T) {
	t.Parallel()
	style := lipgloss.NewStyle()
	for _, tt := range []struct {
		text        string
		width, most int
		want        string
	}{
		{"one two three", 7, 0, "one two\nthree"}, {"one two three four", 7, 2, "one two\nthree…"}, {"one two", 7, 1, "one two"}, {"one two three", 7, 1, "one tw…"}, {"one", 0, 0, "o\nn\ne"}, {"", 7, 0, ""},
	} {
		if got := inLines(kit.Wrap(tt.text, tt.width, tt.most, style)); got != tt.want {
			t.Errorf("%q in %d columns, %d lines: %q, want %q", tt.text, tt.width, tt.most, got, tt.want)
		}
	}
	if got := inLines(kit.Bullet("✗ ", "one two three", 9, style)); got != "✗ one two\n  three" {
		t.Errorf("%q", got)
	}
	st := kit.NewStyles(kit.Auto, nil, kit.TermColors{Dark: true})
	if got := inLines(kit.DrawFacts(st, []kit.Fact{{Label: "Agent", Text: "a name of words"}, {Label: "Skill", Text: "x"}}, 20, 0)); got != "Agent      a name of\n           words\nSkill      x" {
		t.Errorf("%q", got)
	}
	for text, want := range map[string]string{"left|right": "left right", "a|b": "a        b", "long left|right": "lo… right"} {
		left, right, _ := strings.Cut(text, "|")
		if got := kit.Between(left, right, 10); got != want {
			t.Errorf("%s: %q", text, got)
		}
	}
	for text, want := range map[string]string{"": "", "done": "Done", "Done": "Done", "éa": "éa", "z": "Z", "a": "A"} {
		if got := kit.Sentence(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	if got := kit.Pad("a", 3) + "|" + kit.Pad("abc", 2) + "|" + kit.Quote("a\"b") + "|" + kit.Joined([]safe.Raw{safe.Text("a"), safe.Text("b\x1b")}, ", "); got != `a  |abc|"a\"b"|a, b␛` {
		t.Errorf("%q", got)
	}
}

func TestTimesAreSaid(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 15, 9, 26, 0, time.Local)
	for before, want := range map[time.Duration]string{0: "just now|15:09", 59 * time.Second: "just now|15:08", time.Minute: "1 min ago|15:08", 59 * time.Minute: "59 min ago|14:10", time.Hour: "1 h ago|14:09", 23 * time.Hour: "23 h ago|2026-03-13 16:09", 24 * time.Hour: "2026-03-13|2026-03-13 15:09", 365 * 24 * time.Hour: "2025-03-14|2025-03-14 15:09"} {
		if got := kit.Age(now.Add(-before), now) + "|" + kit.Ago(now.Add(-before), now); got != want {
			t.Errorf("%s: %s, want %s", before, got, want)
		}
	}
	for d, want := range map[time.Duration]string{0: "  0 ms", 999 * time.Millisecond: "999 ms", time.Second: " 1.0 s", 59900 * time.Millisecond: "59.9 s", time.Minute: "1m0s", 90600 * time.Millisecond: "1m31s"} {
		if got := kit.Seconds(d); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
	if got := kit.Ago(time.Time{}, now); got != "" {
		t.Errorf("no time is %q", got)
	}
}

func TestAddressesAreSaid(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://agent.example/a": "encrypted|agent.example|Send to A at agent.example", "http://agent.example:8080": "not encrypted|agent.example:8080|Send to A at agent.example:8080, not encrypted", "http://localhost:9/": "this machine|localhost:9|Send to A on this machine",
	} {
		card, err := a2aclient.Parse([]byte(`{"name":"A","skills":[],"supportedInterfaces":[{"url":"`+address+`","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`), "card.json")
		if err != nil {
			t.Fatal(err)
		}
		agent, err := card.Dial()
		if err != nil {
			t.Fatal(err)
		}
		if got := kit.SecrecyOf(safe.Text(address)) + "|" + kit.HostOf(safe.Text(address)) + "|" + kit.SendTo(agent); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
		agent.Close()
	}
	if kit.HostOf(safe.Text("card.json")) != "card.json" || kit.SecrecyOf(safe.Text("http://%zz")) != "" || kit.OriginOf(safe.Text("card.json")) != "" || kit.OriginOf(safe.Text("https://a.example/x")) != "https://a.example:443" {
		t.Error("what is no address")
	}
}

// An error says its layer, what happened, and what to do.
func TestErrorsAreShown(t *testing.T) {
	t.Parallel()
	st := kit.NewStyles(kit.Auto, nil, kit.TermColors{Dark: true})
	for _, tt := range []struct {
		err  error
		want string
	}{
		{errors.New("it \x1b[31mfailed"), "✗ it ␛[31mfailed"},
		{&a2aclient.CardError{Layer: "card", What: "there is none", Next: "look elsewhere"}, "✗ card: there is none\n→ look elsewhere"},
		{&a2aclient.TransportError{Layer: "TLS", What: "no trust", Next: "name the authority"}, "✗ TLS: no trust\n→ name the authority"},
		{fmt.Errorf("left: %w", run.ErrLeft), "■ " + kit.Sentence(fmt.Errorf("left: %w", run.ErrLeft).Error()) + "."},
	} {
		if got := inLines(kit.ErrorLines(st, tt.err, 80)); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

func TestPlaceInLinesOfJSON(t *testing.T) {
	t.Parallel()
	v, err := ojson.Parse([]byte(`{"a":{"b":[1,{"c":null}]},"d":{},"e":"x"}`), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	lines := kit.LinesOfJSON(v, 0)
	if got := strings.Join(kit.JSONLines(v), "\n"); got != "{\n  \"a\": {\n    \"b\": [\n      1,\n      {\n        \"c\": null\n      }\n    ]\n  },\n  \"d\": {},\n  \"e\": \"x\"\n}" {
		t.Errorf("%s", got)
	}
	for at, want := range map[string]string{"/a": "1 true", "/a/b/1/c": "5 true", "/a/b/1/none": "4 true", "/d/x/y": "9 true", "/none": "0 false", "": "0 false"} {
		if line, ok := kit.LineOfJSON(lines, at); fmt.Sprint(line, ok) != want {
			t.Errorf("%s is at line %d, %t, want %s", at, line, ok, want)
		}
	}
	for most, want := range map[int]int{0: 12, 3: 3, 1: 1, 12: 12} {
		if got := kit.LinesOfJSON(v, most); len(got) != want {
			t.Errorf("%d lines at most: %d", most, len(got))
		}
	}
}

func TestOutcomesOfRuns(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		outcome        string
		code, problems int
		rows           *int
		text, mark     string
		tone           kit.OutcomeTone
	}{
		{"completed", 0, 0, nil, "done", "✓", kit.ToneGood},
		{"completed", 0, 0, new(0), "0 rows", "✓", kit.ToneGood},
		{"completed", 0, 0, new(1), "1 row", "✓", kit.ToneGood},
		{"completed", 0, 2, new(5), "✗ 2 problems", "✓", kit.ToneGood},
		{"answered", 0, 0, nil, "answered", "✓", kit.ToneGood},
		{"failed", 0, 0, nil, "failed", "✗", kit.ToneBad},
		{"refused", -32602, 0, nil, "refused -32602", "✗", kit.ToneBad},
		{"interrupted", 0, 0, nil, "interrupted", "✗", kit.ToneBad},
		{"rejected", 0, 0, new(3), "rejected", "✗", kit.ToneBad},
		{"canceled", 0, 0, nil, "canceled", "■", kit.ToneWarning},
		{"input-required", 0, 0, nil, "waits", "?", kit.ToneWarning},
		{"auth-required", 0, 0, nil, "waits", "?", kit.ToneWarning},
		{"unfinished", 0, 0, nil, "unfinished", "…", kit.ToneUnknown},
		{"working", 0, 0, nil, "working", "●", kit.ToneRunning},
	} {
		mark, tone := kit.OutcomeMark(tt.outcome)
		if text := kit.OutcomeText(tt.outcome, tt.code, tt.problems, tt.rows); text != tt.text || mark != tt.mark || tone != tt.tone {
			t.Errorf("%s: %q %q %d", tt.outcome, text, mark, tone)
		}
	}
}

func TestWrapKeepsNumbersAndDatesWhole(t *testing.T) {
	for text, want := range map[string][]string{
		"the code -32001":    {"the code", "-32001"},
		"from 2026-05-14":    {"from", "2026-05-14"},
		"(-12345678)":        {"(-12345678)"},
		"a-long-hyphenation": {"a-long-", "hyphenation"},
		"id 19f7869e-6f00":   {"id 19f7869e-", "6f00"},
	} {
		if got := kit.Wrap(text, 12, 0, lipgloss.NewStyle()); !slices.Equal(got, want) {
			t.Errorf("%q is broken as %q, want %q", text, got, want)
		}
	}
}

// What was searched for is quoted whole, or cut where a sentence has no room for it.
func TestQuoteIsCut(t *testing.T) {
	for text, want := range map[string]string{"": `""`, "lamp": `"lamp"`, strings.Repeat("x", 40): `"` + strings.Repeat("x", 40) + `"`, strings.Repeat("x", 41): `"` + strings.Repeat("x", 40) + `…"`} {
		if got := kit.Quote(text); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
