package markdown

import "testing"

func TestFencedCodeCannotEndItsFence(t *testing.T) {
	for code, want := range map[string]string{
		"x\n\n":              "```json\nx\n```\n",
		"```\nx\n```":        "````json\n```\nx\n```\n````\n",
		"a ````` b\n``` c\n": "``````json\na ````` b\n``` c\n``````\n",
	} {
		if got := Fenced("json", code); got != want {
			t.Errorf("%q: %q, want %q", code, got, want)
		}
	}
}
