package formtest_test

import (
	"testing"

	"a2aform/formgen/formtest"
)

func TestMutantApply(t *testing.T) {
	const base = `{"a":{"b/c":[1,2]},"d":3}`
	for _, test := range []struct{ op, path, value, want string }{
		{"replace", "/a/b~1c/1", `"x"`, `{"a":{"b/c":[1,"x"]},"d":3}`},
		{"remove", "/a/b~1c/0", ``, `{"a":{"b/c":[2]},"d":3}`},
		{"remove", "/a/b~1c", ``, `{"a":{},"d":3}`},
		{"add", "/a/z", `null`, `{"a":{"b/c":[1,2],"z":null},"d":3}`},
		{"add", "/a/b~1c/2", `3`, `{"a":{"b/c":[1,2,3]},"d":3}`},
		{"replace", "", `0`, `0`},
	} {
		m := formtest.Mutant{Base: value(t, base), Op: test.op, Path: test.path}
		if test.value != "" {
			m.Value = value(t, test.value)
		}
		if got := string(m.Apply().Compact()); got != test.want {
			t.Errorf("%s %s: %s, want %s", test.op, test.path, got, test.want)
		}
	}
}

func TestCheckLocated(t *testing.T) {
	const doc = `{"required":["a"],"properties":{"a":{"type":"integer"},"o":{"type":"object","properties":{"b":{"type":"integer"},"c":{}}}}}`
	for _, test := range []struct {
		value, fault string
		holds        bool
	}{
		{`{"a":"x"}`, "/a", true},
		{`{}`, "/a", true},
		{`{"a":1,"o":{"b":"x"}}`, "/o/b", true},
		{`{"a":1,"o":{"b":"x"}}`, "/o", false},   // the field /o itself says nothing
		{`{"a":1,"o":{"b":"x"}}`, "/a", false},   // reported at another location
		{`{"a":1,"o":{"b":1}}`, "/o/b", false},   // said nowhere
		{`{"a":"x","o":{"b":"x"}}`, "/a", false}, // reported at another location too
		{`{"a":1,"o":1}`, "/o", true},
	} {
		f, _ := open(t, doc)
		f.Load(value(t, test.value))
		if err := formtest.CheckLocated(f, test.fault); (err == nil) != test.holds {
			t.Errorf("%s at %s: %v, want it to hold: %v", test.value, test.fault, err, test.holds)
		}
	}
}
