package doctor_test

import (
	"bytes"
	"encoding/xml"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/qa/doctor"
)

// sample has a finding of each level, a rule that holds, and text that no format may take for its own.
func sample() *doctor.Document {
	r := doctor.NewReport("cards/my card.json")
	r.Findings = []doctor.Finding{
		{Rule: "O04", Level: doctor.Error, Pointer: "/skills/0/inputModes/0", Line: 12, Column: 9, What: `a mode names the schema "<b>|`, Why: "no form", Fix: "add it"},
		{Rule: "S02", Level: doctor.Error, Pointer: "/schemas/\x1b[31m", Line: 20, Column: 3, What: "=1+1", Why: "nothing is checked", Fix: "correct it"},
		{Rule: "C08", Level: doctor.Warning, Pointer: "/skills/0", Line: 10, Column: 5, What: "the skill has no tags", Why: "catalogs", Fix: "add one"},
		{Rule: "C13", Level: doctor.Note, Pointer: "/version", What: "no version", Why: "people", Fix: "1.0.0"},
	}
	r.Held = []string{"V01"}
	r.Omitted = map[string]int{"C08": 3}
	d := &doctor.Document{Tool: "doctor", Reports: []*doctor.Report{r}, FailOn: doctor.Error}
	for _, id := range []string{"C08", "C13", "O04", "S02", "V01"} {
		d.Rules = append(d.Rules, doctor.ReportRule{ID: id, Level: doctor.Error, Text: "Rule " + id + ".", Source: "spec", Why: "why", Fix: "fix"})
	}
	return d
}

func write(t *testing.T, d *doctor.Document, format string) string {
	t.Helper()
	var out bytes.Buffer
	if err := d.Write(&out, format); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "\x1b") {
		t.Errorf("%s has an escape sequence", format)
	}
	return out.String()
}

func TestJUnitHoldsAgainstItsSchema(t *testing.T) {
	text := write(t, sample(), "junit")
	var suites struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Suites   []struct {
			Cases []struct {
				Name    string    `xml:"name,attr"`
				Failure *struct{} `xml:"failure"`
				Out     string    `xml:"system-out"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(text), &suites); err != nil {
		t.Fatal(err)
	}
	if suites.Tests != 5 || suites.Failures != 2 || len(suites.Suites[0].Cases) != 5 {
		t.Errorf("counts %+v\n%s", suites, text)
	}
	for _, c := range suites.Suites[0].Cases {
		if isFailure := strings.HasPrefix(c.Name, "O04") || strings.HasPrefix(c.Name, "S02"); isFailure != (c.Failure != nil) {
			t.Errorf("%s: failure %v", c.Name, c.Failure)
		}
	}
	if _, err := exec.LookPath("xmllint"); err != nil {
		t.Log("xmllint is not installed, so the XML was not validated; .ci/nightly installs it")
		return
	}
	schema := filepath.Join("..", "..", "..", "testdata", "third_party", "xunit-plugin", "junit-10.xsd")
	cmd := exec.CommandContext(t.Context(), "xmllint", "--noout", "--nonet", "--schema", schema, "-")
	cmd.Stdin = strings.NewReader(text)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestJSONHasEachFinding(t *testing.T) {
	d := sample()
	text := write(t, d, "json")
	for _, id := range []string{"O04", "S02", "C08", "C13"} {
		if !strings.Contains(text, id) {
			t.Errorf("no %s in\n%s", id, text)
		}
	}
}

func TestTextShowsFindingsByRule(t *testing.T) {
	var out bytes.Buffer
	if err := sample().WriteText(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"✗ O04  not met: Rule O04.\n  12:9     /skills/0/inputModes/0\n", "2 errors · 1 warning · 1 note · 1 rule held · 3 more left out\n", "! C08", "· C13"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

func TestLevelsAreOrdered(t *testing.T) {
	if !doctor.Error.AtLeast(doctor.Warning) || doctor.Note.AtLeast(doctor.Warning) || !doctor.Note.AtLeast(doctor.Note) {
		t.Error("levels are out of order")
	}
	d := sample()
	for level, want := range map[doctor.Level]int{doctor.Error: 2, doctor.Warning: 3, doctor.Note: 4, "": 0} {
		if d.FailOn = level; d.Failed() != want {
			t.Errorf("%q: %d fail, want %d", level, d.Failed(), want)
		}
	}
}
