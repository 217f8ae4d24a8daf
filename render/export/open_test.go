package export

import (
	"testing"

	"a2aform/render"
)

func TestByteOrderMarkIsSkipped(t *testing.T) {
	for text, want := range map[string]string{"\ufeff[{\"a\":1}]": "[{\"a\":1}]\n", "\ufeff{\"a\":1}\n{\"a\":2}\n": "[{\"a\":1},{\"a\":2}]\n"} {
		if got := exported(t, render.Open([]byte(text), render.Schema{}), JSON); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if err := render.Open([]byte("\ufeff[x]"), render.Schema{}).Err(); err == nil || err.Error() != "line 1, column 2: expected a value, not 'x'" {
		t.Error(err)
	}
}
