package report

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dustin/go-humanize/english"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/diff"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store/runfile"
	"a2aform/render"
)

// RunDiff is how two sides differ.
type RunDiff struct {
	A, B     *DiffSide
	Rules    *diff.Rules
	Changes  []diff.Change
	Asked    []DiffFact   // what the runs were asked for otherwise, by the labels of the form
	Tables   []*TableDiff // of runs that were asked for different things, with many rows that only one of them has
	OneSided *TableDiff   // the first table with rows that only one side has, which is in no row of another; nil for none
	Facts    []DiffFact

	names   *RowNames
	summary string
	counted map[*diff.Change]bool // in Tables
}

// DiffFact is something of both runs besides their output.
type DiffFact struct {
	Name, A, B string
	Differs    bool // in a way that counts: times, agents and cards may differ
}

// CompareRuns compares two sides.
func CompareRuns(a, b *DiffSide, rules *diff.Rules) *RunDiff {
	names, own := NewRowNames(a.shown, b.shown), *rules
	names.locate(a.Output, b.Output)
	own.KeyOf = names.Key
	found := diff.Compare(a.Output, b.Output, &own)
	r := &RunDiff{A: a, B: b, Rules: rules, Changes: found.Changes, names: names, counted: map[*diff.Change]bool{}}
	if !a.IsGolden() && !b.IsGolden() {
		r.addFacts()
	}
	r.summary = r.summarize(r.countTables())
	return r
}

func (r *RunDiff) addFacts() {
	add := func(name, a, b string, counts bool) {
		r.Facts = append(r.Facts, DiffFact{name, cmp.Or(a, "–"), cmp.Or(b, "–"), counts && a != b})
	}
	counts := func(name, a, b string) { add(name, a, b, true) }
	tells := func(name, a, b string) { add(name, a, b, false) }
	a, b := r.A, r.B
	counts("state", a.State(), b.State())
	counts("output", validity(a), validity(b))
	if x, y := a.text("/refused/code"), b.text("/refused/code"); x != y {
		counts("code", x, y)
	}
	for _, f := range []struct{ name, at string }{{"version", "/agent/version"}, {"protocol", "/agent/protocol"}, {"binding", "/agent/binding"}} {
		if x, y := a.text(f.at), b.text(f.at); x != y {
			tells(f.name, x, y)
		}
	}
	if a.text("/agent/card") != b.text("/agent/card") {
		tells("card", "one", "another one")
	}
	r.addAsked("", "", a.Input(), b.Input())
	if x, y := a.states(), b.states(); x != y {
		tells("states", x, y)
	}
	for _, f := range []struct {
		name string
		of   func(*DiffSide) time.Duration
	}{{"first event", (*DiffSide).firstEvent}, {"first artifact", (*DiffSide).firstArtifact}, {"settled", (*DiffSide).settled}} {
		if x, y := f.of(a), f.of(b); x > 0 && y > 0 && isOtherTime(x, y) {
			tells(f.name, seconds(x), seconds(y))
		}
	}
}

// isOtherTime reports times that tell more than how busy an agent or a network was.
func isOtherTime(x, y time.Duration) bool {
	const apart, times = 500 * time.Millisecond, 2
	less, more := min(x, y), max(x, y)
	return more-less > apart && more > times*less
}

// addAsked adds where two values of the input are not the same, by the labels of the form. Items are counted from 1.
func (r *RunDiff) addAsked(labels, pointer string, a, b *ojson.Value) {
	below := func(name, step string, a, b *ojson.Value) {
		at := ojson.Pointer(pointer, step)
		if name == step {
			name = r.fieldName(at, name)
		}
		r.addAsked(strings.TrimSpace(labels+" "+safe.Text(name).Line(40).String()), at, a, b)
	}
	switch {
	case ojson.Equal(a, b):
	case a.Is(ojson.Object) && b.Is(ojson.Object):
		for _, m := range a.Members() {
			below(m.Name, m.Name, m.Value, b.Get(m.Name))
		}
		for _, m := range b.Members() {
			if a.Get(m.Name) == nil {
				below(m.Name, m.Name, nil, m.Value)
			}
		}
	case a.Is(ojson.Array) && b.Is(ojson.Array) && !r.B.isChoices(pointer):
		for i := range max(a.Len(), b.Len()) {
			below(strconv.Itoa(i+1), strconv.Itoa(i), a.Index(i), b.Index(i))
		}
	default:
		was, now := r.A.words(pointer, a), r.B.words(pointer, b)
		fact := DiffFact{Name: cmp.Or(labels, "Input"), A: safe.Text(differing(was, now)).Line(60).String(), B: safe.Text(differing(now, was)).Line(60).String()}
		r.Asked = append(r.Asked, fact)
	}
}

