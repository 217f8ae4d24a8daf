// Package apptest opens the program on a terminal of package uitest: with the demo agent, an agent by script, or files. The tests of ui and of
// each family of screens use it.
package apptest

import (
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"charm.land/lipgloss/v2"
	"go.uber.org/goleak"

	"a2aform/internal/demo"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
	"a2aform/render"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// The paces of the demo agent: one that streams in a moment, and one that never
// gets past the first step, for screens of a task that goes on.
const (
	Quick = 2 * time.Millisecond
	Stuck = time.Hour
)

// DemoAgent serves the demo agent with ids that are the same at each run.
func DemoAgent(t *testing.T, pace time.Duration) *demo.Server {
	t.Helper()
	var n atomic.Int64
	server, err := demo.Start(t.Context(), "", demo.Options{
		Pace:  pace,
		NewID: func() string { return fmt.Sprintf("id-%04d", n.Add(1)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	return server
}

// Home is a store in a directory of its own.
func Home(t *testing.T) *store.Store {
	t.Helper()
	dir := t.TempDir()
	keep, err := store.Open(func(name string) string {
		if name == "A2AFORM_HOME" {
			return dir
		}
		return ""
	})
	if err != nil {
		t.Fatal(err)
	}
	return keep
}

// Start opens ref on a terminal.
func Start(t *testing.T, ref string, width, height int) *uitest.Driver {
	t.Helper()
	return uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: ref, Store: Home(t), Demo: NoDemo}), width, height)
}

// NoDemo offers the demo agent, so that the first screen is the one that users see.
func NoDemo() (string, error) { return "", errors.New("tests start their own agents") }

// OpenDemo opens the card of a fresh demo agent.
func OpenDemo(t *testing.T, pace time.Duration, width, height int) *uitest.Driver {
	t.Helper()
	return Start(t, DemoAgent(t, pace).URL, width, height).WaitFor("Fight Comparison")
}

// OpenSkill opens the form of the demo's skill at a place of its list.
func OpenSkill(t *testing.T, place int, pace time.Duration, width, height int) *uitest.Driver {
	t.Helper()
	d := OpenDemo(t, pace, width, height)
	for range place {
		d.Press("down")
	}
	return OpenForm(d)
}

// OpenForm opens the form of the skill at the cursor of a card. A card names the fields of a
// skill, too, so that their names do not show that the form is there.
func OpenForm(d *uitest.Driver) *uitest.Driver {
	return FormOpened(d.Press("enter"))
}

// FormOpened waits until the form has taken the place of the card.
func FormOpened(d *uitest.Driver) *uitest.Driver {
	return d.WaitGone("Skills").Drawn().WaitGone("Reading the schema")
}

// The places of the demo's skills.
const (
	Fight = iota
	Trip
	Expense
	Parcel
	Chitchat
	Feedback
)

// StartWith starts the program with options.
func StartWith(t *testing.T, o kit.Options, w, h int) *uitest.Driver {
	t.Helper()
	return uitest.Start(t, ui.New(t.Context(), o), w, h)
}

// FileApp shows a file as a result.
func FileApp(t *testing.T, o kit.Options, file render.File) *ui.App {
	t.Helper()
	part := render.Part{Kind: render.FilePart, File: file}
	o.Show = &kit.NamedDocument{Name: safe.Text("result"), Document: render.New([]render.Artifact{{Parts: []render.Part{part}}}, nil)}
	o.Store = Home(t)
	return ui.New(t.Context(), o)
}

// FileOf is a file with its data in it.
func FileOf(name, media string, data []byte) render.File {
	return render.NewFile(safe.Text(name), safe.Text(media), safe.Raw{}, safe.Text(base64.StdEncoding.EncodeToString(data)))
}

// ShowFile opens a text as a2aform show does.
func ShowFile(t *testing.T, name, text, schemaText string, w, h int) *uitest.Driver {
	t.Helper()
	return uitest.Start(t, ui.New(t.Context(), kit.Options{Show: OpenedFile(t, name, text, schemaText), Store: Home(t)}), w, h)
}

// OpenedFile is a text as a2aform show reads it, with a schema where there is one.
func OpenedFile(t *testing.T, name, text, schemaText string) *kit.NamedDocument {
	t.Helper()
	var by render.Schema
	if schemaText != "" {
		document, err := schema.Load([]byte(schemaText))
		if err != nil {
			t.Fatal(err)
		}
		by = render.Schema{Name: safe.Text("things"), Document: document}
	}
	document, err := render.OpenFile(name, []byte(text), by)
	if err != nil {
		t.Fatal(err)
	}
	return &kit.NamedDocument{Name: safe.Text(name), Document: document}
}

// Attentive runs a skill of the demo agent to its end.
func Attentive(t *testing.T, o kit.Options) *uitest.Driver {
	t.Helper()
	o.Ref, o.Store = DemoAgent(t, Quick).URL, Home(t)
	d := uitest.Start(t, ui.New(t.Context(), o), 80, 24).WaitFor("Fight Comparison")
	d.Press("enter").WaitFor("0 of 2 required").Type("Lion").Press("tab").Type("Tiger").WaitFor("2 of 2 required")
	return d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ completed")
}

// ClickAt clicks on a text of the screen, some columns behind its beginning.
func ClickAt(t *testing.T, d *uitest.Driver, text string, behind int) *uitest.Driver {
	t.Helper()
	for y, line := range strings.Split(d.Screen(), "\n") {
		if x := strings.Index(line, text); x >= 0 {
			return d.Send(fmt.Sprintf("\x1b[<0;%d;%dM", lipgloss.Width(line[:x])+behind+1, y+1))
		}
	}
	t.Fatalf("%q is not on the screen\n%s", text, d.Screen())
	return d
}

// WithMouse opens the form of the demo's skill at a place, where the mouse is on.
func WithMouse(t *testing.T, place, width, height int) *uitest.Driver {
	t.Helper()
	app := ui.New(t.Context(), kit.Options{Ref: DemoAgent(t, Quick).URL, Store: Home(t), Mouse: true})
	d := uitest.Start(t, app, width, height).WaitFor("Fight Comparison")
	for range place {
		d.Press("down")
	}
	return d.Press("enter").WaitGone("Skills").WaitGone("Reading the schema")
}

// Copied is what went to the terminal's clipboard last (OSC 52).
func Copied(d *uitest.Driver) string {
	all := regexp.MustCompile(`\x1b\]52;c;([A-Za-z0-9+/=]*)`).FindAllStringSubmatch(string(d.Output()), -1)
	if all == nil {
		return ""
	}
	text, err := base64.StdEncoding.DecodeString(all[len(all)-1][1])
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// Sizes are those at which every screen has a golden file.
var Sizes = [][2]int{{80, 24}, {100, 30}, {160, 45}}

// EachSize runs a test at every size; golden compares a screen with its file.
func EachSize(t *testing.T, test func(t *testing.T, w, h int, golden func(*uitest.Driver, string))) {
	t.Parallel()
	for _, size := range Sizes {
		name := fmt.Sprintf("%dx%d", size[0], size[1])
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, size[0], size[1], func(d *uitest.Driver, screen string) {
				t.Helper()
				d.Golden(screen + "-" + name)
			})
		})
	}
}

// Main runs the tests of a package. No test leaves a goroutine behind, but for some that end by themselves a moment later,
// the clock of regexp2, the blinking cursor and the ticks of Bubble Tea, and for its reader, which waits forever with a key that
// came as the program ended.
func Main(m *testing.M) {
	_ = flag.Set("test.parallel", "8") // most of the time is waiting; -parallel overrides it
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("github.com/dlclark/regexp2/v2.runClock"),
		goleak.IgnoreTopFunction("charm.land/bubbletea/v2.Tick.func1"),
		// A batch that waits for such a tick. Any other command that it waits for is found by itself.
		goleak.IgnoreAnyFunction("charm.land/bubbletea/v2.(*Program).execBatchMsg"),
		goleak.IgnoreAnyFunction("charm.land/bubbles/v2/cursor.(*Model).Blink.func1"),
		goleak.IgnoreAnyFunction("github.com/charmbracelet/ultraviolet.(*TerminalReader).sendEvents"))
}
