package schema_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/ui/uitest"
)

// maxDescribed is how deep locations are described: recursive schemas have no end.
const maxDescribed = 4

// description is what the package says of a schema, a line for each location.
type description struct {
	strings.Builder
	values []*ojson.Value
}

// TestCorpusIsDescribed compares all that the package says of the schemas in testdata, and of the values beside them, with
// golden files.
func TestCorpusIsDescribed(t *testing.T) {
	t.Parallel()
	for _, group := range []struct{ name, pattern string }{
		{"schemas", "../../testdata/schemas/*/schema.json"},
		{"public", "../../testdata/public/schemas/*.json"},
		{"repro", "../../testdata/repro/*.json"},
		{"third-party", "../../testdata/third_party/schemas/*.json"},
	} {
		t.Run(group.name, func(t *testing.T) {
			t.Parallel()
			files, err := filepath.Glob(group.pattern)
			if err != nil || len(files) == 0 {
				t.Fatalf("no schemas: %v", err)
			}
			var d description
			for _, file := range files {
				var values []string
				for _, kind := range []string{"positive", "negative"} {
					found, _ := filepath.Glob(filepath.Join(filepath.Dir(file), kind, "*.json"))
					values = append(values, found...)
				}
				name := strings.TrimPrefix(filepath.ToSlash(file), "../../testdata/")
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				d.values = nil
				for _, path := range values {
					d.values = append(d.values, parsed(t, path))
				}
				d.document(name, load(t, string(text)))
			}
			uitest.Text(t, "described-"+group.name, d.String())
		})
	}
}

// TestKeywordsAreDescribed does so for a schema of each keyword.
func TestKeywordsAreDescribed(t *testing.T) {
	t.Parallel()
	var d description
	for _, row := range keywordRows {
		d.values = nil
		for _, text := range []string{row.good, row.bad} {
			if text != "" {
				d.values = append(d.values, value(t, text))
			}
		}
		d.document(row.schema, load(t, row.schema))
	}
	uitest.Text(t, "described-keywords", d.String())
}

func (d *description) document(name string, doc *schema.Document) {
	fmt.Fprintf(d, "== %s\n", name)
	if err := doc.Compile(); err != nil {
		fmt.Fprintf(d, "cannot be compiled: %s\n", err)
	}
	for _, n := range doc.Notices() {
		fmt.Fprintf(d, "notice %q: %s\n", n.Pointer, n.Text)
	}
	raw := doc.Raw().Compact()
	fmt.Fprintf(d, "%d fields, secrets %t, a list %t, no object %t\n", schema.CountFields(raw), doc.NamesSecrets(), schema.IsListSchema(raw), schema.StatesNoObject(raw))
	for _, f := range schema.OutlineFields(raw) {
		fmt.Fprintf(d, "outline %s %q %t\n", f.Name.Exact(), f.Title.Exact(), f.Required)
	}
	d.location("", doc.Root(), 0)
	for _, v := range d.values {
		d.value(doc, v)
	}
	d.WriteString("\n")
}

// value describes how a value fits: what is wrong with it, the shapes that are picked for it, and the locations that it has then.
func (d *description) value(doc *schema.Document, v *ojson.Value) {
	fmt.Fprintf(d, "value %s\n", v.Compact())
	for _, p := range doc.Validate(v) {
		fmt.Fprintf(d, "  problem %q %s: %s; %s, example %q, of the name %t\n", p.Pointer, p.Keyword, p.Message(), p.Brief(), p.Example, p.OfName)
	}
	var broken []string // in no order
	for _, p := range doc.Broken(v) {
		broken = append(broken, fmt.Sprintf("  broken %q %s: %s\n", p.Pointer, p.Keyword, p.Message()))
	}
	slices.Sort(broken)
	d.WriteString(strings.Join(broken, ""))
	root := doc.Root()
	for _, p := range root.Warn(v) {
		fmt.Fprintf(d, "  warning %q: %s\n", p.Pointer, p.Message())
	}
	picks, fitted := root.Fit(nil, v, nil)
	for _, key := range slices.Sorted(maps.Keys(picks)) {
		fmt.Fprintf(d, "  picked %s: %d\n", key, picks[key])
	}
	fmt.Fprintf(d, "  secret %t, masked %s, choice %d\n", root.HoldsSecret(v), root.MaskSecrets(v, "***").Compact(), root.ChoiceOf(v))
	d.members("  ", fitted.For(v), 2)
}

func (d *description) location(at string, l schema.Location, depth int) {
	indent := strings.Repeat("  ", depth)
	fmt.Fprintf(d, "%s%s\n", indent, strings.TrimSpace(at+" "+strings.Join(facts(l), ", ")))
	if depth == maxDescribed {
		return
	}
	for _, u := range l.Unions() {
		for i, label := range u.Labels() {
			fmt.Fprintf(d, "%s  | %s %q\n", indent, label, u.Notes()[i])
			picked := l.Resolve(schema.Picks{u.Key: i}, nil)
			d.members(indent+"    ", picked, depth+3)
		}
	}
	for _, p := range l.Properties() {
		if !p.Location.RecursesInto(l) {
			d.location(property(l, p), p.Location, depth+1)
		}
	}
	if l.Kind() == schema.Array {
		for i := range l.Prefix() + 1 {
			if item := l.Item(i); l.TakesItem(i) && !item.RecursesInto(l) {
				d.location(fmt.Sprintf("[%d]", i), item, depth+1)
			}
		}
	}
	if l.TakesKeys() {
		fmt.Fprintf(d, "%s  names %q, own: %q\n", indent, l.KeyChoices(), l.CheckKey("own"))
		if own := l.Property("own"); !own.RecursesInto(l) {
			d.location("own", own, depth+1)
		}
	}
}

