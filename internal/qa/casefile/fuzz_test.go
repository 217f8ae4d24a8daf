package casefile_test

import (
	"testing"

	"a2aform/internal/qa/casefile"
)

// A file is read, or has problems with their positions. One that is read has as many cases as it says.
func FuzzParse(f *testing.F) {
	f.Add(whole)
	f.Add("version = 1\n[input]\njson = '{\"a\": \"${row.a}\"}'\n[table]\nrows = [{ a = 1 }, { a = 'x', skip = 'no' }]\n[matrix]\nstream = [true, false]\n")
	f.Add("version = 1\n[input]\ntext = '${uuid} ${turn.1.x}'\n[[turn]]\nwhen = 'working'\ndo = 'cancel'\n[expect.same]\nfile = '${case}.json'\nnumber = { '/**/a' = 0.1 }\n")
	f.Add("a.b = 1\n[a]\n[[a.c]]\n")
	f.Fuzz(func(t *testing.T, text string) {
		file, problems := casefile.Parse("x.toml", []byte(text), casefile.Options{})
		for _, p := range problems {
			if p.Line < 1 || p.Column < 1 || p.Text == "" {
				t.Errorf("%+v", p)
			}
		}
		if (file == nil) != (len(problems) > 0) {
			t.Fatalf("%v, %v", file, problems)
		}
		if file == nil {
			return
		}
		n := 0
		for c := range file.Cases() {
			if n++; c.Name == "" || c.Problem != nil {
				t.Errorf("%+v", c)
			}
		}
		if n != file.Count {
			t.Errorf("%d cases of %d", n, file.Count)
		}
	})
}
