package normalize_test

import (
	"math/rand/v2"
	"regexp"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"a2aform/internal/schema/normalize"
)

// textPatterns are as people write them in schemas.
var textPatterns = []string{
	"^[A-Z]{3}-[0-9]+$", "^(a|bc|def){2,4}$", "[0-9]", "^$", "^.{3}$", `^\d{4}-\d{2}$`, `^[^\s]+@[^\s]+$`, "^(?:[a-z]+(?:-[a-z]+)*)$",
	`^v?\d+\.\d+\.\d+$`, `^\u00e9+$`, `^[a-z]\w*$`, `^(?i:abc)$`, `\S`, "^a?b*c+$", `^\/[a-z\/]+$`, `^#([0-9a-f]{3}|[0-9a-f]{6})$`, "^é{2}$",
}

func TestMadeTextsMatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := rapid.SampledFrom(textPatterns).Draw(t, "pattern")
		re, err := normalize.CompilePattern(source)
		if err != nil {
			t.Fatal(err)
		}
		p := normalize.NewTextPattern(source)
		if p == nil {
			t.Fatalf("%s is not read", source)
		}
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		if s := p.Make(random, rapid.IntRange(-1, 30).Draw(t, "length")); !re.MatchString(s) {
			t.Fatalf("%s: %q does not match", source, s)
		}
	})
}

func TestMadeTextsHaveTheLength(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, source := range []string{"^[A-Z]{3}-[0-9]+$", "^[a-z]{2,80}$", "^.+$", "^(a|b)*$", "^[a-z]+(?:-[a-z]+)?$", "^é*$"} {
		for n := 6; n < 60; n += 9 {
			if s := normalize.NewTextPattern(source).Make(random, n); utf8.RuneCountInString(s) != n {
				t.Errorf("%s: %q has %d characters, want %d", source, s, utf8.RuneCountInString(s), n)
			}
		}
	}
}

// Look-around is left out; what is around it still matches.
func TestLookAroundIsLeftOut(t *testing.T) {
	p := normalize.NewTextPattern(`^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$`)
	if p == nil {
		t.Fatal("the pattern is not read")
	}
	if s := p.Make(rand.New(rand.NewPCG(1, 1)), 4); !regexp.MustCompile(`^[+-]?0*\d*\.?\d*$`).MatchString(s) {
		t.Errorf("%q", s)
	}
	if normalize.NewTextPattern("(") != nil {
		t.Error("a pattern that cannot be read makes texts")
	}
}
