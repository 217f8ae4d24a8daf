package schema_test

import (
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

func TestNumberWarningIsGivenWithTheValue(t *testing.T) {
	d := load(t, `{"properties":{"n":{"type":"integer"},"s":{"type":"string"}}}`)
	n, s := ojson.NewBool(true), ojson.NewString("x")
	if got := d.Root().Property("n").Warn(n); len(got) != 0 {
		t.Errorf("%+v without a warning of numbers", got)
	}
	d.SetNumberWarning(func(*ojson.Value) string { return "rounded" })
	if got := d.Root().Property("n").Warn(n); len(got) != 1 || got[0].Message() != "rounded" || got[0].Keyword != schema.Rounding {
		t.Errorf("%+v", got)
	}
	if got := d.Root().Property("s").Warn(s); len(got) != 0 {
		t.Errorf("a text has no number: %+v", got)
	}
}