// fieldName is the label of a field of the input, of the later run where both have it.
func (r *RunDiff) fieldName(at, name string) string {
	for _, s := range []*DiffSide{r.B, r.A} {
		if x := s.field(at); x != nil {
			return x.Label()
		}
	}
	return name
}

// differing is a text from a little before the first character that another one has not there.
func differing(text, other string) string {
	const before = 20
	runes, others := []rune(text), []rune(other)
	same := 0
	for same < min(len(runes), len(others)) && runes[same] == others[same] {
		same++
	}
	if same <= 2*before {
		return text
	}
	return "…" + string(runes[same-before:])
}

// field is the field of what was sent, nil where it has none or there is no form.
func (s *DiffSide) field(at string) *formgen.Field {
	if s.form == nil {
		return nil
	}
	return s.form.At(at)
}

// isChoices reports a list of choices, which is one value.
func (s *DiffSide) isChoices(at string) bool {
	x := s.field(at)
	return x != nil && x.Kind() == schema.MultiEnum
}

// words are a value of the input as the form words it, or in words where there is no form. A text is whole.
func (s *DiffSide) words(at string, v *ojson.Value) string {
	x := s.field(at)
	switch {
	case !v.Exists():
		return "(left out)"
	case v.Is(ojson.String) && v.Text() != "" && (x == nil || x.Kind().IsString() && !x.IsSecret() && !x.IsBinary()):
		return v.Text()
	case x != nil:
		return words.Sent(x)
	}
	return formgen.InSentence(v)
}

func validity(s *DiffSide) string {
	if n := s.Problems(); n > 0 {
		return english.Plural(n, "problem", "problems")
	}
	return "valid"
}

// Sides are what both sides are called.
func (r *RunDiff) Sides() [2]string {
	switch {
	case r.A.IsGolden():
		return [2]string{"Expected", "Now"}
	case r.B.IsGolden():
		return [2]string{"Before", "Expected"}
	}
	return [2]string{"Before", "Now"}
}

// Differs reports a difference that counts, or runs that are not compared.
func (r *RunDiff) Differs() bool { return r.different() > 0 || r.NotCompared() != "" }

// different counts the differences that count.
func (r *RunDiff) different() (n int) {
	for _, c := range r.Changes {
		if c.Allowed == "" {
			n++
		}
	}
	for _, f := range r.Facts {
		if f.Differs {
			n++
		}
	}
	return n
}

// Label is the place of a change as people read it: the path in the data, of other parts after the name of the artifact where there are several.
func (r *RunDiff) Label(c diff.Change) string { return r.label(c, false) }

// label is the place of a change, or with isColumn that of all rows: without the row.
func (r *RunDiff) label(c diff.Change, isColumn bool) string {
	output := r.B.Output
	if c.Kind == diff.Removed {
		output = r.A.Output
	}
	steps := ojson.Tokens(c.At)
	switch {
	case len(steps) == 0:
		return "output"
	case len(steps) == 1:
		return steps[0]
	case steps[0] != "artifacts":
		return r.path(output.Get(steps[0]), steps[1:], pointer(steps[:1]), isColumn)
	}
	artifacts := output.Get("artifacts")
	artifact := artifacts.At("/" + steps[1])
	name := "artifact " + number(steps[1])
	if v := artifact.Get("name"); v.Is(ojson.String) {
		name = safe.Text(v.Text()).Line(maxSideName).String()
	}
	var lead []string
	switch len(steps) {
	case 2, 3:
		if steps[len(steps)-1] == "name" {
			return "name of artifact " + number(steps[1])
		}
		return name
	case 4:
		return name + " › part " + number(steps[3])
	}
	if artifacts.Len() > 1 {
		lead = append(lead, name)
	}
	if artifact.Get("parts").Len() > 1 {
		lead = append(lead, "part "+number(steps[3]))
	}
	path := r.path(output.At(pointer(steps[:5])), steps[5:], pointer(steps[:5]), isColumn)
	if path == "" {
		path = steps[4] // the data, text, file or tag itself
	}
	return strings.Join(append(lead, path), " › ")
}

// number is the number of an index, from 1.
func number(index string) string {
	i, err := strconv.Atoi(index)
	if err != nil {
		return index
	}
	return strconv.Itoa(i + 1)
}

func pointer(steps []string) (at string) {
	for _, step := range steps {
		at = ojson.Pointer(at, step)
	}
	return at
}

