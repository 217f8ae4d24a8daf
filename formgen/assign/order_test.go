package assign_test

import (
	"errors"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/assign"
	"a2aform/internal/schema"
)

func TestFieldsAreSetInAnyOrder(t *testing.T) {
	const hostOrPort = `{"type":"object","if":{"properties":{"type":{"const":"test"}}},
		"then":{"properties":{"type":{"const":"test"},"host":{"type":"string"}}},
		"else":{"properties":{"type":{"const":"mock"},"port":{"type":"integer"},
			"proxy":{"type":"object","properties":{"kind":{"enum":["a","b"]}},"if":{"properties":{"kind":{"const":"a"}},"required":["kind"]},"then":{"properties":{"user":{"type":"string"}}}}}}}`
	for name, tt := range map[string]struct {
		sets       [][2]string
		want, says string
	}{
		"in order":        {[][2]string{{"type", "mock"}, {"port", "1"}}, `{"type":"mock","port":1}`, ""},
		"the other way":   {[][2]string{{"port", "1"}, {"type", "mock"}}, `{"type":"mock","port":1}`, ""},
		"one after one":   {[][2]string{{"proxy.user", "me"}, {"proxy.kind", "a"}, {"type", "mock"}}, `{"type":"mock","proxy":{"kind":"a","user":"me"}}`, ""},
		"never there":     {[][2]string{{"port", "1"}, {"type", "test"}}, "", "there is no field port; there is type, host"},
		"another mistake": {[][2]string{{"port", "1"}, {"type", "x"}}, "", "x is not one of test, mock"},
		"the last counts": {[][2]string{{"host", "a"}, {"host", "b"}}, `{"host":"b"}`, ""},
	} {
		doc, err := schema.Load([]byte(hostOrPort))
		if err != nil {
			t.Fatal(err)
		}
		form := formgen.New(doc)
		_, err = assign.Each(len(tt.sets), func(i int) error { return assign.Text(form, tt.sets[i][0], tt.sets[i][1]) })
		switch v, _ := form.Value(); {
		case tt.says != "":
			if err == nil || err.Error() != tt.says {
				t.Errorf("%s: %v", name, err)
			}
		case err != nil || string(v.Compact()) != tt.want:
			t.Errorf("%s: %v, %s", name, err, v.Compact())
		}
	}
	if i, err := assign.Each(2, func(i int) error { return []error{nil, errors.ErrUnsupported}[i] }); i != 1 || !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("%d, %v", i, err)
	}
}
