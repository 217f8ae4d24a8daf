package plain_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/demo"
	"a2aform/internal/run"
	"a2aform/ui/plain"
)

var update = flag.Bool("update", false, "write the golden sessions anew")

// demoAgent answers at once, with ids that are the same at each run.
func demoAgent(t testing.TB) string {
	t.Helper()
	var n atomic.Int64
	server, err := demo.Start(context.Background(), "", demo.Options{NewID: func() string { return fmt.Sprintf("id-%04d", n.Add(1)) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	return server.URL
}

// session answers the prompts and returns all that was written.
func session(ctx context.Context, ref, answers string, set func(*plain.Options)) (string, error) {
	var out bytes.Buffer
	o := plain.Options{
		In: strings.NewReader(answers), Out: &out, IsPiped: true, Ref: ref,
		Open: func(ctx context.Context, ref string) (*a2aclient.Agent, []string, error) {
			card, err := a2aclient.Fetch(ctx, ref)
			if err != nil {
				return nil, nil, err
			}
			return run.Dial(ctx, card, nil)
		},
	}
	if set != nil {
		set(&o)
	}
	err := plain.Run(ctx, o)
	return out.String(), err
}

var masks = []struct {
	find *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`(?m)^\d\d:\d\d:\d\d`), "hh:mm:ss"},
	{regexp.MustCompile(`such as \d{4}-\d\d-\d\d`), "such as YYYY-MM-DD"}, // tomorrow
	{regexp.MustCompile(`127\.0\.0\.1:\d+`), "127.0.0.1:PORT"},
}

// masked is the text of a session without what is another each time.
func masked(text string) string {
	for _, m := range masks {
		text = m.find.ReplaceAllString(text, m.with)
	}
	return text
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	got = masked(got)
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("no golden session (make it with -update): %v", err)
	}
	if string(want) != got {
		t.Errorf("not as in %s:\n%s", path, got)
	}
}

// lines are answers, one a line.
func lines(answers ...string) string { return strings.Join(answers, "\n") + "\n" }

// What a long table comes to is said unless the preference brief is off.
func TestBriefOfALongTable(t *testing.T) {
	t.Parallel()
	answers := lines("2", "Rome", "2026-12-24", "3", "", "", "", "Ada", "", "", "", "", "", "n")
	for _, isOff := range []bool{false, true} {
		out, err := session(t.Context(), demoAgent(t), answers, func(o *plain.Options) { o.NoBrief = isOff })
		if err != nil || strings.Contains(out, "\nIn short: Date 24 – 27 Dec 2026 · ") == isOff {
			t.Errorf("off %t: %v\n%s", isOff, err, out)
		}
	}
}

// sessions are whole ones; none leaves an answer unused.
var sessions = []struct {
	name    string
	answers string
}{
	{"fight", lines("1", "Lion", "Tiger", "", "n")},
	{"fight-corrected", lines("nothing", "1", "", `""`, "Lion", "Tiger", "e", "", "Bear", "maybe", "y", "")},
	{"fight-not-sent", lines("Fight Comparison", "Lion", "Tiger", "n", "y", "5t", "1t", "", "who wins?", "", "")},
	{"talk", lines("5", `"two\nlines"`, "", "tell me a joke", "", "n")},
	{"trip", lines("2",
		"Rome",
		"2026-12-24",
		"99", "two", "3", // nights
		"", "food", "1e3", // pace, style, budget
		"Ada", "not an address", "maybe", "y", // the traveller
		"", "y", "", "Colosseum", "n", // companions, wishes
		"e", "", "", "", "", "", "", "", "ada@example.com", "", "", "", "", "", "", // once more for the address
		"", "")},
	{"expense", lines("3", "Customer visit", "",
		"y", "2026-03-14", "Train", "1", "120.50", "", "y", "2026-03-15", "Hotel", "lodging", "80", "true", "",
		"", "2", "null", // per diem, days, note
		"", "please do", "n")},
	{"parcel", lines("4", "Ada", "Bern", "20", "ny", "NY", // a state comes with the country
		"3", "Corner", "", // a shop
		"y", "", "10", "20", "30", // three sides at once
		"12.5", "6", "4, fragile", // weight, handling
		"null", "y", "Order", "order", "4711", "", // insured for, labels
		"", "", "", "", "", // neither address nor phone, which is one too few
		"", "", "", "", "", "", "", "", "", "", "", "", // once more, and all as it was
		"", "", "", "", "", "", "ada@example.com", "", "", "", "",
		"", "n")},
}

func TestSessions(t *testing.T) {
	ref := demoAgent(t)
	for _, tt := range sessions {
		t.Run(tt.name, func(t *testing.T) {
			got, err := session(t.Context(), ref, tt.answers, nil)
			if err != nil {
				t.Errorf("%v", err)
			}
			isPlain(t, got)
			golden(t, tt.name, got)
		})
	}
}

// isPlain checks that an output is text and new lines.
func isPlain(t testing.TB, out string) {
	t.Helper()
	for i, r := range out {
		if r < ' ' && r != '\n' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			t.Fatalf("the output holds %q: %q", r, out[max(0, i-60):i+1])
		}
	}
}

