package task

import (
	"fmt"
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

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
