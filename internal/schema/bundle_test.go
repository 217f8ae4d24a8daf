package schema_test

import (
	"os"
	"path/filepath"
	"testing"

	"a2aform/internal/schema"
)

func TestReferencesToFilesBesideASchemaAreRead(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"secret.json":         `{"type":"string"}`,
		"in/order.json":       `{"$id":"https://x.example/order","type":"object","properties":{"buyer":{"$ref":"types/buyer.json"},"to":{"$ref":"types/buyer.json#/$defs/Town"},"out":{"$ref":"../secret.json"},"link":{"$ref":"link.json"},"next":{"$ref":"#"},"note":{"default":{"$ref":"types/buyer.json"}}}}`,
		"in/types/buyer.json": `{"$id":"https://x.example/buyer","type":"object","properties":{"town":{"$ref":"#/$defs/Town"},"friend":{"$ref":"#"},"order":{"$ref":"../order.json"},"same":{"$ref":"./age.json"}},"required":["town"],"$defs":{"Town":{"type":"string","minLength":2}}}`,
		"in/types/age.json":   `{"type":"integer"}`,
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "secret.json"), filepath.Join(dir, "in", "link.json")); err != nil {
		t.Skip(err)
	}
	raw, err := schema.ReadFile(filepath.Join(dir, "in", "order.json"))
	if err != nil {
		t.Fatal(err)
	}
	d := load(t, string(raw))
	for text, isValid := range map[string]bool{
		`{"buyer":{"town":"Oslo"}}`:                      true,
		`{"buyer":{}}`:                                   false,
		`{"buyer":{"town":"Oslo","friend":{}}}`:          false,
		`{"buyer":{"town":"Oslo","order":{"buyer":{}}}}`: false,
		`{"buyer":{"town":"Oslo","same":"x"}}`:           false,
		`{"to":"O"}`:                                     false,
		`{"next":{"to":"O"}}`:                            false,
		`{"out":5,"link":5,"note":5}`:                    true, // what is outside the folder is not read
	} {
		if got := len(d.Validate(value(t, text))) == 0; got != isValid {
			t.Errorf("%s is valid: %v; %v", text, got, texts(d.Notices()))
		}
	}
}
