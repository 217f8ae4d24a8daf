package report

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/diff"
	"a2aform/internal/safe"
)

const (
	maxLabel       = 36 // cells of a place in a line of text
	maxChangeValue = 30 // of a value in a line
	minWords       = 30 // bytes from which on texts are compared by word
)

// ChangeMark is the sign of what happened to a place.
func ChangeMark(c diff.Change) string {
	if c.Allowed != "" {
		return "·"
	}
	return map[diff.Kind]string{diff.Added: "+", diff.Removed: "-", diff.Changed: "~", diff.Retyped: "~", diff.Moved: ">"}[c.Kind]
}

// ChangeValue is a value on one line of so many cells, "–" for none.
func ChangeValue(v *ojson.Value, width int) string {
	switch {
	case v == nil:
		return "–"
	case v.Is(ojson.String):
		return safe.Text(v.Text()).Line(width).String()
	}
	return safe.Text(string(v.Compact())).Line(width).String()
}

// ChangeDelta says how the values of a change are related: the difference of numbers in percent, or what happened.
func ChangeDelta(c diff.Change) string {
	switch {
	case c.Allowed != "":
		return c.Allowed
	case c.Kind == diff.Retyped:
		return c.A.Kind().String() + " → " + c.B.Kind().String()
	case c.Kind != diff.Changed:
		return string(c.Kind)
	case c.A.Is(ojson.Number):
		x, y := ojson.Rat(c.A.Text()), ojson.Rat(c.B.Text())
		if x == nil || y == nil || x.Sign() == 0 {
			return ""
		}
		share, _ := y.Sub(y, x).Quo(y, x.Abs(x)).Float64()
		if math.Abs(share) >= 10 {
			return fmt.Sprintf("×%.3g", share+1)
		}
		return fmt.Sprintf("%+.3g %%", share*100)
	}
	return ""
}

// WriteText writes the differences for people; all also writes the ones that do not count.
func (r *RunDiff) WriteText(w io.Writer, all bool) error {
	var sb strings.Builder
	for i, s := range []*DiffSide{r.A, r.B} {
		sb.WriteString(heading("AB"[i:i+1], s) + "\n")
	}
	sb.WriteByte('\n')
	shown, width := r.lines(all)
	for _, l := range shown {
		sb.WriteString(l.text(width))
	}
	if len(shown) > 0 {
		sb.WriteByte('\n')
	}
	sb.WriteString(r.Summary() + "\n")
	for _, f := range r.Facts {
		sb.WriteString(f.String() + "\n")
	}
	_, err := io.WriteString(w, sb.String())
	return err
}

func heading(letter string, s *DiffSide) string {
	parts := []string{letter + "  " + s.Name}
	if !s.When.IsZero() {
		parts = append(parts, s.When.Local().Format("2006-01-02 15:04:05"))
	}
	if agent := s.Agent(); agent != "" {
		parts = append(parts, agent)
	}
	return strings.Join(parts, "  ")
}

// String is the fact on one line.
func (f DiffFact) String() string {
	mark := "· "
	if f.Differs {
		mark = "~ "
	}
	switch f.A {
	case f.B:
		return mark + f.Name + " " + f.A + " in both"
	case "":
		return mark + f.Name + " " + f.B
	}
	return mark + f.Name + " " + f.A + " → " + f.B
}

// Summary counts what differs.
func (r *RunDiff) Summary() string {
	allowed, changes := 0, 0
	for _, c := range r.Changes {
		if c.Allowed != "" {
			allowed++
		} else {
			changes++
		}
	}
	parts := []string{Counted(changes, "difference", "differences"), Counted(r.Equal, "place equal", "places equal")}
	if allowed > 0 {
		parts = append(parts, Counted(allowed, "difference allowed", "differences allowed"))
	}
	return strings.Join(parts, " · ")
}

// change is a change as it is written.
type change struct {
	diff.Change
	label string
}

func (r *RunDiff) lines(all bool) (shown []change, width int) {
	for _, c := range r.Changes {
		if c.Allowed != "" && !all {
			continue
		}
		l := change{c, safe.Text(r.Label(c)).Line(maxLabel).String()}
		width = max(width, cells(l.label))
		shown = append(shown, l)
	}
	return shown, width
}

func (c *change) text(width int) string {
	line := ChangeMark(c.Change) + " " + pad(c.label, width) + "  "
	if words := ChangeWords(c.Change); words != nil {
		return line + ChangeDelta(c.Change) + "\n    " + wordText(words) + "\n"
	}
	switch c.Kind {
	case diff.Added, diff.Removed, diff.Moved:
		value := c.B
		if value == nil {
			value = c.A
		}
		return line + strings.TrimRight(pad(ChangeValue(value, 2*maxChangeValue), maxChangeValue)+"  "+strings.TrimPrefix(ChangeDelta(c.Change), string(c.Kind)), " ") + "\n"
	}
	return line + strings.TrimRight(pad(ChangeValue(c.A, maxChangeValue)+" → "+ChangeValue(c.B, maxChangeValue), maxChangeValue)+"  "+ChangeDelta(c.Change), " ") + "\n"
}

// cells is the width of a text in a terminal, for some scripts a guess.
func cells(text string) int {
	if width, ok := safe.Text(text).PlainWidth(); ok {
		return width
	}
	return utf8.RuneCountInString(text)
}

func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(width-cells(text), 0))
}

// maxText bounds a text that is compared by word, in bytes.
const maxText = 2000

// ChangeWords are the words of a change of long texts, nil for any other.
func ChangeWords(c diff.Change) []diff.Word {
	if c.Kind != diff.Changed || !c.A.Is(ojson.String) || max(len(c.A.Text()), len(c.B.Text())) <= minWords {
		return nil
	}
	return diff.Words(c.A.Text(), c.B.Text())
}

// wordText writes two texts as one: [-removed-] and {+added+}.
func wordText(words []diff.Word) string {
	var sb strings.Builder
	for _, w := range words {
		shown := safe.Text(w.Text).Line(maxText).String()
		switch w.Kind {
		case diff.Added:
			shown = "{+" + shown + "+}"
		case diff.Removed:
			shown = "[-" + shown + "-]"
		}
		sb.WriteString(shown)
	}
	return sb.String()
}
