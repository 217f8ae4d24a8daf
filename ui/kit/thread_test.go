package kit_test

import (
	"testing"

	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/ui/kit"
)

func TestThreadIsCutFarFromTheRun(t *testing.T) {
	t.Parallel()
	run := func(agent, skill, outcome string, rows *int, from *runfile.FedBy) runfile.Info {
		return runfile.Info{Agent: safe.Text(agent), SkillName: safe.Text(skill), Outcome: safe.Text(outcome), Rows: rows, FedBy: from}
	}
	runs := []runfile.Info{
		run("Shop", "Sales", "completed", new(240), nil),
		run("Shop", "Place an order", "completed", nil, &runfile.FedBy{Rows: []int{25}}),
		run("Bank", "Refund", "input-required", nil, &runfile.FedBy{Fields: []safe.Raw{safe.Text("Number")}}),
		run("Bank", "", "failed", nil, &runfile.FedBy{Pointer: safe.Text("/lines/0")}),
	}
	for _, tt := range []struct {
		at, width int
		want      string
	}{
		{2, 120, "Shop  Sales 240 rows ──row 25──▸ Place an order ✓ ──Number──▸ Bank  Refund ? waits ──/lines/0──▸ Chat ✗ failed"},
		{2, 100, "Sales 240 rows ──row 25──▸ Place an order ✓ ──Number──▸ Refund ? waits ──/lines/0──▸ Chat ✗ failed"},
		{0, 80, "Sales 240 rows ──row 25──▸ Place an order ✓ ──Number──▸ Refund ? waits …"},
		{3, 80, "… ──Number──▸ Refund ? waits ──/lines/0──▸ Chat ✗ failed"},
		{1, 30, "… ──row 25──▸ Place an order …"},
	} {
		got := ansi.Strip(kit.Thread{Runs: runs, At: tt.at}.Line(tt.width, kit.NewStyles(kit.Auto, nil, kit.TermColors{Dark: true})))
		if got != tt.want {
			t.Errorf("run %d of %d columns:\n%s\nwant\n%s", tt.at, tt.width, got, tt.want)
		}
	}
}