// path writes the steps below a value like "tags[2]" or "Lines · Item A4 · Price": rows by what tells them apart, members by their titles. With
// isColumn it leaves the rows out.
func (r *RunDiff) path(v *ojson.Value, steps []string, at string, isColumn bool) string {
	var sb strings.Builder
	var rows *ojson.Value // the list that v is a row of; nil for none
	for _, step := range steps {
		within := v
		name, gap := "", "."
		switch {
		case !within.Is(ojson.Array):
			v = within.Get(step)
			if name = r.names.Member(within, step); rows != nil {
				name, gap = r.names.Member(rows, step), rowGap
			} else if r.names.locations[within].IsKnown() {
				gap = rowGap
			}
			rows = nil
		default:
			v = within.At(ojson.Pointer("", step))
			if name, gap = r.row(within, step, at), rowGap; name == "" {
				name, gap = "["+step+"]", ""
				break
			}
			if rows = within; isColumn {
				name = ""
			}
		}
		if sb.Len() > 0 && name != "" {
			sb.WriteString(gap)
		}
		sb.WriteString(name)
		at = ojson.Pointer(at, step)
	}
	return sb.String()
}

// rowGap is between a list, its row and a member of that.
const rowGap = " · "

// row names a row of a list: by the member that the rules say, else by what tells rows apart; "" for an item that is no row.
func (r *RunDiff) row(list *ojson.Value, index, at string) string {
	i, _ := strconv.Atoi(index)
	for pattern, by := range r.Rules.By {
		if v := list.Index(i).Get(by); by != "" && v != nil && diff.Matches(ojson.Tokens(pattern), ojson.Tokens(at)) {
			return r.names.Member(list, by) + " " + safe.Text(v.Text()).Line(maxSideName).String()
		}
	}
	return r.names.Row(list, i)
}

// Values are both values of a change, each on one line of so many cells: a row with the titles of its columns.
func (r *RunDiff) Values(c diff.Change, width int) (a, b string) {
	return r.value(r.A, c.From, c.A, width), r.value(r.B, c.At, c.B, width)
}

func (r *RunDiff) value(s *DiffSide, at string, v *ojson.Value, width int) string {
	if steps := ojson.Tokens(at); v.Is(ojson.Object) && len(steps) > 0 {
		list := s.Output.At(pointer(steps[:len(steps)-1]))
		i, err := strconv.Atoi(steps[len(steps)-1])
		if err == nil && list.Is(ojson.Array) && r.names.Row(list, i) != "" {
			return safe.Text(r.names.Values(list, i)).Line(width).String()
		}
	}
	return ChangeValue(v, width)
}

// DiffSide is one of the two that are compared.
type DiffSide struct {
	Name   string       // such as "run 4f2a1c" or "golden fight.json"
	Skill  string       // that a run was of, safe to show; "" for a golden file
	Asked  string       // what a run was asked for in short, safe to show
	When   time.Time    // when the run began; zero for a golden file
	Output *ojson.Value // as a golden file has it

	skill    safe.Raw         // its id
	document *ojson.Value     // the verdict document; nil for a golden file
	shown    *render.Document // likewise, with the schemas
	form     *formgen.Form    // with what was sent; nil where there is none
}

// maxSideName bounds a name on one line, in cells.
const maxSideName = 80

// OpenRun reads the file of a run. It fails for a run whose output was not kept.
func OpenRun(path string) (*DiffSide, error) {
	info, err := runfile.Peek(path)
	if err != nil {
		return nil, err
	}
	name := "run " + info.ID.Line(8).String()
	if info.Private {
		return nil, errors.New(name + " filled in a secret, so its output was not kept")
	}
	rec, err := run.OpenRecording(path)
	if err != nil {
		return nil, err
	}
	now := rec.Run().Snapshot()
	return &DiffSide{form: rec.Plan().Form(), Name: name, Asked: info.Asked.Line(maxSideName).String(), skill: info.Skill, Skill: cmp.Or(info.SkillName.Line(maxSideName).String(), info.Skill.Line(maxSideName).String()), When: info.Time, Output: check.Golden(now), document: check.Document(check.Subject{Now: now}), shown: rec.Run().Document()}, nil
}

// OpenGolden reads a golden file.
func OpenGolden(path string) (*DiffSide, error) {
	output, err := check.ReadGolden(path)
	if err != nil {
		return nil, err
	}
	return &DiffSide{Name: "saved " + safe.Text(filepath.Base(path)).Line(maxSideName).String(), Output: output}, nil
}

// IsGolden reports a golden file.
func (s *DiffSide) IsGolden() bool { return s.document == nil }

// Input is what was sent; nil for a golden file.
func (s *DiffSide) Input() *ojson.Value { return s.document.Get("input") }

// State is how a run ended.
func (s *DiffSide) State() string { return s.text("/state") }

// states are the states that a run went through.
func (s *DiffSide) states() string {
	var names []string
	for _, v := range s.document.Get("states").Items() {
		names = append(names, safe.Text(v.Text()).Line(maxSideName).String())
	}
	return strings.Join(names, ", ")
}

// Problems is how many ways the output breaks its schemas.
func (s *DiffSide) Problems() (n int) {
	for _, a := range s.document.Get("artifacts").Items() {
		for _, p := range a.Get("parts").Items() {
			n += p.Get("problems").Len()
		}
	}
	return n
}

