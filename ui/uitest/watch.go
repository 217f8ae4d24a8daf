package uitest

import (
	"strings"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// watch is a model that holds another to its terminal: no line of a view may be
// wider, and no view higher. A model with a method Unexplained says which of its
// actions do nothing without a reason; there may be none.
type watch struct {
	tea.Model
	width, height int
	fail          func(format string, args ...any)
	failed        bool
	last          atomic.Pointer[frame]
	resized       func() // is called after the first view of a new size
}

// frame is a view and the size that it was made for.
type frame struct {
	width, height int
	content       string
}

func (w *watch) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		w.width, w.height = size.Width, size.Height
	}
	var cmd tea.Cmd
	w.Model, cmd = w.Model.Update(msg)
	return w, cmd
}

func (w *watch) View() tea.View {
	v := w.Model.View()
	if m, ok := w.Model.(interface{ Unexplained() []string }); ok && !w.failed {
		if silent := m.Unexplained(); len(silent) > 0 {
			w.failed = true
			w.fail("these actions do nothing and do not say why: %q", silent)
		}
	}
	w.check(strings.Split(v.Content, "\n"))
	now := &frame{w.width, w.height, v.Content}
	if before := w.last.Swap(now); before == nil || before.width != now.width || before.height != now.height {
		w.resized()
	}
	return v
}

// check complains once: the same fault is in every frame that follows.
func (w *watch) check(lines []string) {
	if w.failed {
		return
	}
	if len(lines) > w.height {
		w.failed = true
		w.fail("a view has %d lines on a terminal of %d", len(lines), w.height)
	}
	for _, l := range lines {
		if n := ansi.StringWidth(l); n > w.width {
			w.failed = true
			w.fail("a line is %d columns wide on a terminal of %d: %q", n, w.width, l)
			return
		}
	}
}
