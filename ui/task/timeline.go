package task

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// timeline is what has happened in a run, as lines. An agent may send a million
// events, so an entry is drawn when it comes into view; until then it is known
// how many lines it has.
type timeline struct {
	width   int
	inPane  bool // not on the whole screen
	styles  *kit.Styles
	entries run.Timeline
	ends    []int            // for each entry, how many lines there are up to its end
	states  []int            // entries that are states
	said    int              // entries up to the last one in which the agent speaks
	drawn   map[int][]string // the lines of the entries in view, which may be long
}

// measureTime is how long new entries are measured at once, so that a key never
// waits for a flood of them.
const measureTime = 8 * time.Millisecond

// atOnce is how many entries are measured between two looks at the clock.
const atOnce = 8

// fit makes the lines fit a width. They are measured anew if they do not.
func (t *timeline) fit(width int, inPane bool, st *kit.Styles) {
	if width != t.width || inPane != t.inPane {
		t.forget()
	}
	t.width, t.inPane = width, inPane
	if st != t.styles {
		t.styles, t.drawn = st, nil
	}
}

// take adds what is new in the entries of a run, as far as there is time for it.
func (t *timeline) take(entries run.Timeline, most time.Duration) {
	if closed := t.entries.Closed(); closed < len(t.ends) { // the last one may have grown
		t.ends = t.ends[:closed]
		delete(t.drawn, closed)
	}
	lines, first, late := t.Count(), len(t.ends), time.Now().Add(most)
	for i := first; i < entries.Len(); i++ {
		if i > first && i%atOnce == 0 && time.Now().After(late) {
			break
		}
		e := entries.Entry(i)
		lines += t.height(e)
		t.ends = append(t.ends, lines)
		switch e.Kind {
		case run.StateEntry:
			t.states = append(t.states, i)
		case run.MessageEntry:
			t.said = i + 1
		}
	}
	t.entries = entries
}

// lags reports entries that were not measured yet.
func (t *timeline) lags() bool { return len(t.ends) < t.entries.Len() }

// forget measures all entries anew the next time.
func (t *timeline) forget() {
	*t = timeline{width: t.width, inPane: t.inPane, styles: t.styles}
}

// Count is the number of lines.
func (t *timeline) Count() int {
	if len(t.ends) == 0 {
		return 0
	}
	return t.ends[len(t.ends)-1]
}

// Draw gives some of the lines.
func (t *timeline) Draw(from, to int) []string {
	first := sort.SearchInts(t.ends, from+1)
	above := 0
	if first > 0 {
		above = t.ends[first-1]
	}
	var lines []string
	drawn := map[int][]string{}
	for i := first; i < len(t.ends) && above+len(lines) < to; i++ {
		drawn[i] = t.drawn[i]
		if drawn[i] == nil {
			drawn[i] = t.entry(t.entries.Entry(i))
		}
		lines = append(lines, drawn[i]...)
	}
	t.drawn = drawn
	return lines[from-above : to-above]
}

// stampWidth is the width of the time before an entry and of the space behind.
const stampWidth = len("15:04:05") + 2

// height is how many lines an entry has. What is plain and short has one; what
// is not has to be drawn to know.
func (t *timeline) height(e run.Entry) int {
	switch e.Kind {
	case run.StateEntry:
		if t.isOnRail(e) {
			return 0
		}
		return 1
	case run.MessageEntry:
		if width, ok := e.Text.PlainWidth(); ok && width <= t.width-stampWidth-t.textIndent() {
			return 1
		}
	}
	return len(t.entry(e))
}

