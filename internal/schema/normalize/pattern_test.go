package normalize_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/schematest"
)

// Patterns are those of ECMA-262, in whichever engine takes them: the second
// pattern of a case has a look-ahead, so that only the slower one does.
func TestPatternsAreECMAScript(t *testing.T) {
	tests := []struct {
		pattern string
		yes, no []string
	}{
		{`^a$`, []string{"a"}, []string{"a\n", "b"}},
		{`^.$`, []string{"a", "é", "😀", "\v"}, []string{"\n", "\r", "\u2028", "\u2029", ""}},
		{`^\s$`, []string{" ", "\t", "\v", "\u00a0", "\ufeff", "\u2029", "\u2003"}, []string{"a", "\u200b"}},
		{`^[\s]$`, []string{" ", "\u00a0"}, []string{"a"}},
		{`^\S$`, []string{"a", "é", "😀"}, []string{" ", "\u00a0", "\ufeff"}},
		{`^[\S]$`, []string{"a"}, []string{" "}},
		{`^[^\S]$`, []string{" "}, []string{"a"}},
		{`^\d\w$`, []string{"1a", "1_"}, []string{"١a", "1é"}},
		{`^\u{1F600}$`, []string{"😀"}, []string{"u"}},
		{`^\u{41}\u0042$`, []string{"AB"}, []string{"A"}},
		{`^[\u{1F600}-\u{1F64F}]+$`, []string{"😀🙏"}, []string{"a", "🙐"}},
		{`^\uD83D\uDE00$`, []string{"😀"}, []string{"a"}},
		{`^[\u0041-\u0043]\cJ$`, []string{"B\n"}, []string{"D\n", "BJ"}},
		{`^a\/b\-c$`, []string{"a/b-c"}, []string{"a"}},
		{`^[\b]$`, []string{"\b"}, []string{"b"}},
		{`^[[a]$`, []string{"[", "a"}, []string{"b"}},
		{`^[[:alpha:]]$`, []string{":]", "a]"}, []string{"z", "a"}},
		{`^[^]$`, []string{"a", "\n"}, []string{"", "ab"}},
		{`^a[]$`, nil, []string{"a", "a]"}},
		{`^[\w-.]+$`, []string{"a-.b"}, []string{"a+"}},
		{`^\p{Letter}\p{Lu}$`, []string{"éÉ", "aA"}, []string{"1A", "aa"}},
		{`^[\p{Script=Greek}\p{gc=Nd}]+$`, []string{"αβ1"}, []string{"a"}},
		{`^\P{L}$`, []string{"1"}, []string{"a"}},
		{`^(?<year>\d{4})-\k<year>$`, []string{"2026-2026"}, []string{"2026-2027"}},
		{`^é\é$`, []string{"éé"}, []string{"é"}},
		{`^[a-z]{2,3}$`, []string{"ab"}, []string{"a", "abcd"}},
		{`^\x41\0$`, []string{"A\x00"}, []string{"A"}},
	}
	for _, tt := range tests {
		for _, pattern := range []string{tt.pattern, tt.pattern[:1] + `(?=[^]|$)` + tt.pattern[1:]} {
			text, _ := json.Marshal(pattern)
			d := schematest.Load(t, `{"pattern":`+string(text)+`}`)
			if len(d.Notices()) > 0 {
				t.Errorf("%s: %v", pattern, d.Notices())
			}
			for _, s := range tt.yes {
				if len(d.Validate(ojson.NewString(s))) > 0 {
					t.Errorf("%s does not match %q", pattern, s)
				}
			}
			for _, s := range tt.no {
				problems := d.Validate(ojson.NewString(s))
				if want := "must match the pattern " + pattern; len(problems) != 1 || problems[0].Message() != want {
					t.Errorf("%s matches %q, or words it badly: %v", pattern, s, problems)
				}
			}
		}
	}
}

// Go's engine must take what it can: it cannot be made slow.
func TestExponentialPatternsStayFast(t *testing.T) {
	d := schematest.Load(t, `{"pattern":"^(a+)+$"}`)
	if len(d.Validate(ojson.NewString(strings.Repeat("a", 40)+"!"))) != 1 {
		t.Error("the text is taken: the slow engine gave up on it")
	}
}

// A few hundred bytes of repetitions must not unfold to gigabytes.
func TestPatternRepetitionsStaySmall(t *testing.T) {
	var sb strings.Builder
	for i := range 200 {
		fmt.Fprintf(&sb, `"p%d":{"pattern":"^(%s)%d$"},`, i, strings.Repeat("[a-z]{900}", 50), i)
	}
	d := schematest.Load(t, `{"properties":{`+sb.String()+`"z":{"pattern":"^z$"}}}`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if d.Compile() != nil || len(d.Notices()) > 0 {
		t.Fatal(d.Compile(), d.Notices())
	}
	runtime.ReadMemStats(&after)
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 256 {
		t.Errorf("%d MB allocated", mb)
	}
	if got := len(d.Validate(schematest.Value(t, `{"z":"y","p0":"z"}`))); got != 2 {
		t.Errorf("%d problems, want 2", got)
	}
}

func TestFormatRegex(t *testing.T) {
	for _, dialect := range []string{"http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"} {
		d := schematest.Load(t, `{"$schema":"`+dialect+`","format":"regex","type":"string"}`)
		for text, good := range map[string]bool{`^a(?!b)`: true, `[`: false, `\p{Letter}`: true, `(`: false} {
			all := slices.Concat(d.Validate(ojson.NewString(text)), d.Root().Warn(ojson.NewString(text)))
			if (len(all) == 0) != good {
				t.Errorf("%s: %s: %v", dialect, text, all)
			}
		}
		if len(d.Notices()) > 0 {
			t.Errorf("values became notices of the schema: %v", d.Notices())
		}
	}
}

func FuzzPattern(f *testing.F) {
	for _, s := range []string{`^[\s\S]*$`, `\u{1F600}`, `[^]`, `(?=a)\p{Letter}`, `\`, `\u`, `[\`, `\p{`, `\c`} {
		f.Add(s, "a")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 200 || len(text) > 200 {
			return
		}
		quoted, err := json.Marshal(pattern)
		if err != nil {
			return
		}
		d := schematest.Load(t, `{"pattern":`+string(quoted)+`,"patternProperties":{`+string(quoted)+`:{"type":"string"}}}`)
		if err := d.Compile(); err != nil {
			t.Fatal(err)
		}
		d.Validate(ojson.NewString(text))
	})
}

// A pattern that takes too long is reported as unchecked, and is no problem.
func TestSlowPatternIsReported(t *testing.T) {
	d := schematest.Load(t, `{"type":"object","properties":{"a":{"type":"string","pattern":"^(?=(a+)+$)"},"b":{"type":"integer"}}}`)
	long := `{"a":"` + strings.Repeat("a", 4000) + `!"}`
	for text, want := range map[string]string{
		long:                             "is not checked here: a pattern takes too long",
		`{"a":"aa"}`:                     "",
		long[:len(long)-1] + `,"b":"x"}`: "must be a whole number",
	} {
		got := ""
		for _, p := range d.Validate(schematest.Value(t, text)) {
			got += p.Message()
		}
		if !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%.20s: %q, want %q", text, got, want)
		}
	}
}