// settled is how long the run took, 0 for one that did not settle.
func (s *DiffSide) settled() time.Duration { return s.milliseconds("settled") }

// firstEvent is how long the first event took, 0 for none.
func (s *DiffSide) firstEvent() time.Duration { return s.milliseconds("firstEvent") }

// firstArtifact is how long the first artifact took, 0 for none.
func (s *DiffSide) firstArtifact() time.Duration { return s.milliseconds("firstArtifact") }

func (s *DiffSide) milliseconds(name string) time.Duration {
	n, _ := strconv.Atoi(s.document.At("/ms/" + name).Text())
	return time.Duration(n) * time.Millisecond
}

// text is a text of the verdict document as it is shown.
func (s *DiffSide) text(at string) string {
	v := s.document.At(at)
	if !v.Is(ojson.String) && !v.Is(ojson.Number) {
		return ""
	}
	return safe.Text(v.Text()).Line(maxSideName).String()
}

const (
	maxLabel       = 44 // cells of a place in a line of text
	maxChangeValue = 30 // of a value in a line
	minWords       = 30 // bytes from which on texts are compared by word
)

// AllowedMark is the sign of a difference that does not count.
const AllowedMark = "·"

// ChangeMark is the sign of what happened to a place.
func ChangeMark(c diff.Change) string {
	if c.Allowed != "" {
		return AllowedMark
	}
	return map[diff.Kind]string{diff.Added: "+", diff.Removed: "-", diff.Changed: "~", diff.Retyped: "~", diff.Moved: ">"}[c.Kind]
}

// ChangeValue is a value on one line of so many cells, "–" for none.
func ChangeValue(v *ojson.Value, width int) string {
	switch {
	case v == nil:
		return "–"
	case v.Is(ojson.String) && v.Text() != "":
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

// WriteText writes the differences for people; all also writes the ones that do not count, the rows that are counted, and those of runs that are
// not compared.
func (r *RunDiff) WriteText(w io.Writer, all bool) error {
	var sb strings.Builder
	if all {
		sb.WriteString(r.summary + "\n")
	} else {
		sb.WriteString(r.Summary() + "\n")
	}
	names := r.Sides()
	for i, s := range []*DiffSide{r.A, r.B} {
		sb.WriteString(pad(names[i], max(cells(names[0]), cells(names[1]))) + "  " + s.Heading("  ") + "\n")
	}
	if r.NotCompared() != "" && !all {
		_, err := io.WriteString(w, sb.String())
		return err
	}
	shown, width := r.lines(all)
	asked := r.AskedRows()
	if len(asked)+len(shown) > 0 {
		sb.WriteByte('\n')
	}
	for _, f := range asked {
		sb.WriteString(AskedMark + " " + f.Name + ": " + f.A + " → " + f.B + "\n")
	}
	for _, l := range shown {
		sb.WriteString(l.text(width))
	}
	blank := "\n"
	for _, f := range r.Facts {
		if f.A != f.B {
			sb.WriteString(blank + f.String() + "\n")
			blank = ""
		}
	}
	_, err := io.WriteString(w, sb.String())
	return err
}

// AskedMark is the sign of what the runs were asked for otherwise.
const AskedMark = "?"

// Heading is when a run was and what it was asked for, or the name of a golden file.
func (s *DiffSide) Heading(gap string) string {
	if s.When.IsZero() {
		return s.Name
	}
	text := s.When.Local().Format("2006-01-02 15:04:05") // it tells runs apart as well as the id
	if s.Asked != "" {
		text += gap + s.Asked
	}
	return text
}

// String is the fact on one line.
func (f DiffFact) String() string {
	mark := AllowedMark
	if f.Differs {
		mark = "~"
	}
	return mark + " " + f.Name + " " + f.A + " → " + f.B
}

// change is a change as it is written.
type change struct {
	diff.Change
	label string
	of    *RunDiff
}

func (r *RunDiff) lines(all bool) (shown []change, width int) {
	for i, c := range r.Changes {
		if !all && (c.Allowed != "" || r.IsCounted(&r.Changes[i])) {
			continue
		}
		l := change{of: r, Change: c, label: safe.Text(r.Label(c)).Line(maxLabel).String()}
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
		value, now := c.of.Values(c.Change, 2*maxChangeValue)
		if c.B != nil {
			value = now
		}
		return line + strings.TrimRight(pad(value, maxChangeValue)+"  "+strings.TrimPrefix(ChangeDelta(c.Change), string(c.Kind)), " ") + "\n"
	}
	before, now := c.of.Values(c.Change, maxChangeValue)
	return line + strings.TrimRight(pad(before+" → "+now, maxChangeValue)+"  "+ChangeDelta(c.Change), " ") + "\n"
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
