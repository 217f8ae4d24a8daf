package words_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/ojson"
	"a2aform/ui/uitest"
)

// maxFields is how many fields of a form are described: lists of the corpus may be long.
const maxFields = 20

// TestWordsOfTheCorpus compares all that is shown beside the fields of the schemas in testdata, empty and filled in with each value,
// with a golden file.
func TestWordsOfTheCorpus(t *testing.T) {
	t.Parallel()
	schemas, _ := filepath.Glob("../../testdata/schemas/*/schema.json")
	more, _ := filepath.Glob("../../testdata/repro/*.json")
	if schemas = append(schemas, more...); len(schemas) < 30 {
		t.Fatalf("%d schemas", len(schemas))
	}
	var b strings.Builder
	for _, path := range schemas {
		text := read(t, path)
		fmt.Fprintf(&b, "== %s\n", strings.TrimPrefix(filepath.ToSlash(path), "../../testdata/"))
		describe(&b, open(t, text))
		for _, kind := range []string{"positive", "negative"} {
			values, _ := filepath.Glob(filepath.Join(filepath.Dir(path), kind, "*.json"))
			for _, value := range values {
				v, err := ojson.Parse([]byte(read(t, value)), ojson.DataLimits)
				if err != nil {
					t.Fatal(err)
				}
				f := open(t, text)
				f.Load(v)
				f.Accept(f.Validate()())
				fmt.Fprintf(&b, "-- %s %s\n", kind, v.Compact())
				describe(&b, f)
			}
		}
	}
	uitest.Text(t, "words", b.String())
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func describe(b *strings.Builder, f *formgen.Form) {
	left := maxFields
	describeField(b, f.Root(), &left)
	for _, l := range f.Problems() {
		fmt.Fprintf(b, "problem of %s: %q %q\n", l.Field.Label(), words.Sentence(l.Field, l.Problem), words.Brief(l.Field, l.Problem))
	}
}

func describeField(b *strings.Builder, x *formgen.Field, left *int) {
	if *left--; *left < 0 {
		return
	}
	fmt.Fprintf(b, "%s", strings.Repeat("  ", strings.Count(x.Pointer(), "/"))+x.Label())
	for _, of := range []struct{ name, text string }{
		{"add group", words.AddGroupText(x)},
		{"add", words.AddText(x)},
		{"bool", words.BoolText(x)},
		{"choices", strings.Join(words.ChoiceLabels(x), "|")},
		{"notes", strings.Join(words.ChoiceNotes(x), "|")},
		{"help", words.Help(x).String()},
		{"hint", words.Hint(x)},
		{"item", words.ItemNoun(x)},
		{"locked", words.LockedText(x)},
		{"placeholder", words.Placeholder(x, keys)},
		{"presence", words.PresenceHelp(x, "Ctrl+G")},
		{"step", words.PresenceStep(x)},
		{"reason", words.Reason(x)},
		{"sent", words.Sent(x)},
		{"set", words.SetName(x)},
		{"shapes", strings.Join(words.Shapes(x), "|")},
		{"summary", words.Summary(x)},
		{"unset", words.UnsetText(x)},
		{"required", words.WhyRequired(x)},
	} {
		if of.text != "" {
			fmt.Fprintf(b, "  %s %q", of.name, of.text)
		}
	}
	if words.IsUnfilled(x) {
		b.WriteString("  unfilled")
	}
	if words.IsUnlisted(x) {
		b.WriteString("  unlisted")
	}
	for _, n := range words.Needs(x) {
		fmt.Fprintf(b, "  need %q %t %t", n.Text, n.Met, n.Bad)
	}
	for _, p := range x.Warnings() {
		fmt.Fprintf(b, "  doubt %q %q", words.Doubt(x, p), words.DoubtNote(x, p))
	}
	b.WriteString("\n")
	for _, child := range x.Children() {
		describeField(b, child, left)
	}
}
