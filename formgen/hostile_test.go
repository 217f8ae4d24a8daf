package formgen_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode"

	"a2aform/formgen"
	"a2aform/formgen/formtest"
	"a2aform/formgen/words"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// What a hostile schema may cost until its form is open (property P4).
const (
	openMemory = 256 << 20
)

// hostile says, for each schema of the corpus that hangs, breaks or deceives
// naive forms, how its form must end; the words are in expect.json.
var hostile = map[string]func(t *testing.T, f *formgen.Form){
	"ref-self": func(t *testing.T, f *formgen.Form) {
		wantKinds(t, f, schema.JSON, nil)
		sendsText(t, f, `{"a":[1]}`)
	},
	"ref-two-cycle": func(t *testing.T, f *formgen.Form) {
		wantKinds(t, f, schema.Object, kinds{"/x": schema.JSON})
		wantNotice(t, f, "itself")
	},
	"ref-dangling": func(t *testing.T, f *formgen.Form) {
		wantKinds(t, f, schema.Object, kinds{"/x": schema.JSON, "/y": schema.String})
		wantNotice(t, f, "nope")
		sendsText(t, f, `{"x":[1],"y":"s"}`)
		refuses(t, f, `{"y":1}`)
	},
	"ref-remote": func(t *testing.T, f *formgen.Form) {
		wantKinds(t, f, schema.Object, kinds{"/x": schema.JSON, "/y": schema.String})
		wantNotice(t, f, "https://example.invalid/s.json")
		refuses(t, f, `{"y":1}`)
	},
	"ref-file": func(t *testing.T, f *formgen.Form) {
		wantKinds(t, f, schema.Object, kinds{"/x": schema.JSON})
		wantNotice(t, f, "not followed")
		sendsText(t, f, `{"x":1}`)
	},
	"ref-sibling-file": func(t *testing.T, f *formgen.Form) {
		wantKinds(t, f, schema.Object, kinds{"/task": schema.JSON, "/note": schema.String})
		wantNotice(t, f, "lf.a2a.v1.Task.jsonschema.json")
	},
	"unknown-dialect": func(t *testing.T, f *formgen.Form) {
		wantKinds(t, f, schema.Object, kinds{"/a": schema.String})
		wantNotice(t, f, "dialect")
		refuses(t, f, `{"a":1}`)
	},
	"draft3": func(t *testing.T, f *formgen.Form) {
		wantKinds(t, f, schema.Object, kinds{"/a": schema.String})
		wantNotice(t, f, "")
		refuses(t, f, `{"a":1}`)
	},
	"python-types": func(t *testing.T, f *formgen.Form) {
		wantKinds(t, f, schema.Object, kinds{"/a": schema.String, "/b": schema.Number, "/c": schema.Array, "/d": schema.Integer})
		wantNotice(t, f, "")
		refuses(t, f, `{"d":1.5}`)
	},
	"redos": func(t *testing.T, f *formgen.Form) {
		typeSlowly(t, f.At("/s"))
		if len(f.At("/s").OwnProblems()) == 0 {
			t.Error("the text does not match, and nothing says so")
		}
	},
	"redos-lookahead": func(t *testing.T, f *formgen.Form) {
		typeSlowly(t, f.At("/s"))
	},
	"bad-regex": func(t *testing.T, f *formgen.Form) {
		wantKinds(t, f, schema.Object, kinds{"/s": schema.String, "/t": schema.Integer})
		wantNotice(t, f, "pattern")
		refuses(t, f, `{"t":"x"}`)
	},
	"exp-number": func(t *testing.T, f *formgen.Form) {
		f.At("/n").SetText("1e1000001")
		if _, complete := f.Value(); complete || len(f.At("/n").OwnProblems()) != 1 {
			t.Errorf("complete %v, problems %v", complete, f.At("/n").OwnProblems())
		}
		if err := f.At("/n").SetJSON("1e1000001"); err == nil {
			t.Error("the number comes in as JSON")
		}
	},
	"anyof-2pow30": func(t *testing.T, f *formgen.Form) {
		wantNotice(t, f, "too many alternatives")
		sendsText(t, f, `"x"`)
	},
	"false-prop": func(t *testing.T, f *formgen.Form) {
		wantKinds(t, f, schema.Object, kinds{"/a": schema.String})
		if f.At("/gone") != nil {
			t.Error("a field that can have no value is shown")
		}
		if reason := f.Root().CheckKey("gone"); reason == "" {
			t.Error("it can be added")
		}
	},
	"impossible": func(t *testing.T, f *formgen.Form) {
		if _, err := f.Submit(); !formgen.IsRefused(err) || !strings.Contains(err.Error(), "must be") {
			t.Errorf("submit: %v", err)
		}
	},
	"null-props": func(t *testing.T, f *formgen.Form) {
		wantKinds(t, f, schema.Object, nil)
		wantNotice(t, f, "properties")
		sendsText(t, f, `{}`)
	},
	"props-array": func(t *testing.T, f *formgen.Form) {
		wantKinds(t, f, schema.Object, nil)
		wantNotice(t, f, "properties")
		sendsText(t, f, `{}`)
	},
	"bool-true": func(t *testing.T, f *formgen.Form) { wantKinds(t, f, schema.JSON, nil) },
	"empty":     func(t *testing.T, f *formgen.Form) { wantKinds(t, f, schema.JSON, nil) },
	"unicode-keys": func(t *testing.T, f *formgen.Form) {
		v := parse(t, `{"名前":"a","a/b":"b","~t":1,"":true,"e\u0301":"c","\u00e9":"d","rtl \u202e x":"e"}`)
		if err := formtest.Enter(f, v); err != nil {
			t.Fatal(err)
		}
		sends(t, f, v, "seven names")
		if n := len(f.Root().Children()); n != 7 {
			t.Errorf("%d fields", n)
		}
	},
	"ansi-title": func(t *testing.T, f *formgen.Form) {
		if got := f.Root().Label() + f.At("/a").Label(); !strings.Contains(got, "pwn") {
			t.Errorf("labels %q", got)
		}
	},
}

