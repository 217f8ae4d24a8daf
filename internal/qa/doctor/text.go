package doctor

import (
	"fmt"
	"io"
	"strings"
)

// maxShown is how many findings of one rule are printed; the other formats have all.
const maxShown = 20

// SummaryOf counts the findings of a report in words.
func SummaryOf(r *Report) string {
	undecided := 0
	for _, f := range r.Findings {
		if isUndecided(f) && f.Level == Note {
			undecided++
		}
	}
	parts := []string{Count(r.Count(Error), "error"), Count(r.Count(Warning), "warning")}
	if notes := r.Count(Note) - undecided; notes > 0 {
		parts = append(parts, Count(notes, "note"))
	}
	if undecided > 0 {
		parts = append(parts, fmt.Sprintf("%d undecided", undecided))
	}
	parts = append(parts, Count(len(r.Held), "rule")+" held")
	if n := r.LeftOut(); n > 0 {
		parts = append(parts, fmt.Sprintf("%d more left out", n))
	}
	return strings.Join(parts, " · ")
}

// Count returns a number with its noun, such as "2 errors".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// WriteText writes the reports for people: by rule, the worst first.
func (d *Document) WriteText(w io.Writer) error {
	var sb strings.Builder
	for i, r := range d.Reports {
		if i > 0 {
			sb.WriteString("\n")
		}
		fmt.Fprintf(&sb, "%s\n", line(r.Target))
		groups := byRule(r.Findings)
		for _, group := range groups {
			if !isUndecided(group[0]) {
				d.writeGroup(&sb, group, r.Omitted[group[0].Rule])
			}
		}
		writeUndecided(&sb, groups)
		fmt.Fprintf(&sb, "\n%s\n", SummaryOf(r))
	}
	_, err := io.WriteString(w, sb.String())
	return err
}

// byRule are findings by level and rule, in the order of the first of each.
func byRule(findings []Finding) (groups [][]Finding) {
	type key struct {
		level        Level
		rule, result string
	}
	index := map[key]int{}
	for _, f := range findings {
		k := key{f.Level, f.Rule, f.Result}
		i, known := index[k]
		if !known {
			i = len(groups)
			index[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], f)
	}
	return groups
}

// writeUndecided writes what was not decided: a line for each reason.
func writeUndecided(sb *strings.Builder, groups [][]Finding) {
	type reason struct{ sign, what, fix string }
	rules := map[reason][]string{}
	var reasons []reason
	for _, group := range groups {
		first := group[0]
		if !isUndecided(first) {
			continue
		}
		r := reason{first.Level.Sign(), first.What, first.Fix}
		if n := len(group) - 1; n > 0 {
			r.what += fmt.Sprintf(" (and %d more)", n)
		}
		if rules[r] == nil {
			reasons = append(reasons, r)
		}
		rules[r] = append(rules[r], first.Rule)
	}
	if len(reasons) > 0 {
		sb.WriteString("\n")
	}
	for _, r := range reasons {
		fmt.Fprintf(sb, "%s %s  undecided: %s; %s\n", r.sign, strings.Join(rules[r], " "), r.what, r.fix)
	}
}

func (d *Document) writeGroup(sb *strings.Builder, group []Finding, omitted int) {
	first := group[0]
	demand := d.rule(first.Rule).Text
	if demand != "" {
		demand = "not met: " + demand
	}
	fmt.Fprintf(sb, "\n%s %s  %s\n", first.Level.Sign(), first.Rule, demand)
	fix := first.Fix
	for _, f := range group {
		if f.Fix != fix {
			fix = "" // each has its own
		}
	}
	for i, f := range group {
		if i == maxShown {
			fmt.Fprintf(sb, "  and %d more\n", len(group)-i+omitted)
			break
		}
		at := line(f.Pointer)
		if at == "" {
			at = "the card"
		}
		fmt.Fprintf(sb, "  %-8s %s\n           %s\n", position(f), at, f.What)
		for _, call := range f.calls() {
			fmt.Fprintf(sb, "           %s\n", call)
		}
		if fix == "" {
			fmt.Fprintf(sb, "           fix: %s\n", f.Fix)
		}
	}
	fmt.Fprintf(sb, "  why: %s\n", first.Why)
	if fix != "" {
		fmt.Fprintf(sb, "  fix: %s\n", fix)
	}
}
