package schema_test

import (
	"strings"
	"testing"
	"time"

	"a2aform/internal/limit"
)

// Each level of the value is tried in two ways, so that all of them together would take
// years.
func TestValidationHasBudget(t *testing.T) {
	const levels = 60
	deep := value(t, strings.Repeat(`{"n":`, levels)+`0`+strings.Repeat(`}`, levels))
	for _, dialect := range []string{"http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"} {
		d := load(t, `{"$schema":"`+dialect+`","anyOf":[{"properties":{"n":{"$ref":"#"}},"required":["x"]},{"properties":{"n":{"$ref":"#"}},"required":["y"]}]}`)
		if err := d.Compile(); err != nil {
			t.Fatal(err)
		}
		if got := d.Root().Validate(deep); len(got) != 1 || !got[0].IsUnchecked() || !strings.Contains(got[0].Message(), "that takes too long") {
			t.Errorf("%s: %v", dialect, got)
		}
		if got := d.Root().Validate(value(t, `{"n":{"x":1},"y":2}`)); len(got) != 0 {
			t.Errorf("%s: a verdict after one that took too long: %v", dialect, got)
		}
	}
}

// A short validation ends by its own deadline while a long one of the same schema
// runs.
func TestConcurrentValidationsHaveTheirOwnDeadlines(t *testing.T) {
	const levels = 60
	deep := value(t, strings.Repeat(`{"n":`, levels)+`0`+strings.Repeat(`}`, levels))
	d := load(t, `{"anyOf":[{"properties":{"n":{"$ref":"#"}},"required":["x"]},{"properties":{"n":{"$ref":"#"}},"required":["y"]}]}`)
	if err := d.Compile(); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	whole := make(chan time.Duration)
	go func() {
		d.Validate(deep)
		whole <- time.Since(began)
	}()
	loc := d.Root()
	loc.Validate(deep) // as long as a check of one field may take
	select {
	case took := <-whole:
		t.Errorf("the check of a field took as long as that of the whole value, %s", took)
	default:
	}
	if took := <-whole; took < limit.ValidateTime.Duration() {
		t.Errorf("the whole value was given %s, not %s", took, limit.ValidateTime.Duration())
	}
}

// A branch that leads back to its own schema fails, and the next one is tried.
func TestRecursiveBranchIsValidated(t *testing.T) {
	d := load(t, `{"type":"string","allOf":[{"anyOf":[{"$ref":"#"},true]}]}`)
	if err := d.Compile(); err != nil {
		t.Fatal(err)
	}
	if got := d.Root().Validate(value(t, `""`)); len(got) != 0 {
		t.Errorf("%v", got)
	}
}
