package a2aclient_test

import (
	"strings"
	"testing"

	"a2aform/a2aclient"
)

func TestMembersOfWrongTypeAreNamed(t *testing.T) {
	const card = `{"name":"n","version":"1","url":"https://a.example/","capabilities":{"streaming":true},"skills":[{"id":"s","name":"S","tags":["x"],"examples":[{"a":1}]}],"protocolVersion":"0.3.0"}`
	for _, c := range []struct{ from, to, want string }{
		{"", "", ""},
		{`"version":"1"`, `"version":3`, "version is a number, not text"},
		{`"version":"1"`, `"version":null`, ""},
		{`"tags":["x"]`, `"tags":"x"`, "skills[0].tags is text, not a list"},
		{`"tags":["x"]`, `"tags":["x",["y"]]`, "skills[0].tags[1] is a list, not text"},
		{`"streaming":true`, `"streaming":"yes"`, "capabilities.streaming is text, not true or false"},
		{`"name":"n"`, `"name":"n","provider":["x"],"x":{"version":1}`, "provider is a list, not an object"},
		{`"version":"1"`, `"version":1,"iconUrl":2,"documentationUrl":{},"security":{},"signatures":{},"provider":1`, "and 1 more"},
		{`"id":"s"`, `"[]":{"id":1},"id":"s"`, ""},
	} {
		got, err := a2aclient.Parse([]byte(strings.Replace(card, c.from, c.to, 1)), "card.json")
		if err != nil {
			t.Fatal(err)
		}
		all := strings.Join(got.Warnings, "|")
		if !strings.Contains(all, c.want) || c.want == "" && all != "" {
			t.Errorf("%s: %q, want %q", c.to, all, c.want)
		}
		if len(got.Skills) != 1 {
			t.Errorf("%s: %d skills", c.to, len(got.Skills))
		}
	}
}
