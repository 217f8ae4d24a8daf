package casefile_test

import (
	"testing"

	"a2aform/internal/qa/casefile"
)

func TestLinesOfExpectations(t *testing.T) {
	t.Parallel()
	const text = "version = 1\n[input]\ntext = 'x'\n[expect]\nstate = 'completed'\nartifacts = 2\n[[expect.value]]\nat = '/a'\nis = 1\n[[expect.value]]\nat = '/b'\nis = 2\n[[expect.that]]\njq = '.a'\n[expect.same]\nfile = 'g.json'\n"
	f, problems := casefile.Parse("c.toml", []byte(text), casefile.Options{})
	if problems != nil {
		t.Fatal(problems)
	}
	for of, want := range map[[2]string]int{
		{"state", ""}: 5, {"artifacts", ""}: 6, {"value", "/a"}: 8, {"value", "/b"}: 11, {"that", ".a"}: 14, {"same", "/data"}: 15, {"output", "/data"}: 1,
	} {
		if got := f.First().LineOf(of[0], of[1]); got != want {
			t.Errorf("%s: line %d, want %d", of, got, want)
		}
	}
}
