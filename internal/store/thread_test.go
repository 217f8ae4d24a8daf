package store_test

import (
	"strings"
	"testing"

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
