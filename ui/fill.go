package ui

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/ui/form"
	"a2aform/ui/kit"
)

// Filling is a form that is filled in for another program: nothing is sent.
type Filling struct {
	Agent   *a2aclient.Agent // nil for a schema alone
	Skill   *a2aclient.Skill // nil for a form that belongs to no skill
	Input   *a2aclient.Input
	Prefill []byte            // JSON; nil for an empty form
	Done    func(data []byte) // gets the JSON once the user has reviewed it
}

// NewFilling makes the program of one form.
func NewFilling(ctx context.Context, opts kit.Options, f Filling) *App {
	a := New(ctx, opts)
	done := func(data []byte) {
		f.Done(data)
		a.cancel()
	}
	review := func(data []byte, secret bool) kit.Action {
		return kit.Action{Push: newFilled(a.Host, data, secret, done)}
	}
	a.filling = form.NewFor(a.Host, f.Agent, f.Skill, f.Input, f.Prefill,
		&form.Use{Button: "Review", About: "Shows the JSON that will be printed.", Do: review, Origin: formgen.Loaded})
	a.screens.open = []kit.Screen{a.filling}
	return a
}

// filled shows the JSON that is printed.
type filled struct {
	kit.Base
	data   []byte
	secret bool
	lines  kit.Scroll
	done   func(data []byte)
	opened time.Time
}

func newFilled(h *kit.Host, data []byte, secret bool, done func([]byte)) *filled {
	s := &filled{Base: kit.Base{Host: h}, data: data, secret: secret, done: done, opened: time.Now()}
	s.lines.Set(s.text())
	return s
}

func (s *filled) text() []string {
	if s.secret {
		return []string{"This holds a secret and is not shown.", "", "Press Enter to print it to standard output."}
	}
	v, err := ojson.Parse(s.data, ojson.DataLimits)
	if err != nil { // the form made it
		return nil
	}
	lines := strings.Split(string(v.Indent("  ")), "\n")
	for i, l := range lines {
		lines[i] = safe.Text(l).Line(0).String()
	}
	return lines
}

func (s *filled) Init() tea.Cmd { return nil }

func (s *filled) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return kit.Action{}, nil
	}
	act, cmd, done := kit.Press(press, s.Keys())
	if !done {
		s.lines.Press(press)
	}
	return act, cmd
}

// print hands the JSON over and ends the program.
func (s *filled) print() (kit.Action, tea.Cmd) {
	if time.Since(s.opened) < s.Host.Options.PasteGuard {
		return kit.Infof("enter came right after another key and was ignored: press it again"), nil
	}
	s.done(s.data)
	return kit.Action{}, tea.Quit
}

var printKey = kit.Bind("Print", "enter")

func (s *filled) View() string {
	_, s.lines.Height = s.FrameRoom()
	lines := strings.Split(s.lines.View(), "\n")
	for i, l := range lines {
		if !s.secret {
			lines[i] = s.Styles().Syntax.JSON(l)
		}
	}
	return s.InFrame("JSON", "printed to standard output", strings.Join(lines, "\n"))
}

func (s *filled) Title() string    { return "Review" }
func (s *filled) HiddenLines() int { return s.lines.HiddenLines() }

func (s *filled) Keys() []kit.Key {
	return append([]kit.Key{kit.On(printKey, s.print), s.BackKey()}, kit.ScrollKeys...)
}

func (s *filled) Help() []string {
	return []string{"The JSON that you filled in. Enter prints it to standard output and ends the program, Esc goes back to the form."}
}
