package ui

import (
	"context"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/ui/form"
	"a2aform/ui/kit"
)

// BenchmarkFirstFrame is from a form's schema to its first frame: of a schema
// that is compiled, as when a form is opened again, and from the bytes on.
func BenchmarkFirstFrame(b *testing.B) {
	for _, n := range []int{10, 5000} {
		properties := make([]string, n)
		for i := range properties {
			properties[i] = fmt.Sprintf(`"field%03d":{"type":"string","title":"Field %03d","minLength":2,"maxLength":200}`, i, i)
		}
		text := []byte(`{"type":"object","properties":{` + strings.Join(properties, ",") + `}}`)
		b.Run(fmt.Sprintf("compiled/%d", n), func(b *testing.B) {
			doc := loaded(b, text)
			for b.Loop() {
				openForm(b, formgen.New(doc))
			}
		})
		b.Run(fmt.Sprintf("bytes/%d", n), func(b *testing.B) {
			for b.Loop() {
				openForm(b, formgen.New(loaded(b, text)))
			}
		})
	}
}

func loaded(b *testing.B, text []byte) *schema.Document {
	b.Helper()
	doc, err := schema.Load(text)
	if err != nil || doc.Compile() != nil {
		b.Fatal(err, doc.Compile())
	}
	return doc
}

func openForm(b *testing.B, f *formgen.Form) {
	b.Helper()
	app := New(context.Background(), kit.Options{})
	defer app.Close()
	screen := form.New(app.Host, nil, nil, &a2aclient.Input{Name: safe.Text("bench")})
	app.screens.open = append(app.screens.open, screen)
	screen.Take(form.ReadyMsg{Form: f})
	app.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	if !strings.Contains(app.View().Content, "Field 000") {
		b.Fatal("no form")
	}
}
