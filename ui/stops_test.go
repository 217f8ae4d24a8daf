//go:build !race

// The race detector allocates on its own account, so what a key allocates is
// counted without it.

package ui_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// stops are the screens, and how to come to them; each rests there.
var stops = []struct {
	name string
	open func(*stopping) *uitest.Driver
}{
	{"connect", func(s *stopping) *uitest.Driver { return s.start(kit.Options{}).WaitFor("Open an agent") }},
	{"card", func(s *stopping) *uitest.Driver { return s.card() }},
	{"raw card", func(s *stopping) *uitest.Driver { return s.card().Command("raw card").WaitFor("Raw card") }},
	{"doctor", func(s *stopping) *uitest.Driver { return s.card().Press("!").WaitFor("rules held") }},
	{"form", func(s *stopping) *uitest.Driver { return s.skill(apptest.Expense).WaitFor("Per diem") }},
	{"parts", func(s *stopping) *uitest.Driver {
		return s.skill(apptest.Expense).WaitFor("Currency").Command("message parts").WaitFor("› Message parts")
	}},
	{"choices", func(s *stopping) *uitest.Driver {
		return s.skill(apptest.Expense).WaitFor("Currency").Press("ctrl+o").WaitFor("Commands", "enter Choose")
	}},
	{"help", func(s *stopping) *uitest.Driver {
		return s.skill(apptest.Expense).WaitFor("Per diem").Press("f1").WaitFor("Keys")
	}},
	{"review", func(s *stopping) *uitest.Driver { return s.reviewed(apptest.Expense) }},
	{"question", func(s *stopping) *uitest.Driver {
		return s.reviewed(apptest.Expense).Press("enter").WaitFor("Approve a total")
	}},
	{"question of many parts", func(s *stopping) *uitest.Driver { return s.asked(1000) }},
	{"task", func(s *stopping) *uitest.Driver { return s.done() }},
	{"task with its table", func(s *stopping) *uitest.Driver {
		return s.done().Press("tab").WaitFor("▌Itinerary")
	}},
	{"traffic", func(s *stopping) *uitest.Driver {
		return s.done().Press("w").WaitFor("› Traffic")
	}},
	{"result", func(s *stopping) *uitest.Driver {
		return s.done().Press("enter").WaitFor("› Itinerary")
	}},
	{"history", func(s *stopping) *uitest.Driver {
		d := s.done()
		return d.Press("esc").WaitFor("6 of 6 required").Press("alt+h").WaitFor("› History", "12 rows")
	}},
	{"differences", func(s *stopping) *uitest.Driver {
		s.app = ui.New(s.t.Context(), kit.Options{Store: apptest.ThreeRuns(s.t)})
		return uitest.Start(s.t, s.app, s.width, s.height).WaitFor("Open an agent").Press("alt+h").WaitFor("booking").Press("d").WaitFor("› Diff", "price")
	}},
	{"text", func(s *stopping) *uitest.Driver { return s.card().Press("c").WaitGone("Skills") }},
	{"table", func(s *stopping) *uitest.Driver { return s.table() }},
	{"row", func(s *stopping) *uitest.Driver { return s.table().Press("enter").WaitFor("Row 1 of ") }},
	{"json", func(s *stopping) *uitest.Driver { return s.table().Press("v").WaitFor("▸ 3:") }},
	{"test cases", func(s *stopping) *uitest.Driver { return s.cases() }},
	{"run of test cases", func(s *stopping) *uitest.Driver {
		return s.cases().Press("R", "enter").WaitFor("1 of 3 cases did not pass")
	}},
	{"test case", func(s *stopping) *uitest.Driver {
		return s.cases().Press("R", "enter").WaitFor("1 of 3 cases did not pass").Press("enter").WaitFor("Expectations")
	}},
	{"save as test case", func(s *stopping) *uitest.Driver {
		return s.done().Press("S").WaitFor("[✓] Outcome").Press("tab")
	}},
	{"query", func(s *stopping) *uitest.Driver { return s.table().Press(":").WaitFor("120 rows") }},
}

