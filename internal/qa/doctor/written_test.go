package doctor

import (
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
)

// A finding names a member as the card has it, whatever the member is read as.
func TestPointersAreThoseOfTheCard(t *testing.T) {
	t.Parallel()
	root, err := ojson.Parse([]byte(`{"Skills":[{"id":"a","input_modes":["text/plain"]}],"description":"d","Description":"e"}`), ojson.CardLimits)
	if err != nil {
		t.Fatal(err)
	}
	c := &card{}
	if c.root, c.misspelled = a2aclient.CorrectNames(root); len(c.misspelled) < 2 {
		t.Fatalf("%+v", c.misspelled)
	}
	for read, want := range map[string]string{
		"": "", "/name": "/name", "/skills": "/Skills", "/skills/1/id": "/Skills/1/id", "/skillset": "/skillset",
		"/skills/0/inputModes": "/Skills/0/input_modes", "/skills/0/inputModes/2": "/Skills/0/input_modes/2", "/skills/0/inputModesOf": "/Skills/0/inputModesOf",
		"/description": "/description",
	} {
		if got := c.written(read); got != want {
			t.Errorf("%s: %s, want %s", read, got, want)
		}
	}
}
