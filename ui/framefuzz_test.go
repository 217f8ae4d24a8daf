package ui

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
	"a2aform/ui/agent"
	"a2aform/ui/kit"
)

// marked is a parameter of an escape sequence that no style of ours has; every
// sequence that a text of the agent begins is given it, so that it is known
// again.
const marked = "31337;"

// escapes are the starts of sequences in JSON text.
var escapes = regexp.MustCompile(`(?i)\\u001b\[|\\u009b`)

// mark adds the parameter to the sequences in JSON text.
func mark(text string) string {
	return escapes.ReplaceAllStringFunc(text, func(s string) string { return s + marked })
}

// frameSizes are the terminals of one look each: the least, the usual, a wide one.
var frameSizes = [][2]int{{minWidth, minHeight}, {80, 24}, {131, 40}}

// FuzzFrame checks the screens of any card: the agent, the card, its warnings and its
// first form. A terminal shows every character of a frame in its cell and does nothing
// else.
func FuzzFrame(f *testing.F) {
	evil := `\u001b]52;c;AA\u0007\u001b[3J\u001b[31m\u009b31m\u202e\u200b\u2028\ufe00\udb40\udd00\u001bPq\u001b\\\u001b]8;;x\u0007\r\b\u007fTAIL`
	f.Add(`{"name":"N`+evil+`","description":"D`+evil+`","version":"`+evil+`","url":"http://127.0.0.1:1/","provider":{"organization":"`+evil+`"},"capabilities":{"extensions":[{"uri":"`+evil+`","description":"`+evil+`"}]},
		"skills":[{"id":"`+evil+`","name":"`+evil+`","description":"`+evil+`","tags":["`+evil+`"],"examples":["`+evil+`"],"inputSchema":{"title":"`+evil+`","type":"object","required":["`+evil+`"],"properties":{"`+evil+`":{"title":"`+evil+`","description":"`+evil+`"},"e":{"enum":["`+evil+`","x"]}}}}]}`, uint8(0))
	f.Add(`{"name":"👨‍👩‍👧 مقارنة 比較","url":"http://127.0.0.1:1/","skills":[{"id":"s","name":"é́́́́́́́́","inputSchema":{"type":"array","items":{"type":"object","properties":{"ก็็็็":{"type":"boolean","default":true}}},"default":[{}]}}]}`, uint8(1))
	f.Add(`{"name":"n","supportedInterfaces":[{"url":"http://127.0.0.1:1/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"schemas":{"in":{"oneOf":[{"title":"A","type":"string"},{"title":"B","type":"integer","minimum":1e400}]}},"skills":[{"id":"s","name":"S","inputModes":["application/json;schema=in"]}]}`, uint8(2))
	f.Add(`{"url":[]}`, uint8(0))
	f.Fuzz(func(t *testing.T, text string, shape uint8) {
		if len(text) > 8<<10 {
			return
		}
		size := frameSizes[int(shape)%len(frameSizes)]
		a := New(t.Context(), kit.Options{})
		defer a.Close()
		a.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		card, err := a2aclient.Parse([]byte(mark(text)), "http://127.0.0.1:1/card")
		if err != nil {
			connect, ok := a.Top().(*agent.ConnectScreen)
			if !ok {
				t.Fatal("the program does not begin by asking for an agent")
			}
			connect.Opened(agent.CardMsg{Attempt: connect.Attempt, Ref: text[:min(len(text), 100)], Err: err})
			checkFrame(t, a)
			return
		}
		peer, err := card.Dial()
		a.follow(a.Perform(kit.Action{Push: agent.NewCard(a.Host, agent.CardMsg{Card: card, Ref: card.Source, Dialed: kit.Dialed{Agent: peer, Err: err}})}))
		checkFrame(t, a)
		depth := len(a.screens.open)
		for _, names := range [][]string{{"f1"}, {"!", "end"}, {"enter"}, {"enter", "tab", "tab"}, {"enter", "f1"}, {"enter", "f2"}} {
			for _, name := range names {
				a.tap(name)
				checkFrame(t, a)
			}
			for range 3 {
				if a.Overlay != nil || len(a.screens.open) > depth {
					a.tap("esc")
				}
			}
		}
	})
}