// Wherever the input ends before all is answered, the session ends with the name
// of the question, and in order.
func TestInputThatEndsEarly(t *testing.T) {
	ref := demoAgent(t)
	for _, tt := range sessions {
		answers := strings.SplitAfter(strings.TrimSuffix(tt.answers, "\n"), "\n")
		for n := range answers {
			got, err := session(t.Context(), ref, strings.Join(answers[:n], ""), nil)
			var end *plain.EndError
			isOver := strings.HasSuffix(got, "Send something else to this agent [y/N]: \n") // that may go unanswered
			if errors.As(err, &end) == isOver || err != nil && !plain.IsInput(err) {
				t.Errorf("%s after %d answers: %v", tt.name, n, err)
			}
			if end != nil && (end.At == "" || !strings.Contains(got, end.At)) {
				t.Errorf("%s after %d answers: no question reads %q", tt.name, n, end.At)
			}
			isPlain(t, got)
		}
	}
}

func TestAgentIsChosen(t *testing.T) {
	ref := demoAgent(t)
	known := func(o *plain.Options) { o.Ref, o.Refs = "", []string{"http://127.0.0.1:1", ref} }
	got, err := session(t.Context(), "", "\n2\n5\nhello\n\nn\n", known)
	if err != nil || !strings.Contains(got, "  2. "+ref) || !strings.Contains(got, "outcome: answered") {
		t.Errorf("%v\n%s", err, got)
	}
	var card *a2aclient.CardError
	if _, err := session(t.Context(), "", "1\n", known); !errors.As(err, &card) {
		t.Errorf("an agent that is not there: %v", err)
	}
}

func TestSkippedReview(t *testing.T) {
	got, err := session(t.Context(), demoAgent(t), "1\nLion\nTiger\n", func(o *plain.Options) { o.SkipReview = true })
	if err != nil || strings.Contains(got, "Review") || !strings.Contains(got, "outcome: completed") {
		t.Errorf("%v\n%s", err, got)
	}
}

// A prompt does not hold up the end of the program, and names the task that may
// go on.
func TestInterruptRestoresTerminal(t *testing.T) {
	server, err := demo.Start(t.Context(), "", demo.Options{Pace: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	for _, tt := range []struct{ name, answers, after, want string }{
		{"at a prompt", "1\n", "A (text", ""},
		{"while the agent works", "1\nLion\nTiger\n\n", "Weighing", "may continue on the agent"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			in, typed := io.Pipe()
			defer typed.Close()
			go func() { _, _ = io.WriteString(typed, tt.answers) }()
			_, err := session(ctx, server.URL, "", func(o *plain.Options) {
				o.In, o.Out = in, trigger{tt.after, stop}
			})
			if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v", err)
			}
		})
	}
}

// trigger calls do when a text is written.
type trigger struct {
	on string
	do func()
}

func (w trigger) Write(p []byte) (int, error) {
	if strings.Contains(string(p), w.on) {
		w.do()
	}
	return len(p), nil
}

// A reader that is gone ends the session instead of asking on.
func TestFailingOutputEndsSession(t *testing.T) {
	_, err := session(t.Context(), demoAgent(t), "1\nLion\n", func(o *plain.Options) { o.Out = full{} })
	if err == nil || strings.Count(err.Error(), "no space") != 1 {
		t.Errorf("%v", err)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space") }

// Whatever is piped in, the session ends and writes nothing but text.
func FuzzAnswers(f *testing.F) {
	ref := demoAgent(f)
	for _, s := range sessions {
		f.Add(s.answers)
	}
	f.Add("1\n\x1b[31mLion\x07\r\n\xff\xfe\nnull\n\"\\u001b[2J\"\n\"\\ud800\"\ne\n")
	f.Add("4\n\u202eAda\n\u009b1m\n@/etc\n@/dev/zero\n")
	f.Fuzz(func(t *testing.T, answers string) {
		got, err := session(t.Context(), ref, answers, nil)
		isPlain(t, got)
		if err != nil {
			isPlain(t, err.Error())
		}
	})
}

// A terminal that knows OSC 133 gets a mark at each prompt, at each answer, and where the
// output begins; without them nothing else differs.
func TestMarksOfPrompts(t *testing.T) {
	const answers = "1\nLion\nTiger\n\n\n"
	var texts [2]string
	for i, has := range []bool{false, true} {
		got, err := session(t.Context(), demoAgent(t), answers, func(o *plain.Options) { o.HasMarks = has })
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = masked(got)
	}
	if want := "\x1b]133;A\x1b\\Skill, 1 to 6: \x1b]133;B\x1b\\\x1b]133;C\x1b\\1\n"; !strings.Contains(texts[1], want) {
		t.Errorf("no %q in\n%q", want, texts[1])
	}
	without := regexp.MustCompile(`\x1b\]133;[ABC]\x1b\\`)
	if n := len(without.FindAllString(texts[1], -1)); n != 3*5 {
		t.Errorf("%d marks for 5 prompts", n)
	}
	if got := without.ReplaceAllString(texts[1], ""); got != texts[0] {
		t.Errorf("with marks:\n%s\nwithout:\n%s", got, texts[0])
	}
}

// Line mode says so first, and draws no lines or bars, which a screen reader would spell.
func TestNoGlyphsInLineMode(t *testing.T) {
	sessions, err := filepath.Glob("testdata/*.golden")
	if err != nil || len(sessions) < 5 {
		t.Fatalf("%d sessions, %v", len(sessions), err)
	}
	for _, path := range sessions {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(text), "a2aform, line by line.") {
			t.Errorf("%s does not begin with the mode", path)
		}
		if glyph := regexp.MustCompile(`[\x{2500}-\x{259F}\x{2800}-\x{28FF}]`).FindString(string(text)); glyph != "" {
			t.Errorf("%s has %s", path, glyph)
		}
	}
}
