package a2aclient_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/jsonscan"
)

// lists are n lists in one another.
func lists(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

func TestMemberThatNestsTooDeeplyIsLeftOutAlone(t *testing.T) {
	skills := func(first string) string {
		return `"skills":[{"id":"one","name":"One"` + first + `,"inputModes":["application/json;schema=deep"]},{"id":"two","name":"Two","inputModes":["application/json;schema=good"]}]`
	}
	card := func(deep, unknown, first string) string {
		return `{"name":"n","version":"1","url":"https://a.example/","capabilities":{},"protocolVersion":"0.3.0",` +
			`"schemas":{` + deep + `"good":{"type":"object"}},` + skills(first) + unknown + `}`
	}
	for name, tt := range map[string]struct {
		card string
		want []string // in the warnings
	}{
		"schema":            {card(`"deep":{"x":`+lists(12_000)+`},`, "", ""), []string{"schemas.deep (12,001 levels)"}},
		"unknown":           {card("", `,"extra":`+lists(20_000), ""), []string{"extra (20,000 levels)"}},
		"unknown, at first": {strings.Replace(card("", "", ""), `{"name"`, ` { "extra" : {"a":{"b":[`+lists(300)+`]}} , "name"`, 1), []string{"extra.a.b (301 levels)"}},
		"of a skill":        {card("", "", `,"inputSchema":`+lists(10_001)), []string{"skills[0].inputSchema (10,001 levels)"}},
		"beyond data-depth": {card("", "", `,"tags":`+lists(400)), []string{"skills[0].tags (400 levels)"}},
		"two in a row":      {card("", `,"x":`+lists(9_500)+` ,"y": `+lists(9_600)+` `, ""), []string{"x (9,500 levels), y (9,600 levels)"}},
		"many":              {card("", strings.Repeat(`,"x":`+lists(300), 9), ""), []string{"and 4 more"}},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, tt.card)
			}))
			defer server.Close()
			fetched, err := a2aclient.Fetch(t.Context(), server.URL)
			if err != nil {
				t.Fatal(err)
			}
			parsed, err := a2aclient.Parse([]byte(tt.card), "card.json")
			if err != nil {
				t.Fatal(err)
			}
			for _, got := range []*a2aclient.Card{fetched, parsed} {
				all := strings.Join(got.Warnings, "|")
				for _, want := range tt.want {
					if !strings.Contains(all, want) {
						t.Errorf("%q, want %q", all, want)
					}
				}
				if s := got.Skill("two"); len(got.Skills) != 2 || s == nil || len(s.Inputs) != 1 {
					t.Errorf("%d skills", len(got.Skills))
				}
				if !jsonscan.Valid(got.Raw) {
					t.Errorf("what is kept of the card is no JSON: %s", got.Raw)
				}
			}
		})
	}
}

// What nests within the limits is kept as it is, also where another member does not.
func TestOnlyTheMemberThatNestsTooDeeplyIsLeftOut(t *testing.T) {
	deep := fmt.Sprintf(`{"name":"n","url":"https://a.example/","skills":[],"a":[1, {"b":"]\"[{"}],"x":%s,"c":%s}`, lists(9_500), lists(100))
	got, err := a2aclient.Parse([]byte(deep), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(deep, `"x":`+lists(9_500)+`,`, "", 1); string(got.Raw) != want {
		t.Errorf("%s, want %s", got.Raw, want)
	}
	for _, needed := range []string{
		`{"name":"n","url":"https://a.example/","skills":` + lists(9_500) + `}`,
		`{"name":"n","url":"https://a.example/","skills":[],"x":` + strings.Repeat("[", 9_500),
	} {
		if got, err := a2aclient.Parse([]byte(needed), "card.json"); err == nil {
			t.Errorf("%.80s is a card with %d skills", needed, len(got.Skills))
		}
	}
}
