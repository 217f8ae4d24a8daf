package assign_test

import (
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/assign"
	"a2aform/internal/schema"
)

// A date is taken in the ways in which the screens take it, and other texts stay as they are.
func TestDatesAreTakenAsOnTheScreens(t *testing.T) {
	t.Parallel()
	doc, err := schema.Load([]byte(`{"type":"object","properties":{"day":{"type":"string","format":"date"},"text":{"type":"string"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ path, value, want string }{
		{"day", "24.12.2026", "2026-12-24"}, {"day", "2026-12-24", "2026-12-24"}, {"day", "03/04/2026", "03/04/2026"}, {"text", "24.12.2026", "24.12.2026"},
	} {
		form := formgen.New(doc)
		if err := assign.Text(form, tt.path, tt.value); err != nil {
			t.Fatal(err)
		}
		if got := form.At("/" + tt.path).Text(); got != tt.want {
			t.Errorf("%s=%s: %s, want %s", tt.path, tt.value, got, tt.want)
		}
	}
}
