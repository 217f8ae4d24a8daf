package report

import (
	"io"
	"strings"
)

const (
	maxCell = 60  // cells of a value in a table
	maxRows = 300 // of a table: a comment on a pull request may have 65,536 characters
)

// WriteMarkdown writes the differences as a table for a pull request; all also writes the ones that do not count.
func (r *RunDiff) WriteMarkdown(w io.Writer, all bool) error {
	var sb strings.Builder
	for i, s := range []*DiffSide{r.A, r.B} {
		sb.WriteString("- " + CodeSpan(heading("AB"[i:i+1], s)) + "\n")
	}
	sb.WriteString("\n" + r.Summary() + "\n")
	shown, _ := r.lines(all)
	if len(shown) > 0 {
		sb.WriteString("\n| | place | A | B | |\n|---|---|---|---|---|\n")
	}
	for _, l := range shown[:min(len(shown), maxRows)] {
		sb.WriteString("| " + ChangeMark(l.Change) + " | " + strings.Join([]string{cell(l.label), cell(ChangeValue(l.A, maxCell)), cell(ChangeValue(l.B, maxCell)), ChangeDelta(l.Change)}, " | ") + " |\n")
	}
	if len(shown) > maxRows {
		sb.WriteString("\n" + Counted(len(shown)-maxRows, "more difference is", "more differences are") + " in the other formats.\n")
	}
	sb.WriteByte('\n')
	for _, f := range r.Facts {
		sb.WriteString("- " + CodeSpan(strings.TrimPrefix(f.String(), "· ")) + "\n")
	}
	_, err := io.WriteString(w, sb.String())
	return err
}

// cell is text in a cell of a table, where it cannot mention a user or link to a page.
func cell(text string) string { return strings.ReplaceAll(CodeSpan(text), "|", `\|`) }