// seeded is a source of what a test tries, another one in each run. The log of the test
// has the seed; A2AFORM_SEED repeats it.
func seeded(t *testing.T) *rand.Rand {
	t.Helper()
	seed := rand.Uint64()
	if text := os.Getenv("A2AFORM_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("A2AFORM_SEED: %v", err)
		}
	}
	t.Logf("A2AFORM_SEED=%d repeats this choice", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// sampled are some of the stops, others each time; the sweep of .ci/run goes to
// all of them.
func sampled(random *rand.Rand, some int) []int {
	all := random.Perm(len(stops))
	if os.Getenv("A2AFORM_SWEEP") == "" {
		return all[:some]
	}
	return all
}

// stopping is the way to a stop.
type stopping struct {
	t             *testing.T
	app           *ui.App
	width, height int
}

func (s *stopping) start(o kit.Options) *uitest.Driver {
	o.Store = apptest.Home(s.t)
	if o.Dir == "" {
		o.Dir = s.t.TempDir()
	}
	s.app = ui.New(s.t.Context(), o)
	return uitest.Start(s.t, s.app, s.width, s.height)
}

func (s *stopping) card() *uitest.Driver {
	return s.start(kit.Options{Ref: apptest.DemoAgent(s.t, apptest.Quick).URL}).WaitFor("Fight Comparison")
}

// cases are the test cases of the demo agent in a repository.
func (s *stopping) cases() *uitest.Driver {
	dir := apptest.CaseFiles(s.t, map[string]string{"a.toml": apptest.FightCase, "b.toml": apptest.RowsCase})
	return s.start(kit.Options{Ref: apptest.DemoAgent(s.t, apptest.Quick).URL, Dir: dir}).WaitFor("Fight Comparison").Press("alt+c").WaitFor("fight: Lion")
}

func (s *stopping) skill(place int) *uitest.Driver {
	d := s.card()
	for range place {
		d.Press("down")
	}
	return d.Press("enter").WaitGone("Skills").WaitGone("reading the schema")
}

func (s *stopping) reviewed(place int) *uitest.Driver {
	d := s.skill(place).Press("f3").WaitFor("Blank form")
	return d.Press("1").WaitFor(" loaded. Ctrl+Z").Press("ctrl+s").WaitFor("Send  enter")
}

// done is a task that has ended, with the agent's messages in focus.
func (s *stopping) done() *uitest.Driver {
	return s.reviewed(apptest.Trip).Press("enter").WaitFor("✓ Done", "▌Itinerary").Press("z").WaitFor("✓ completed", "▌Itinerary").Press("tab").WaitFor("▌Demo Agent")
}

// asked is a task that asks a question of so many parts.
func (s *stopping) asked(parts int) *uitest.Driver {
	question := fmt.Sprintf(`"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_INPUT_REQUIRED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[%s{"text":"the last part"}]}}}}`,
		strings.Repeat(`{"text":"a"},`, parts-1))
	d := s.start(kit.Options{Ref: apptest.Agent(s.t, apptest.OneForm(apptest.WordSchema), apptest.Says(question))}).WaitFor("Skills").Press("enter").WaitFor("▌ ○ Word")
	return d.Type("Wolf").Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("the last part", "Your answer")
}

func (s *stopping) table() *uitest.Driver {
	return s.start(kit.Options{Show: apptest.OpenedFile(s.t, "things.json", apptest.Things(120), apptest.ThingSchema)}).WaitFor("Chair 0", "12 wrong")
}

// Nothing is written to the terminal while nothing happens, on any screen.
func TestIdleWritesNothing(t *testing.T) {
	t.Parallel()
	for _, i := range sampled(seeded(t), 6) {
		tt := stops[i]
		if tt.name == "question" {
			continue // its clock goes on
		}
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := &stopping{t: t, width: 80, height: 24}
			tt.open(s).Quiet(300 * time.Millisecond)
		})
	}
}

// However the terminal is dragged, the screen is in the end what it would have
// been, and no line was ever wider than it.
func TestResizeStormKeepsScreen(t *testing.T) {
	t.Parallel()
	for _, i := range sampled(seeded(t), 5) {
		tt := stops[i]
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := &stopping{t: t, width: 80, height: 24}
			d := tt.open(s)
			d.Settled() // twice: what a busy machine brings late is part of it
			before := steady(d.Settled())
			random := rand.New(rand.NewPCG(1, uint64(len(tt.name))))
			for range 40 {
				d.Resize(1+random.IntN(200), 1+random.IntN(60))
			}
			d.Resize(80, 24).WaitUntil("the screen as it was:\n"+before, func(screen string) bool { return steady(screen) == before })
		})
	}
}

// steady is a screen without what goes on by itself.
func steady(screen string) string { return uitest.Mask(strings.TrimRight(screen, "\n ")) }

// Twenty fields filled in cost the terminal little (a remote one feels it).
func TestSessionWritesLittle(t *testing.T) {
	t.Parallel()
	const fields, most = 20, 40 << 10
	properties := make([]string, fields)
	for i := range properties {
		properties[i] = fmt.Sprintf(`"f%02d":{"type":"string","title":"Field %02d","description":"What stands in field %02d","maxLength":40}`, i, i, i)
	}
	c := apptest.OneForm(`{"type":"object","required":["f00"],"properties":{` + strings.Join(properties, ",") + `}}`)
	d := apptest.Start(t, apptest.Agent(t, c, apptest.Says(`"result":{}`)), 80, 24).WaitFor("The skill").Press("enter").WaitFor("Field 00")
	for range fields {
		d.Type("some text").WaitFor("some text").Press("tab")
	}
	d.Press("ctrl+s").WaitFor("Send  enter")
	written := len(d.Output())
	t.Logf("%d bytes for %d fields of 9 characters, from the start to the review", written, fields)
	if written > most {
		t.Errorf("%d bytes were written, at most %d", written, most)
	}
}
