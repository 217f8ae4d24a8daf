package report

import (
	"cmp"
	"strings"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/diff"
)

const (
	maxAskedNamed = 2  // fields that the summary names
	maxAskedCells = 60 // of them with their values
	maxTables     = 2  // whose rows it counts
)

// Summary says in a line whether both runs were asked for the same, and how what came differs; of runs that are not compared, why.
func (r *RunDiff) Summary() string { return cmp.Or(r.NotCompared(), r.summary) }

// NotCompared says in a sentence why the values of two runs are not compared, "" where they are.
func (r *RunDiff) NotCompared() string {
	if why := r.unlike(); why != "" {
		return why + ", so they are not compared."
	}
	return ""
}

// unlike says that two runs are of different skills, or that one answered with data and the other in words; "" for any other.
func (r *RunDiff) unlike() string {
	a, b := r.A, r.B
	if a.IsGolden() || b.IsGolden() {
		return ""
	}
	if a.Skill != b.Skill && a.skill != b.skill { // else it has another name now
		return "These runs are of different skills, " + cmp.Or(a.Skill, "no skill") + " and " + cmp.Or(b.Skill, "no skill")
	}
	before, now := a.answer(), b.answer()
	if before != "" && now != "" && (before == wordsAlone) != (now == wordsAlone) && a.State() == b.State() {
		return "These runs gave " + before + " before and " + now + " now"
	}
	return ""
}

// wordsAlone is an answer without data.
const wordsAlone = "a text"

// answer says what a run gave: a table, other data or a text; "" for files, and for nothing.
func (s *DiffSide) answer() string {
	switch data := s.Output.Get("data"); {
	case data.Is(ojson.Array) && data.Index(0).Is(ojson.Object):
		return "a table"
	case data.Exists():
		return "data"
	}
	hasText := false
	for _, artifact := range s.Output.Get("artifacts").Items() {
		for _, part := range artifact.Get("parts").Items() {
			if !part.Get("text").Exists() {
				return ""
			}
			hasText = true
		}
	}
	if hasText {
		return wordsAlone
	}
	return ""
}

// summarize makes the summary of what is compared, with the tables that differ.
func (r *RunDiff) summarize(tables []*TableDiff) string {
	question, _ := r.question()
	var sentences []string
	for _, text := range append([]string{cmp.Or(r.unlike(), r.otherAgent()), question}, r.answer(tables)...) {
		if text != "" {
			sentences = append(sentences, text+".")
		}
	}
	return strings.Join(sentences, " ")
}

// otherAgent says that the runs are of different agents, "" where they are not.
func (r *RunDiff) otherAgent() string {
	a, b := r.A, r.B
	if a.IsGolden() || b.IsGolden() || a.text("/agent/name") == b.text("/agent/name") {
		return ""
	}
	return "Different agents: " + a.text("/agent/name") + " and " + b.text("/agent/name")
}

// question says what the runs were asked for otherwise, "" for nothing, and whether it says all of it.
func (r *RunDiff) question() (text string, isAll bool) {
	var fields []string
	for _, f := range r.Asked {
		fields = append(fields, f.Name+" "+f.A+" → "+f.B)
	}
	switch text = strings.Join(fields, ", "); {
	case len(fields) == 0:
		return "", true
	case len(fields) <= maxAskedNamed && cells(text) <= maxAskedCells:
		return "Asked differently: " + text, true
	}
	return "Asked differently in " + english.Plural(len(fields), "place", ""), false
}

// AskedRows are what the runs were asked for otherwise, none where the summary says it.
func (r *RunDiff) AskedRows() []DiffFact {
	if _, isAll := r.question(); isAll {
		return nil
	}
	return r.Asked
}

// answer says how what came differs.
func (r *RunDiff) answer(tables []*TableDiff) (sentences []string) {
	names := r.Sides()
	for _, t := range tables {
		sentences = append(sentences, t.text(names))
	}
	if len(tables) > maxTables {
		sentences = []string{english.Plural(len(tables), "table differs", "tables differ")}
	}
	others, allowed := r.others(names), r.allowed()
	switch {
	case others != "" && len(tables) > 0:
		sentences = append(sentences, "Outside "+english.PluralWord(len(tables), "the table", "the tables")+": "+others)
	case others != "":
		sentences = append(sentences, others)
	case len(tables)+allowed > 0:
	case len(r.Asked) > 0 || r.unlike() != "" || r.otherAgent() != "":
		return []string{"The answer is the same"}
	default:
		return []string{"No difference"}
	}
	switch {
	case allowed == 0:
	case len(sentences) == 0:
		sentences = append(sentences, english.Plural(allowed, "difference", "")+" that "+english.PluralWord(allowed, "does", "do")+" not count")
	default:
		sentences = append(sentences, grouped(allowed)+" more "+english.PluralWord(allowed, "does", "do")+" not count")
	}
	return sentences
}

// allowed counts the differences that do not count.
func (r *RunDiff) allowed() (n int) {
	for _, c := range r.Changes {
		if c.Allowed != "" {
			n++
		}
	}
	return n
}

// others counts what differs outside tables, "" for nothing.
func (r *RunDiff) others(names [2]string) string {
	counts := map[diff.Kind]int{}
	for i := range r.Changes {
		c := &r.Changes[i]
		if _, rows := r.steps(c); c.Allowed != "" || len(rows) > 0 {
			continue
		}
		if c.Kind == diff.Retyped {
			counts[diff.Changed]++
		} else {
			counts[c.Kind]++
		}
	}
	for _, f := range r.Facts {
		if f.Differs {
			counts[diff.Changed]++
		}
	}
	return countText("value", counts, names)
}

// countText counts what happened to things of a kind: "2 values changed, 1 only now".
func countText(thing string, counts map[diff.Kind]int, names [2]string) string {
	var parts []string
	for _, k := range []diff.Kind{diff.Changed, diff.Moved, diff.Added, diff.Removed} {
		if n := counts[k]; n > 0 && len(parts) == 0 && thing != "" {
			parts = append(parts, english.Plural(n, thing, "")+" "+kindWords(k, names))
		} else if n > 0 {
			parts = append(parts, grouped(n)+" "+kindWords(k, names))
		}
	}
	return strings.Join(parts, ", ")
}

// kindWords say what happened to what is counted.
func kindWords(k diff.Kind, names [2]string) string {
	switch k {
	case diff.Added:
		return "only " + strings.ToLower(names[1])
	case diff.Removed:
		return "only " + strings.ToLower(names[0])
	case diff.Changed, diff.Retyped, diff.Moved:
	}
	return string(k)
}