// members describes a location without what is in its members.
func (d *description) members(indent string, l schema.Location, depth int) {
	fmt.Fprintf(d, "%s%s\n", indent, strings.Join(facts(l), ", "))
	if depth > maxDescribed {
		return
	}
	for _, p := range l.Properties() {
		fmt.Fprintf(d, "%s  %s %s\n", indent, property(l, p), strings.Join(facts(p.Location), ", "))
	}
}

func property(l schema.Location, p schema.Property) string {
	text := p.Name
	if p.Required {
		text += " *"
	}
	if because := l.RequiredBecauseOf(p.Name); because != nil {
		text += fmt.Sprintf(" because of %q", because)
	}
	return text
}

// facts are all that a location says of itself.
func facts(l schema.Location) (list []string) {
	list = append(list, l.Kind().String())
	for _, text := range []struct {
		name  string
		value safe.Raw
	}{
		{"title", l.Title()},
		{"of members", l.MemberTitle()},
		{"type", l.TypeTitle()},
		{"description", l.Description()},
		{"format", l.Format()},
		{"media type", l.MediaType()},
		{"placeholder", l.Placeholder()},
		{"unit", l.Unit()},
		{"reason", safe.Text(l.Reason())},
		{"contradiction", safe.Text(l.Contradiction())},
		{"endless", safe.Text(l.Endless())},
		{"encoding", safe.Text(l.Encoding())},
		{"sample", safe.Text(l.Sample())},
		{"hint", safe.Text(l.Bounds().Hint())},
		{"pattern", l.Bounds().Pattern},
	} {
		if !text.value.IsEmpty() {
			list = append(list, fmt.Sprintf("%s %q", text.name, text.value.Exact()))
		}
	}
	for _, fact := range []struct {
		name string
		is   bool
	}{
		{"null", l.AllowsNull()},
		{"names null", l.NamesNull()},
		{"conditional", l.IsConditional()},
		{"deprecated", l.IsDeprecated()},
		{"unknown", !l.IsKnown()},
		{"map", l.IsMap()},
		{"read-only", l.IsReadOnly()},
		{"secret", l.IsSecret()},
		{"secret by name", l.IsSecretByName()},
		{"area", l.IsTextArea()},
		{"needs a choice", l.NeedsChoice()},
		{"states a value", l.StatesValue()},
		{"takes names", l.TakesKeys()},
		{"declares members", l.DeclaresAny()},
		{"unique", l.Bounds().UniqueItems},
	} {
		if fact.is {
			list = append(list, fact.name)
		}
	}
	return append(list, valuesOf(l)...)
}

// valuesOf are the values and bounds that a location names.
func valuesOf(l schema.Location) (list []string) {
	for _, one := range []struct {
		name  string
		value *ojson.Value
	}{{"constant", l.Const()}, {"only", l.Only()}, {"default", l.Default()}} {
		if one.value.Exists() {
			list = append(list, one.name+" "+string(one.value.Compact()))
		}
	}
	for _, v := range l.Examples() {
		list = append(list, "example "+string(v.Compact()))
	}
	for _, c := range l.Choices() {
		list = append(list, fmt.Sprintf("choice %s %q %q", c.Value.Compact(), c.Title.Exact(), c.Note.Exact()))
	}
	for _, c := range l.Combinations() {
		list = append(list, fmt.Sprintf("together %q exactly %t never %t", c.Sets, c.Exactly, c.Never))
	}
	bounds := l.Bounds()
	if low, isOpen := bounds.Low(); low != nil {
		list = append(list, fmt.Sprintf("from %s open %t", low.RatString(), isOpen))
	}
	if high, isOpen := bounds.High(); high != nil {
		list = append(list, fmt.Sprintf("to %s open %t", high.RatString(), isOpen))
	}
	if bounds.MultipleOf != nil {
		list = append(list, fmt.Sprintf("step %s, %d places", bounds.MultipleOf.RatString(), bounds.DecimalPlaces()))
	}
	for _, size := range []schema.Size{bounds.Length, bounds.Items, bounds.Members} {
		if size.Min != nil || size.Max != nil {
			list = append(list, fmt.Sprintf("size %s %s least %d full at 3 %t", size.MinKeyword, size.MaxKeyword, size.Least(), size.IsFull(3)))
		}
	}
	if from, to := l.FormatRange(); !from.IsEmpty() || !to.IsEmpty() {
		list = append(list, fmt.Sprintf("format from %q to %q", from.Exact(), to.Exact()))
	}
	return list
}
