package casefile_test

import (
	"slices"
	"testing"
	"time"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/suite"
)

func defaults(t *testing.T, text string) *casefile.Defaults {
	t.Helper()
	s, problems := suite.Parse("suite.toml", []byte("version = 1\n[defaults]\n"+text))
	if problems != nil {
		t.Fatal(problems)
	}
	return &s.Defaults
}

// A case has the defaults of its suite but where its file says otherwise; what is expected of the output of valid input is not
// expected of invalid input.
func TestDefaultsOfASuite(t *testing.T) {
	d := defaults(t, `timeout = "30s"
repeat = 3
pass-rate = 0.5
tags = ["nightly"]
[defaults.expect]
output = "valid"
state = "completed"
schemas = ["out"]
settled = "5s"
that = '.a'
`)
	parse := func(text string) *casefile.Case {
		t.Helper()
		file, problems := casefile.Parse("c.toml", []byte("version = 1\n"+text), casefile.Options{Defaults: d})
		if problems != nil {
			t.Fatal(problems)
		}
		return file.First()
	}
	c := parse("[input]\ntext = \"x\"\n")
	if c.Timeout != 30*time.Second || c.Repeat != 3 || c.Need(3) != 2 || !slices.Equal(c.Tags, []string{"nightly"}) {
		t.Errorf("%+v", c)
	}
	if e := c.Expect; e.Output != casefile.ValidOutput || !slices.Equal(e.States, []string{"completed"}) || !slices.Equal(e.Schemas, []string{"out"}) || e.Settled != 5*time.Second || len(e.That) != 1 {
		t.Errorf("%+v", e)
	}
	c = parse("timeout = \"1s\"\nrepeat = 1\npass-rate = 1\ntags = [\"mine\"]\n[input]\ntext = \"x\"\n[expect]\noutput = \"any\"\nstate = \"failed\"\nschemas = [\"b\"]\nsettled = \"1s\"\nthat = '.b'\n")
	if c.Timeout != time.Second || c.Repeat != 1 || c.Need(3) != 3 || !slices.Equal(c.Tags, []string{"mine"}) {
		t.Errorf("%+v", c)
	}
	if e := c.Expect; e.Output != casefile.AnyOutput || !slices.Equal(e.States, []string{"failed"}) || !slices.Equal(e.Schemas, []string{"b"}) || e.Settled != time.Second || len(e.That) != 2 {
		t.Errorf("%+v", e)
	}
	c = parse("[input]\njson = '{}'\ninvalid = true\n")
	if e := c.Expect; c.Timeout != 30*time.Second || e.Output != casefile.DefaultOutput || e.States != nil || e.That != nil {
		t.Errorf("%+v", e)
	}
}
