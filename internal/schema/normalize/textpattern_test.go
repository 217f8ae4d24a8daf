package normalize_test

import (
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"a2aform/internal/schema/normalize"
)

// textPatterns are as people write them in schemas.
var textPatterns = []string{
	"^[A-Z]{3}-[0-9]+$", "^(a|bc|def){2,4}$", "[0-9]", "^$", "^.{3}$", `^\d{4}-\d{2}$`, `^[^\s]+@[^\s]+$`, "^(?:[a-z]+(?:-[a-z]+)*)$",
	`^v?\d+\.\d+\.\d+$`, `^\u00e9+$`, `^[a-z]\w*$`, `^(?i:abc)$`, `\S`, "^a?b*c+$", `^\/[a-z\/]+$`, `^#([0-9a-f]{3}|[0-9a-f]{6})$`, "^é{2}$",
	"^[αβγ]{2,5}$", `^[^\x00-\x7f]+$`, `^\u{e9}{2}$`, `^[\u00e0-\u00ff]+$`, `^(?!\)$)[ab]+$`, `^(?![)]$)[ab]+$`, `^(?!(x|y))(?!z)[ab]{2}$`, `^(?<!x)a$`, `^(?=[(a)]+$)a+$`, "^(?:)$", "^(ab){0}c$", "^(a{2}){3,}$", "^(?:a{2,3}b?){2,4}$",
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

// The shortest text of a pattern has as many characters as it needs, whatever it is made of.
func TestShortestTexts(t *testing.T) {
	for pattern, want := range map[string]int{
		"": 0, "^$": 0, "^abc$": 3, "^é{2}$": 2, "^.$": 1, "^[a-z]$": 1, "^a*b+c?$": 1, "^a{3}$": 3, "^a{3,}$": 3, "^a{2,5}$": 2, "^(ab){2}c$": 5, "^(a|bcd)$": 1, "^(abc|de|fghi)x$": 3, "^(ab|cd)*$": 0, "^(a{2}){3,}$": 6, "^(?=abc)d$": 1, "^(?i:ab)$": 2,
	} {
		p := normalize.NewTextPattern(pattern)
		if p == nil || p.Shortest() != want {
			t.Errorf("%s: %v, want %d", pattern, p, want)
			continue
		}
		random := rand.New(rand.NewPCG(1, 1))
		if s := p.Make(random, 0); utf8.RuneCountInString(s) != want {
			t.Errorf("%s: %q is not the shortest", pattern, s)
		}
	}
	if normalize.NewTextPattern(strings.Repeat("a", 100_000)) != nil {
		t.Error("a pattern without a limit is read")
	}
}

// A text takes all choices of its pattern in the course of time, and repeats no more than it must.
func TestTextsTakeAllChoices(t *testing.T) {
	for pattern, want := range map[string][]string{"^(a|bb|ccc)$": {"a", "bb", "ccc"}, "^a?$": {"", "a"}, "^[xyz]$": {"x", "y", "z"}} {
		p, random, seen := normalize.NewTextPattern(pattern), rand.New(rand.NewPCG(1, 1)), map[string]bool{}
		for range 200 {
			seen[p.Make(random, -1)] = true
		}
		if got := slices.Sorted(maps.Keys(seen)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
	for pattern, want := range map[string]string{"^a{2,5}$": "aaaa", "^(a|bbbb|cc)$": "bbbb", "^(ab)+$": "abab", "^a+b$": "aaab"} {
		if got := normalize.NewTextPattern(pattern).Make(rand.New(rand.NewPCG(1, 1)), 4); got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
}
