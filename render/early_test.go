package render

import (
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render/rendertest"
	"a2aform/render/table"
)

// rowsByTheirSchema resolves to the schema of [rendertest.LargeList].
func rowsByTheirSchema(t *testing.T) Resolver {
	t.Helper()
	d, err := schema.Load([]byte(rendertest.RowSchema))
	if err != nil {
		t.Fatal(err)
	}
	return func(safe.Raw) Schema { return Schema{Name: safe.Text("rows"), Document: d} }
}

// Large data is in an early document without its problems, and in the next one with them, each validated once.
func TestLargeDataIsShownBeforeItIsValidated(t *testing.T) {
	for _, test := range []struct {
		name    string
		data    []byte
		isEarly bool
	}{
		{"small", rendertest.LargeList(20), false},
		{"large", rendertest.LargeList(1500), true},
		{"validated row by row", rendertest.LargeList(20_000), false},
	} {
		artifacts := []Artifact{{Parts: []Part{{Kind: DataPart, Data: test.data, Tag: safe.Text("rows")}}}}
		b := NewBuilder(rowsByTheirSchema(t))
		early := b.Early(artifacts)
		g, isTable := early.Blocks()[0].(*table.Table)
		if !isTable || early.IsEarly() != test.isEarly {
			t.Fatalf("%s: early %v, a table %v", test.name, early.IsEarly(), isTable)
		}
		if !test.isEarly {
			continue
		}
		if g.Head().IsValid() || g.Head().Verdict() != "being checked" || g.IsChecked() || early.Problems() != 0 {
			t.Errorf("%s: a verdict before the validation: %q, %d problems", test.name, g.Head().Verdict(), early.Problems())
		}
		validations := b.Validations(artifacts)
		if len(validations) != 1 {
			t.Fatalf("%s: %d validations", test.name, len(validations))
		}
		validations[0]()
		done := b.Early(artifacts)
		if done.IsEarly() || done.Problems() != 2 || b.Document(artifacts).Problems() != 2 {
			t.Errorf("%s: %d problems", test.name, done.Problems())
		}
		if len(b.Validations(artifacts)) > 0 {
			t.Errorf("%s: validated again", test.name)
		}
	}
}

func TestDocumentWaitsForTheValidation(t *testing.T) {
	artifacts := []Artifact{{Parts: []Part{{Kind: DataPart, Data: rendertest.LargeList(1500), Tag: safe.Text("rows")}}}}
	b := NewBuilder(rowsByTheirSchema(t))
	b.Early(artifacts)
	if d := b.Document(artifacts); d.IsEarly() || d.Problems() != 2 {
		t.Errorf("%d problems", d.Problems())
	}
}

func TestFileIsOpenedBeforeItIsValidated(t *testing.T) {
	d, err := OpenFile("rows.json", rendertest.LargeList(1500), rowsByTheirSchema(t)(safe.Raw{}))
	if err != nil || !d.IsEarly() || d.Problems() != 0 {
		t.Fatalf("%v, early %v, %d problems", err, d.IsEarly(), d.Problems())
	}
	if v := d.Validated(); v.IsEarly() || v.Problems() != 2 || v.Validated() != v {
		t.Errorf("early %v, %d problems", v.IsEarly(), v.Problems())
	}
}
