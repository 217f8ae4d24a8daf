package runner_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/demo"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/runner"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// draftSource is a run of the demo agent.
func draftSource(t *testing.T) *runner.DraftSource {
	t.Helper()
	server, err := demo.Start(t.Context(), "", demo.Options{Pace: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	card, err := a2aclient.Fetch(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	agent, err := card.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agent.Close)
	skill := card.Skill("fight-comparison")
	p := &run.Plan{Agent: agent, Skill: skill, Input: &skill.Inputs[0], Data: []byte(`{"a":"獅子","b":"虎"}`)}
	r := run.Start(t.Context(), p, run.Options{})
	t.Cleanup(r.Close)
	now := r.Wait(t.Context())
	return &runner.DraftSource{Plan: p, Now: &now}
}

func TestDraftIsReadAsItIsWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d, err := runner.NewDraft(draftSource(t), dir, "mine")
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.Choices {
		d.Choices[i].On = true
	}
	d.Name = "獅子 '''\"\x7f"
	d.File = d.FileOf(d.Name)
	if got, want := d.File, filepath.Join(dir, ".a2aform", "cases", "獅子.toml"); got != want {
		t.Errorf("the file is %s, not %s", got, want)
	}
	if err := d.Write(); err != nil {
		t.Fatal(err)
	}
	f, problems := casefile.Read(d.File, casefile.Options{})
	if problems != nil {
		t.Fatal(problems)
	}
	c := f.First()
	if c.Name != d.Name || c.Agent != "mine" || string(c.Input.Data) != `{"a":"獅子","b":"虎"}` || len(c.Expect.Values) == 0 || c.Expect.Same == nil {
		t.Errorf("%+v", c)
	}
	if _, err := os.Stat(c.Expect.Same.File); err != nil {
		t.Error(err)
	}
}

// Neither the case nor its golden file is written over a file, and no two cases have one name.
func TestDraftNeverOverwrites(t *testing.T) {
	t.Parallel()
	dir, from := t.TempDir(), draftSource(t)
	first, err := runner.NewDraft(from, dir, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Write(); err != nil {
		t.Fatal(err)
	}
	second, err := runner.NewDraft(from, dir, "")
	if err != nil {
		t.Fatal(err)
	}
	if second.Name != first.Name+" (2)" || second.File == first.File {
		t.Errorf("the second is %q in %s", second.Name, second.File)
	}
	for _, wrong := range []struct{ name, file, want string }{
		{first.Name, second.File, "there is a case of this name in " + filepath.Base(first.File)},
		{second.Name, first.File, "the file exists"},
		{" ", second.File, "needs a name"},
		{second.Name, "", "needs a file"},
		{second.Name, filepath.Join(dir, "case.txt"), "ends in .toml"},
	} {
		second.Name, second.File = wrong.name, wrong.file
		if err := second.Write(); err == nil || !strings.Contains(err.Error(), wrong.want) {
			t.Errorf("%q: %v", wrong.want, err)
		}
		second.Name = first.Name + " (2)"
	}
	golden := filepath.Join(dir, ".a2aform", "cases", "golden", "x.json")
	if err := os.MkdirAll(filepath.Dir(golden), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(golden, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	second.File = filepath.Join(dir, ".a2aform", "cases", "x.toml")
	second.Choices[len(second.Choices)-1].On = true
	if err := second.Write(); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(golden); string(data) != "kept" {
		t.Error("the golden file was overwritten")
	}
}

// The name that is proposed is short, and of whole words where they fit.
func TestDraftNameIsShort(t *testing.T) {
	t.Parallel()
	from := draftSource(t)
	skill := *from.Plan.Skill
	from.Plan.Skill = &skill
	for _, tt := range []struct{ skill, data, want string }{
		{"Place an order", `{"customer":"Acme","parts":["BX-104",20,"CH-201",3]}`, "Place an order: Acme, BX-104, 20"},
		{"Order", `{"customer":"Acme","part":"BX-104","quantity":20,"urgent":true}`, "Order: Acme, BX-104, 20"},
		{"Find the best of all flights", `{}`, "Find the best of all flights"},
		{"Internationalization-Verification-Service", `{"a":"x"}`, "Internationalization-Verification-Servic"},
		{strings.Repeat("獅", 40), `{}`, strings.Repeat("獅", 20)},
	} {
		skill.Name, from.Plan.Data = safe.Text(tt.skill), []byte(tt.data)
		d, err := runner.NewDraft(from, t.TempDir(), "")
		if err != nil {
			t.Fatal(err)
		}
		if d.Name != tt.want {
			t.Errorf("%s %s: %q, want %q", tt.skill, tt.data, d.Name, tt.want)
		}
	}
}