// TestCorpusHostile opens what is made to break forms.
func TestCorpusHostile(t *testing.T) {
	dir := os.Getenv("A2AFORM_CORPUS")
	if dir == "" {
		t.Skip("A2AFORM_CORPUS is not set: the corpus is NOT TESTED")
	}
	dir = filepath.Join(dir, "schemas", "own", "hostile")
	expected := parse(t, string(read(t, filepath.Join(dir, "expect.json"))))
	if expected.Len() != len(hostile) {
		t.Errorf("%d expectations, %d checks", expected.Len(), len(hostile))
	}
	http.DefaultTransport = unreachable{}
	for _, one := range expected.Items() {
		id := one.Get("id").Text()
		t.Run(id, func(t *testing.T) {
			check := hostile[id]
			if check == nil {
				t.Fatalf("nothing checks that: %s", one.Get("expect").Text())
			}
			f := openBounded(t, read(t, filepath.Join(dir, id+".json")))
			looksSafe(t, f)
			check(t, f)
			looksSafe(t, f)
		})
	}
}

// unreachable is a network that must not be asked.
type unreachable struct{}

func (unreachable) RoundTrip(r *http.Request) (*http.Response, error) {
	panic("a schema asked for " + r.URL.String())
}

// openBounded opens a form up to its first page and its first verdict.
func openBounded(t *testing.T, text []byte) *formgen.Form {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	doc, err := schema.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	f := formgen.New(doc)
	f.Pages().Rows(f.Root())
	f.Accept(f.Validate()())
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > openMemory {
		t.Errorf("it takes %d bytes", used)
	}
	return f
}

type kinds map[string]schema.Kind

func wantKinds(t *testing.T, f *formgen.Form, root schema.Kind, want kinds) {
	t.Helper()
	if got := f.Root().Kind(); got != root {
		t.Errorf("the root is %q, want %q", got, root)
	}
	if n := len(f.Root().Children()); n != len(want) {
		t.Errorf("%d fields, want %d", n, len(want))
	}
	for at, kind := range want {
		if x := f.At(at); x == nil || x.Kind() != kind {
			t.Errorf("%s is %v, want %q", at, x, kind)
		}
	}
}

func wantNotice(t *testing.T, f *formgen.Form, word string) {
	t.Helper()
	text := fmt.Sprint(f.Notices())
	if len(f.Notices()) == 0 || !strings.Contains(text, word) {
		t.Errorf("the notices %s do not name %q", text, word)
	}
}

func parse(t *testing.T, text string) *ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func sendsText(t *testing.T, f *formgen.Form, text string) {
	t.Helper()
	v := parse(t, text)
	if err := formtest.Enter(f, v); err != nil {
		t.Error(err)
	}
	sends(t, f, v, text)
}

func refuses(t *testing.T, f *formgen.Form, text string) {
	t.Helper()
	f.Load(parse(t, text))
	if _, err := f.Submit(); !formgen.IsRefused(err) {
		t.Errorf("%s: %v", text, err)
	}
}

// typeSlowly types text that makes a backtracking engine try for years.
func typeSlowly(t *testing.T, x *formgen.Field) {
	t.Helper()
	text := strings.Repeat("a", 40) + "!"
	if x.SetText(text); x.Text() != text {
		t.Errorf("the text is %q", x.Text())
	}
}

// looksSafe finds control characters in anything a form has to show.
func looksSafe(t *testing.T, f *formgen.Form) {
	t.Helper()
	var shown []string
	for _, notice := range f.Notices() {
		shown = append(shown, notice.Text)
	}
	for _, l := range f.Problems() {
		shown = append(shown, l.Problem.Message())
	}
	for _, r := range f.Pages().Rows(f.Root()) {
		x := r.Field
		shown = append(shown, x.Label(), x.Path(), words.Hint(x), words.Summary(x), words.Reason(x), strings.ReplaceAll(words.Help(x).String(), "\n", " "))
	}
	for _, text := range shown {
		if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
			t.Errorf("%q is shown", text)
		}
	}
}
