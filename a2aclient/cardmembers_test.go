package a2aclient

import (
	"strings"
	"testing"

	"a2aform/a2aclient/jsonread"
)

func TestDuplicateMembersOfACardAreWarnings(t *testing.T) {
	card := `{"name":"x","version":"1","skills":[],"supportedInterfaces":[{"url":"https://a.example","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
		"supportedInterfaces":[{"url":"https://b.example","url":"https://c.example","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`
	c, err := Parse([]byte(card), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	warnings := strings.Join(c.Warnings, "\n")
	for _, want := range []string{
		`the card has supportedInterfaces twice, [{"url":"https://a.example"`,
		`the card has supportedInterfaces.url twice, "https://b.example" and "https://c.example": the last one counts`,
	} {
		if !strings.Contains(warnings, want) {
			t.Errorf("no warning %q in\n%s", want, warnings)
		}
	}
	if got := c.Interfaces[0].URL.Exact(); got != "https://c.example" {
		t.Errorf("the address is %s", got)
	}
	plain := strings.Replace(workshopCard, "URL", "https://a.example", 1)
	if c, err := Parse([]byte(plain), "card.json"); err != nil || strings.Contains(strings.Join(c.Warnings, ""), "twice") {
		t.Errorf("%v, %v", c, err)
	}
}

func TestPartWithTextDataAndFileIsShownWhole(t *testing.T) {
	for name, tt := range map[string]struct{ part, want string }{
		"1.0":          {`{"text":"hi","data":{"a":1},"raw":"aGk=","mediaType":"application/json"}`, "text:hi file:aGk= data:{\"a\":1}"},
		"0.3 text":     {`{"kind":"text","text":"hi","data":[1]}`, "text:hi data:[1]"},
		"0.3 file":     {`{"kind":"file","text":"hi","file":{"bytes":"aGk="}}`, "file:aGk= text:hi"},
		"seed 001":     {`{"kind":"file","mimeType":"text/plain","data":"aGk="}`, "file:aGk="},
		"data with it": {`{"kind":"data","data":1,"url":"https://a.example/f"}`, "data:1 file:https://a.example/f"},
		"tagged raw":   {`{"raw":"eyJhIjoxfQ==","mediaType":"application/json;schema=in"}`, "data:{\"a\":1}"},
		"untagged raw": {`{"raw":"eyJhIjoxfQ==","mediaType":"application/json"}`, "file:eyJhIjoxfQ=="},
		"no JSON":      {`{"raw":"aGk=","mediaType":"application/json;schema=in"}`, "file:aGk="},
		"only text":    {`{"text":"hi"}`, "text:hi"},
	} {
		d := decoder{Reader: jsonread.Reader{Data: []byte("[" + tt.part + "]")}}
		var got []string
		for _, p := range d.parts(nil) {
			switch p.Kind {
			case PartText:
				got = append(got, "text:"+p.Text.Exact())
			case PartData:
				got = append(got, "data:"+string(p.Data))
			case PartFile:
				got = append(got, "file:"+p.File.Base64.Exact()+p.File.URL.Exact())
			}
		}
		if words := strings.Join(got, " "); !sameWords(words, tt.want) {
			t.Errorf("%s: %s, want %s", name, words, tt.want)
		}
	}
}

// sameWords reports whether two texts have the same words in any order.
func sameWords(a, b string) bool {
	count := func(s string) map[string]int {
		n := map[string]int{}
		for _, w := range strings.Fields(s) {
			n[w]++
		}
		return n
	}
	first, second := count(a), count(b)
	if len(first) != len(second) {
		return false
	}
	for w, n := range first {
		if second[w] != n {
			return false
		}
	}
	return true
}

func TestMisspelledCardKeyIsNamed(t *testing.T) {
	for card, want := range map[string]string{
		`{"name":"x","supported_interfaces":[{"url":"https://a.example"}]}`:             "its member supported_interfaces is probably meant as supportedInterfaces",
		`{"Name":"x","URL":"https://a.example","skill":[]}`:                             "its member Name is probably meant as name, its member URL is probably meant as url, its member skill is probably meant as skills",
		`{"name":"x","skills":[],"supported-interfaces":[{"url":"https://a.example"}]}`: "its member supported-interfaces is probably meant as supportedInterfaces",
	} {
		c, err := Parse([]byte(card), "card.json")
		said := ""
		if err != nil {
			said = err.Error()
		} else {
			said = strings.Join(c.Warnings, "\n")
		}
		if !strings.Contains(said, want) {
			t.Errorf("%s:\n%s\nwithout %q", card, said, want)
		}
	}
	c := mustCard(t, `{"name":"x","skills":[],"url":"https://a.example","URL":"https://b.example"}`, "card.json")
	if said := strings.Join(c.Warnings, "\n"); strings.Contains(said, "probably") {
		t.Error(said)
	}
}