// entry draws one entry of the timeline.
func (t *timeline) entry(e run.Entry) []string {
	st := t.styles
	stamp := st.Dim.Render(e.At.Format("15:04:05")) + "  "
	switch e.Kind {
	case run.StateEntry:
		if t.isOnRail(e) {
			return nil
		}
		style, mark := stateLook(st, e.State)
		return []string{stamp + style.Render(mark+" "+e.StateText())}
	case run.MessageEntry:
		return t.hang(stamp, e.Text.Block(0).String(), st.Text)
	case run.DetailEntry:
		return t.hang(stamp, "  "+e.Text.Block(0).String(), st.Dim)
	case run.UserEntry:
		return t.hang(stamp, "you: "+e.Said().Block(0).String(), st.Accent)
	}
	return t.hang(stamp, "! "+e.Note, st.Warn)
}

// isOnRail reports a state that the rail shows.
func (t *timeline) isOnRail(e run.Entry) bool {
	return t.inPane && (e.State == a2a.StateSubmitted || e.State == a2a.StateWorking)
}

// textIndent is how far texts are after the times: below the words of states, except in a
// pane, which has few columns.
func (t *timeline) textIndent() int {
	if t.inPane {
		return 0
	}
	return 2
}

// hang wraps text behind a stamp, later lines under the first.
func (t *timeline) hang(stamp, text string, style lipgloss.Style) []string {
	indent := stampWidth + t.textIndent()
	lines := kit.Wrap(text, t.width-indent, 0, style)
	for i, l := range lines {
		head := strings.Repeat(" ", indent)
		if i == 0 {
			head = stamp + head[stampWidth:]
		}
		lines[i] = head + l
	}
	return lines
}

// NewTraffic shows the requests and responses that were kept.
func NewTraffic(h *kit.Host, w *run.Traffic) kit.Screen {
	return kit.NewPager(h, "Traffic", func() []string { return allWireLines(w) }).ColorBy(wireColors).PartsAt("message", isHead)
}

// isHead reports the first line of a request, a response or an event.
func isHead(line string) bool {
	return strings.HasPrefix(line, sentArrow) || strings.HasPrefix(line, cameArrow)
}

// The arrows at the first line of what was sent, and of what came.
const (
	sentArrow = "→ "
	cameArrow = "← "
)

// wireColors colors a line of the traffic: a header, or a line of JSON.
func wireColors(st *kit.SyntaxStyle, line string) string {
	text := strings.TrimLeft(line, " ")
	switch {
	case isHead(line):
		return st.Head(line)
	case text == "" || text == line:
		return line
	case strings.ContainsRune(`{}[]"`, rune(text[0])):
		return line[:len(line)-len(text)] + st.JSON(text)
	case strings.Contains(text, ": "):
		return line[:len(line)-len(text)] + st.Header(text)
	}
	return line
}

func allWireLines(w *run.Traffic) []string {
	frames, dropped := w.Frames()
	if len(frames) == 0 {
		return []string{"nothing was sent or received yet"}
	}
	var lines []string
	if dropped > 0 {
		lines = append(lines, fmt.Sprintf("%d frames before these were not kept", dropped), "")
	}
	for _, f := range frames {
		lines = append(lines, wireLines(f)...)
	}
	return lines
}

func wireLines(f a2aclient.Frame) []string {
	arrow := cameArrow
	if f.Sent {
		arrow = sentArrow
	}
	lines := []string{arrow + f.At.Format("15:04:05.000") + "  " + f.Head.Line(0).String()}
	names := make([]string, 0, len(f.Header))
	for name := range f.Header {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		lines = append(lines, "    "+safe.Text(name+": "+strings.Join(f.Header[name], ", ")).Line(0).String())
	}
	return append(append(lines, bodyLines(f.Body)...), "")
}

func bodyLines(body []byte) []string {
	if len(body) == 0 {
		return nil
	}
	texts := strings.Split(string(body), "\n")
	if v, err := ojson.Parse(body, ojson.DataLimits); err == nil {
		texts = kit.JSONLines(v)
	}
	lines := make([]string, len(texts))
	for i, text := range texts {
		lines[i] = "    " + safe.Text(text).Line(safe.CellLimit()).String()
	}
	return lines
}