// FuzzDocumentFrame checks the same for a result of any bytes with any schema, as page, as
// table and as JSON.
func FuzzDocumentFrame(f *testing.F) {
	f.Add(`[{"a":"\u001b[31mx\u202e","b":1.50},{"\u001b]0;x\u0007":"y"}]`, `{"items":{"properties":{"a":{"title":"\u001b[1mT"}}}}`, uint8(1))
	f.Add(`{"a":{"b":["x",null,{"c":"👨‍👩‍👧"}]},"d":"# h\n- [l](javascript:x)"}`, `{}`, uint8(0))
	f.Add("{\"\x00\x7f:{\":{\"b\":[1]}}", "{}", uint8(138))
	f.Fuzz(func(t *testing.T, data, schemaText string, shape uint8) {
		if len(data) > 8<<10 || len(schemaText) > 4<<10 {
			return
		}
		size := frameSizes[int(shape)%len(frameSizes)]
		s := render.Schema{Name: safe.Text("s")}
		s.Document, _ = schema.Load([]byte(mark(schemaText)))
		document := render.Open([]byte(mark(data)), s)
		a := New(context.Background(), kit.Options{Show: &kit.NamedDocument{Name: safe.Text(data), Document: document}})
		defer a.Close()
		a.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		a.follow(a.Top().Init())
		checkFrame(t, a)
		for _, name := range []string{"v", "esc", "down", "end", "esc", "enter", "f1"} {
			a.tap(name)
			checkFrame(t, a)
			if len(a.screens.open) == 0 {
				return
			}
		}
	})
}

// maxSteps is how many messages are handled: a screen that waits for background work asks
// without end.
const maxSteps = 4

// follow does a command and what follows from it, as far as that goes.
func (a *App) follow(cmd tea.Cmd) {
	waiting := []tea.Cmd{cmd}
	for steps := 0; len(waiting) > 0 && steps < maxSteps; steps++ {
		next := waiting[0]
		waiting = waiting[1:]
		if next == nil {
			continue
		}
		switch msg := next().(type) {
		case nil:
		case tea.BatchMsg:
			waiting = append(waiting, msg...)
		default:
			_, more := a.Update(msg)
			waiting = append(waiting, more)
		}
	}
}

func (a *App) tap(name string) {
	_, cmd := a.Update(kit.KeyPress(name))
	a.follow(cmd)
}

var ours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// checkFrame compares what is drawn with its terminal.
func checkFrame(t *testing.T, a *App) {
	t.Helper()
	frame := a.View().Content
	if strings.Contains(frame, marked) && strings.Contains(frame, "\x1b["+marked) {
		t.Fatalf("a sequence of the agent is drawn: %q", frame)
	}
	if strings.Contains(frame, "cannot be drawn") {
		t.Fatal(frame)
	}
	bare := strings.Split(ours.ReplaceAllString(frame, ""), "\n")
	if len(bare) > a.Height {
		t.Fatalf("%d lines on a terminal of %d", len(bare), a.Height)
	}
	for _, line := range bare {
		if n := ansi.StringWidth(line); n > a.Width || strings.ContainsFunc(line, acts) {
			t.Fatalf("%d columns of %d: %q", n, a.Width, line)
		}
	}
	checkShown(t, a, frame, bare)
}

// acts reports what a terminal does something at, or shows nothing of.
func acts(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point) ||
		unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) && r != '\ufe0e' && r != '\ufe0f'
}

// checkShown lets a terminal draw the frame: afterwards each line is in its cells, and
// nothing else happened.
func checkShown(t *testing.T, a *App, frame string, want []string) {
	t.Helper()
	emu := vt.NewEmulator(a.Width, a.Height)
	defer func() { _ = emu.Close() }()
	happened := ""
	emu.SetCallbacks(vt.Callbacks{
		Title: func(s string) { happened += "title " + s }, IconName: func(s string) { happened += "icon " + s }, Bell: func() { happened += "bell" },
		AltScreen: func(bool) { happened += "screen" }, EnableMode: func(ansi.Mode) { happened += "mode" }, DisableMode: func(ansi.Mode) { happened += "mode" },
		WorkingDirectory: func(s string) { happened += "directory " + s },
	})
	if _, err := emu.WriteString(strings.ReplaceAll(frame, "\n", "\r\n")); err != nil || happened != "" {
		t.Fatalf("%s, %v: %q", happened, err, frame)
	}
	for y, line := range want {
		var got strings.Builder
		for x := 0; x < a.Width; {
			cell := emu.CellAt(x, y)
			if cell == nil || cell.Content == "" {
				got.WriteByte(' ')
				x++
				continue
			}
			got.WriteString(cell.Content)
			x += max(cell.Width, 1)
		}
		if shown := strings.TrimRight(got.String(), " "); shown != strings.TrimRight(line, " ") {
			t.Fatalf("line %d of %d×%d is shown as\n%q, not as\n%q", y, a.Width, a.Height, shown, line)
		}
	}
}
