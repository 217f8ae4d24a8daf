// Package schematest reads schemas and values of tests.
package schematest

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Load returns the schema of a text.
func Load(t testing.TB, text string) *schema.Document {
	t.Helper()
	d, err := schema.Load([]byte(text))
	if err != nil {
		t.Fatalf("Load: %v", err)
	}
	return d
}

// Value returns the JSON value of a text.
func Value(t testing.TB, text string) *ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		t.Fatalf("Parse(%s): %v", text, err)
	}
	return v
}

// Said is what a schema says of a value, one problem after the other.
func Said(problems []schema.Problem) string {
	words := make([]string, len(problems))
	for i, p := range problems {
		words[i] = p.Pointer + " " + p.Message()
	}
	return strings.Join(words, "; ")
}

// Texts are the texts of notices.
func Texts(notices []schema.Notice) []string {
	var list []string
	for _, n := range notices {
		list = append(list, n.Text)
	}
	return list
}

// ManyProperties is an object schema with n properties of some variety.
func ManyProperties(n int) string {
	var sb strings.Builder
	sb.WriteString(`{"type":"object","properties":{`)
	for i := range n {
		if i > 0 {
			sb.WriteByte(',')
		}
		fmt.Fprintf(&sb, `"p%d":{"type":"string","title":"Property %d","maxLength":%d}`, i, i, i+1)
	}
	sb.WriteString(`},"required":["p7"]}`)
	return sb.String()
}
