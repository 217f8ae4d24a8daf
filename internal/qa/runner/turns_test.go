package runner_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
)

const trip = "skill = 'trip-planner'\n[input]\njson = '{\"destination\":\"Lisbon\",\"start\":\"2026-05-14\",\"nights\":3,\"pace\":\"balanced\",\"style\":\"food\",\"traveller\":{\"name\":\"Ada Lovelace\",\"vegetarian\":true},\"companions\":[]}'\n"

// Each case has turns; what is told first of one that does not pass comes after a bar.
func TestTurns(t *testing.T) {
	t.Parallel()
	const yes = "[[turn]]\ntext = 'yes'\n"
	for _, test := range []struct{ text, want string }{
		{expense + yes + "[turn.expect]\nthat = '.ask | test(\"131\")'\n", "pass"},
		{expense + yes + "[turn.expect]\nthat = '.ask == \"?\"'\n", `fail|turn 1: that: .ask == "?", seen false`},
		{expense + yes + "[turn.expect]\nstate = 'input-required'\n", "pass"},
		{expense + yes + "[turn.expect]\nstate = 'working'\n", "fail|turn 1: state: working, seen input-required"},
		{expense + yes + "[expect]\nthat = '.turns[0].do == \"answer\" and (.turns | length) == 1'\n", "pass"},
		{expense + "[[turn]]\ndo = 'cancel'\n[expect]\nstate = 'canceled'\n", "pass"},
		{fight + "[[turn]]\nwhen = 'completed'\ndo = 'message'\nset = { a = 'Ant', b = 'Bee' }\n[[turn]]\nwhen = 'completed'\ndo = 'message'\nset = { a = '${turn.1.data.winner}', b = 'Bear' }\n" +
			"[expect]\nthat = '.input.a == \"Tiger\"'\nschemas = ['fightResponse']\n", "pass"},
	} {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			result := runAll(t.Context(), cases(t, test.text), options(agent(t, bare)))[0]
			verdict, told, _ := strings.Cut(test.want, "|")
			if string(result.Verdict) != verdict || !strings.HasPrefix(first(result), told) {
				t.Errorf("%s: %s, want %s", result.Verdict, first(result), test.want)
			}
		})
	}
}

// A task is canceled while the agent works on it, which never ends by itself.
func TestWorkingTaskIsCanceled(t *testing.T) {
	t.Parallel()
	const endless = time.Hour
	text := trip + "[[turn]]\nwhen = 'working'\ndo = 'cancel'\n[expect]\nstate = 'canceled'\n"
	result := runAll(t.Context(), cases(t, text), options(agentAt(t, endless, bare)))[0]
	if result.Verdict != check.Pass {
		t.Errorf("%s: %s", result.Verdict, first(result))
	}
}

// Each attempt has values of its own in place of its placeholders.
func TestPlaceholdersOfAttempts(t *testing.T) {
	t.Parallel()
	text := "repeat = 3\nskill = 'fight-comparison'\n[input]\njson = '{\"a\":\"${uuid}\",\"b\":\"n ${iteration}\"}'\n"
	result := runAll(t.Context(), cases(t, text), options(agent(t, bare)))[0]
	seen := map[string]bool{}
	for _, a := range result.Attempts {
		seen[a.Document.At("/input/a").Text()] = true
	}
	if result.Verdict != check.Pass || len(seen) != 3 || result.Attempts[2].Document.At("/input/b").Text() != "n 3" {
		t.Errorf("%s: %s, %v", result.Verdict, first(result), seen)
	}
}

// A golden file is written only when asked for, and only where all else holds.
func TestGoldenFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "fight.json")
	read := func(text string) *casefile.Case {
		f, problems := casefile.Parse(filepath.Join(dir, "fight.toml"), []byte("version = 1\n"+text), casefile.Options{})
		if problems != nil {
			t.Fatal(problems)
		}
		return f.First()
	}
	same := read(fight + "[expect.same]\nfile = '${case}.json'\n")
	other := read("name = 'fight'\nskill = 'fight-comparison'\n[input]\njson = '{\"a\":\"Ant\",\"b\":\"Bee\"}'\n[expect.same]\nfile = '${case}.json'\n")
	failed := read(fight + "[expect]\nstate = 'failed'\n[expect.same]\nfile = 'fight.json'\n")
	o := options(agent(t, bare))
	for i, step := range []struct {
		c      *casefile.Case
		update runner.Update
		want   string
	}{
		{same, runner.UpdateNone, "fail|same: as saved in fight.json, seen there is no saved output yet"},
		{failed, runner.UpdateAll, "fail|"},
		{same, runner.UpdateNew, "pass"},
		{same, runner.UpdateNone, "pass"},
		{other, runner.UpdateNew, `fail|same: "Tiger", seen "`},
		{other, runner.UpdateAll, "pass"},
		{other, runner.UpdateNone, "pass"},
		{same, runner.UpdateNone, "fail|same: "},
	} {
		o.Update = step.update
		result := runAll(t.Context(), []*casefile.Case{step.c}, o)[0]
		verdict, told, _ := strings.Cut(step.want, "|")
		if string(result.Verdict) != verdict || !strings.HasPrefix(first(result), told) {
			t.Errorf("step %d: %s: %s, want %s", i, result.Verdict, first(result), step.want)
		}
		if _, err := os.Stat(path); i < 2 && err == nil {
			t.Errorf("step %d wrote the file", i)
		}
	}
	// In one run the first that fits or writes the file settles it.
	o.Update, o.Jobs = runner.UpdateAll, 1
	for _, list := range [][]*casefile.Case{{same, other}, {same, other}, {other, same}} {
		results := runAll(t.Context(), list, o)
		if results[0].Verdict != check.Pass || results[1].Verdict != check.Fail || results[1].Attempts[0].Written != "" {
			t.Errorf("%s, %s: %s", results[0].Verdict, results[1].Verdict, first(results[1]))
		}
	}
}

// Results are reported in the order of the cases, also where later ones end first.
func TestResultsAreInOrder(t *testing.T) {
	t.Parallel()
	texts := []string{trip}
	for range 30 {
		texts = append(texts, "skill = 'small-talk'\n[input]\ntext = 'hi'\n")
	}
	o := options(agent(t, bare))
	o.Jobs = 4
	list := cases(t, texts...)
	for i, r := range runAll(t.Context(), list, o) {
		if r.Case != list[i] {
			t.Fatalf("result %d is of %s", i, r.Case.Path)
		}
	}
}
