package cli_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tester runs a2aform as a tester does, in a directory of its own.
type tester struct {
	t   *testing.T
	dir string
}

func newTester(t *testing.T) tester {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o750); err != nil {
		t.Fatal(err)
	}
	return tester{t, dir}
}

// run runs the command and reads what it prints as JSON into an answer, nil for one that is not read.
func (u tester) run(answer any, args ...string) {
	u.t.Helper()
	cmd := exec.CommandContext(u.t.Context(), binary, args...)
	var told strings.Builder
	cmd.Dir, cmd.Env, cmd.Stderr = u.dir, append(os.Environ(), "A2AFORM_HOME="+filepath.Join(u.dir, "home")), &told
	out, _ := cmd.Output() // the exit code is the verdict
	if answer == nil {
		if code := cmd.ProcessState.ExitCode(); code != 0 {
			u.t.Fatalf("%q: %d\n%s%s", args, code, out, &told)
		}
		return
	}
	if err := json.Unmarshal(out, answer); err != nil {
		u.t.Fatalf("%q: %v\n%s%s", args, err, out, &told)
	}
}

// doctor returns what doctor --live finds, without what it cannot decide.
func (u tester) doctor(agent string) (found []string) {
	var report struct {
		Findings []struct{ Rule, Result, What string }
		Held     []string
	}
	u.run(&report, "doctor", agent, "--live", "-o", "json")
	for _, f := range report.Findings {
		if f.Result != "undecided" {
			found = append(found, f.Rule+" "+f.What)
		}
	}
	if len(report.Held) == 0 {
		u.t.Error("doctor checked nothing")
	}
	return found
}

// test returns what the command test finds: expectations that do not hold, and what it tells besides.
func (u tester) test(args ...string) (found []string) {
	var report struct {
		Cases []struct {
			Verdict, Error string
			Attempts       []struct {
				Lines      []struct{ Check, Seen, Outcome string }
				Violations []struct{ ID string }
				Repairs    []string
			}
		}
	}
	u.run(&report, append([]string{"test", "-o", "json", "--record", "none"}, args...)...)
	if len(report.Cases) != 1 {
		u.t.Errorf("%d cases ran", len(report.Cases))
	}
	for _, c := range report.Cases {
		if c.Error != "" {
			found = append(found, c.Error)
		}
		for _, a := range c.Attempts {
			for _, l := range a.Lines {
				if l.Outcome != "ok" {
					found = append(found, l.Check+": "+l.Seen)
				}
			}
			for _, v := range a.Violations {
				found = append(found, v.ID)
			}
			found = append(found, a.Repairs...)
		}
	}
	return found
}

// generate returns what cases generate --run finds.
func (u tester) generate(agent string) (found []string) {
	var report struct {
		Values []struct {
			Name, Verdict, Seen string
			Violations          []struct{ ID string }
			Repairs             []string
		}
	}
	u.run(&report, "cases", "generate", agent, "--skill", "quote", "--run", "--valid", "--invalid", "-j", "4", "-o", "json", "--record", "none", "--yes")
	if len(report.Values) == 0 {
		u.t.Errorf("%d values were made", len(report.Values))
	}
	for _, v := range report.Values {
		if v.Verdict != "pass" && v.Verdict != "skip" {
			found = append(found, v.Name+": "+v.Seen)
		}
		for _, one := range v.Violations {
			found = append(found, one.ID)
		}
		found = append(found, v.Repairs...)
	}
	return found
}

var chairs = []string{"--skill", "quote", "--set", "item=chair", "--set", "pieces=2"}

// Of 17 mistakes that are planted in an agent, all but the slow one are found without an expectation that somebody wrote: by
// doctor --live, by test without a file, by cases generate --run, or by a case that is made from a run of the good agent. The good agent
// passes all of them.
func TestPlantedBugsAreFound(t *testing.T) {
	t.Parallel()
	made := newTester(t)
	good := startQuotes(t, nil)
	made.run(nil, append([]string{"send", good, "--record"}, chairs...)...)
	made.run(nil, "cases", "from", "last", "--to", "chairs.toml")
	ways := []struct {
		name string
		find func(u tester, agent string) []string
	}{
		{"doctor", tester.doctor},
		{"test", func(u tester, agent string) []string { return u.test(append([]string{"-a", agent}, chairs...)...) }},
		{"generate", tester.generate},
		{"case", func(u tester, agent string) []string { return tester{u.t, made.dir}.test("-a", agent, "chairs.toml") }},
	}
	for _, way := range ways {
		if found := way.find(newTester(t), good); found != nil {
			t.Errorf("%s finds something in the good agent: %q", way.name, found)
		}
	}
	for i := range plantedBugs {
		bug := &plantedBugs[i]
		t.Run(bug.name, func(t *testing.T) {
			t.Parallel()
			var by []string
			for _, way := range ways {
				found := way.find(newTester(t), startQuotes(t, bug))
				t.Logf("%s: %q", way.name, found[:min(len(found), 4)])
				if found != nil {
					by = append(by, way.name)
				}
			}
			if want := strings.Fields(bug.found); !slices.Equal(by, want) {
				t.Errorf("found by %q, want %q", by, want)
			}
			if bug.line == "" {
				return
			}
			u := newTester(t)
			text := "version = 1\nskill = 'quote'\n[input]\nset = { item = 'chair', pieces = '2' }\n" + bug.line
			if err := os.WriteFile(filepath.Join(u.dir, "line.toml"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if found := u.test("-a", startQuotes(t, bug), "line.toml"); found == nil {
				t.Error("the expectation does not find it")
			}
		})
	}
	unaided := 0
	for _, bug := range plantedBugs {
		if bug.found != "" {
			unaided++
		}
	}
	if len(plantedBugs) != 17 || unaided < 14 {
		t.Errorf("%d of %d are found without an expectation", unaided, len(plantedBugs))
	}
}
