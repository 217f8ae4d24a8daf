package store_test

import (
	"strings"
	"testing"
	"time"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

func TestThreadLeadsFromTheFirstRunToTheNewest(t *testing.T) {
	t.Parallel()
	run := func(id, from string) runfile.Info {
		info := runfile.Info{ID: safe.Text(id)}
		if from != "" {
			info.FedBy = &runfile.FedBy{Run: safe.Text(from)}
		}
		return info
	}
	// The newest first, as the store lists them.
	list := []runfile.Info{run("refund", "order"), run("order", "sales"), run("other", ""), run("order before", "sales"), run("sales", ""), run("x", "y"), run("y", "x"), run("left", "deleted")}
	for id, want := range map[string]string{
		"sales":        "[sales] order refund",
		"order":        "sales [order] refund",
		"refund":       "sales order [refund]",
		"order before": "sales [order before]",
		"other":        "[other]",
		"x":            "y [x]", // files of other people may go round in circles
		"left":         "[left]",
		"nowhere":      "",
	} {
		thread, at := store.Thread(list, safe.Text(id))
		names := make([]string, len(thread))
		for i, r := range thread {
			if names[i] = r.ID.Line(0).String(); i == at {
				names[i] = "[" + names[i] + "]"
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}

// The run before is the last one of the same skill that has a result: of the same card, else of an agent of the same name.
func TestRunBefore(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC)
	run := func(id, source, agent, skill, outcome string) runfile.Info {
		at = at.Add(-time.Minute)
		return runfile.Info{ID: safe.Text(id), Source: safe.Text(source), Agent: safe.Text(agent), Skill: safe.Text(skill), Outcome: safe.Text(outcome), Time: at, Over: outcome != runfile.Unfinished}
	}
	list := []runfile.Info{ // the newest first
		run("now", "here", "Desk", "list", "completed"), run("test", "here", "Desk", "list", "completed"), run("secret", "here", "Desk", "list", "completed"), run("open", "here", "Desk", "list", runfile.Unfinished),
		run("failed", "here", "Desk", "list", "failed"), run("other skill", "here", "Desk", "order", "answered"), run("moved", "there", "Desk", "list", "completed"),
		run("other agent", "elsewhere", "Shop", "list", "completed"), run("before", "here", "Desk", "list", "completed"), run("test before", "here", "Desk", "list", "completed"), run("first", "here", "Desk", "order", "answered"),
	}
	list[1].Case, list[9].Case = safe.Text("a case"), safe.Text("a case")
	list[2].Private = true
	for i, want := range []string{"before", "test before", "before", "before", "before", "first", "before", "", "", "", ""} {
		if before, ok := store.RunBefore(list, list[i]); before.ID.Line(0).String() != want || ok != (want != "") {
			t.Errorf("%s: %s, %t; want %q", list[i].ID.Line(0), before.ID.Line(0), ok, want)
		}
	}
}
