package formgen_test

import (
	"fmt"
	"os"
	"testing"
	"unicode/utf8"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// A trial is a form that is filled in from top to bottom, with mistakes. A value that is a mistake is mended once the form
// points at its field.
type trial struct {
	name, schema string
	entries      []entry
	trials, keys int // until it is sent
}

// entry is a field, what is typed first, and what is typed after the form has pointed at it, "" where the first is right. "-" skips
// the field at first.
type entry struct{ path, first, right string }

// TestTrialsUntilSent counts how often a form is submitted until it can be sent, and the keys for that: the characters that are typed,
// one to leave each field, one for each submit and one to go to each field that is mended.
func TestTrialsUntilSent(t *testing.T) {
	const own, public = "../testdata/trials/", "../testdata/third_party/schemas/"
	for _, tt := range []trial{
		{"parcel", "../internal/demo/schema/parcel.json", []entry{
			{"to.name", "Ada", ""},
			{"to.city", "-", "London"},
			{"to.country", "GB", ""},
			{"delivery.kind", "courier", ""},
			{"delivery.date", "2026-02-30", "2026-03-02"},
			{"delivery.slot", "evening", ""},
			{"weight", "2,4", "2.4"},
			{"email", "-", "ada@example.org"},
		}, 2, 82},
		{"order", own + "order.json", []entry{
			{"number", "4711", "PO-004711"},
			{"customer.name", "Acme Ltd", ""},
			{"customer.vat", "de123", "DE123456789"},
			{"customer.email", "ada@example.com", ""},
			{"delivery.city", "Berlin", ""},
			{"delivery.day", "2026-06-31", "2026-06-30"},
			{"lines.0.item", "Lamp", ""},
			{"lines.0.quantity", "2", ""},
			{"lines.1.item", "Chair", ""},
			{"lines.1.quantity", "4", ""},
			{"pay", "invoice", ""},
			{"iban", "-", "DE02120300000000202051"},
			{"labels.order", "4711", ""},
			{"drawing", "aGVsbG8=", ""},
			{"note", "At the back", ""},
		}, 2, 165},
		{"chart", public + "chart.json", []entry{
			{"apiVersion", "v2", ""}, {"name", "hello-chart", ""}, {"version", "-", "1.2.3"}, {"description", "Says hello", ""}, {"type", "application", ""},
		}, 2, 47},
		{"codex-plugin-manifest", public + "codex-plugin-manifest.json", []entry{
			{"name", "hello-plugin", ""},
			{"version", "0.1.0", ""},
			{"description", "-", "Says hello"},
			{"author.name", "Ada", ""},
			{"interface.displayName", "Hello", ""},
			{"interface.shortDescription", "Says hello", ""},
			{"interface.longDescription", "Says hello to all", ""},
			{"interface.developerName", "-", "Ada"},
			{"interface.category", "Productivity", ""},
			{"interface.capabilities.0", "Interactive", ""},
			{"interface.default_prompt", "Say hello", ""},
		}, 2, 112},
		{"okf-0.1", public + "okf-0.1.json", []entry{
			{"version", "0.1", ""}, {"nodes.0.id", "concepts/hello", ""}, {"nodes.0.type", "-", "Reference"}, {"nodes.0.title", "Hello", ""}, {"edges", "-", "[]"},
		}, 2, 42},
		{"odgs-data-rules", public + "odgs-data-rules.json", []entry{
			{"/0/rule_id", "7001", ""}, {"/0/name", "-", "Deletion"}, {"/0/severity", "WARNING", ""},
		}, 2, 25},
	} {
		t.Run(tt.name, func(t *testing.T) {
			trials, keys := tt.run(t)
			t.Logf("%-22s %d trials until sent, %3d keys", tt.name, trials, keys)
			if trials != tt.trials || keys != tt.keys {
				t.Errorf("%d trials and %d keys, want %d and %d", trials, keys, tt.trials, tt.keys)
			}
		})
	}
}

// run fills in the form, and counts.
func (tt trial) run(t *testing.T) (trials, keys int) {
	t.Helper()
	const patience = 20
	data, err := os.ReadFile(tt.schema)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := schema.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	f := formgen.New(doc)
	enter := func(path, text string) {
		t.Helper()
		if err := formgen.SetText(f, path, text); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		keys += utf8.RuneCountInString(text) + 1
	}
	wrong := map[string]entry{}
	for _, e := range tt.entries {
		if e.first != "-" {
			enter(e.path, e.first)
		}
		if e.right != "" {
			wrong[e.path] = e
		}
	}
	for trials < patience {
		trials++
		keys++
		_, err := f.Submit()
		if err == nil {
			return trials, keys
		}
		refused, ok := err.(*formgen.Refused) //nolint:errorlint // Submit returns it bare
		if !ok {
			t.Fatal(err)
		}
		mended := 0
		for _, p := range refused.Problems {
			for path, e := range wrong {
				if at := f.FindPath(path); p.Field == at || p.Field.Demands().Missing() != nil && p.Field.Demands().Missing() == at {
					keys++
					enter(path, e.right)
					delete(wrong, path)
					mended++
				}
			}
		}
		if mended == 0 {
			t.Fatalf("the form points at none of the mistakes: %s", fmt.Sprint(err))
		}
	}
	t.Fatalf("not sent after %d trials", patience)
	return 0, 0
}
