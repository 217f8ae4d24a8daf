package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/cli/command"
)

// manySchemas is a card of 10,000 skills, each with a schema of 30 fields: 44 MB.
func manySchemas() []byte {
	var fields []string
	for i := range 30 {
		fields = append(fields, fmt.Sprintf(`"field_%02d":{"type":"string","title":"Field number %d","description":"What this field is for, in a sentence of some length.","maxLength":%d}`, i, i, 100+i))
	}
	schema := `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{` + strings.Join(fields, ",") + `},"required":["field_00"]}`
	var schemas, skills []string
	for i := range 10_000 {
		schemas = append(schemas, fmt.Sprintf(`"in%d":%s`, i, schema))
		skills = append(skills, fmt.Sprintf(`{"id":"s%d","name":"Skill %d","description":"Does one thing.","tags":[],"inputModes":["application/json;schema=in%d"]}`, i, i, i))
	}
	return []byte(`{"name":"Many","version":"1","supportedInterfaces":[{"url":"http://127.0.0.1:1/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"capabilities":{"extensions":[{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]},"schemas":{` +
		strings.Join(schemas, ",") + `},"skills":[` + strings.Join(skills, ",") + `]}`)
}

// BenchmarkSkills lists the skills of a card of 10,000 schemas; the anchors check and
// decode the same card.
func BenchmarkSkills(b *testing.B) {
	data := manySchemas()
	path := filepath.Join(b.TempDir(), "card.json")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		do   func() bool
	}{
		{"skills", func() bool {
			s := &command.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard, Args: []string{"skills", path}, Getenv: func(string) string { return "" }}
			return Run(b.Context(), s) == nil
		}},
		{"anchor=json.Valid", func() bool { return json.Valid(data) }},
		{"anchor=json.Unmarshal", func() bool {
			var v any
			return json.Unmarshal(data, &v) == nil
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if !c.do() {
					b.Fatal("failed")
				}
			}
		})
	}
}
