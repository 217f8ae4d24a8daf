package table

import (
	"context"
	"math/big"
	"strings"

	tea "charm.land/bubbletea/v2"

	widget "a2aform/internal/widget/grid"
	"a2aform/render/table"
)

// totalsMsg are what the columns of numbers come to.
type totalsMsg struct {
	generation int
	totals     []widget.Total // by column; nil where none has numbers
}

// addUp adds up the columns of numbers, once all rows are known.
func (s *Screen) addUp() tea.Cmd {
	g := s.Rows.Table()
	if done, all := g.Loaded(); done < all {
		return nil
	}
	ctx, generation := s.Work.totals.Restart(s.Host.Context)
	rows := s.Rows
	return s.later(func() tea.Msg { return totalsMsg{generation, totalsOf(ctx, rows)} })
}

// totalsOf are the sum of each column of amounts, and the mean of each of rates, whose sum says
// nothing.
func totalsOf(ctx context.Context, rows *table.View) (totals []widget.Total) {
	g := rows.Table()
	for col, c := range g.Columns() {
		if c.Total == table.NoTotal || rows.Rows() < 2 {
			continue
		}
		sum, err := rows.Summary(ctx, col)
		if err != nil {
			return nil
		}
		if sum.Numbers < 2 {
			continue
		}
		if totals == nil {
			totals = make([]widget.Total, len(g.Columns()))
		}
		if totals[col] = (widget.Total{Sign: "Σ", Text: sum.Sum}); c.Total == table.MeanTotal {
			totals[col] = widget.Total{Sign: "avg ", Text: rounded(sum.Mean, sum.Sum)}
		}
	}
	return totals
}

// rounded is a mean with as many digits after the point as the numbers have, at least one, and no more than it has itself.
func rounded(mean, like string) string {
	exact, ok := new(big.Rat).SetString(mean)
	if !ok {
		return mean
	}
	_, fraction, _ := strings.Cut(like, ".")
	_, own, _ := strings.Cut(mean, ".")
	return exact.FloatString(max(min(len(fraction), len(own)), 1))
}

// isBounded reports a column whose numbers are drawn as parts of a whole.
func isBounded(rows *table.View, col int) bool {
	for i := range min(rows.Rows(), 10) {
		if _, ok := rows.Table().Cell(rows.Row(i), col).Ratio(); ok {
			return true
		}
	}
	return false
}

func (s *Screen) addedUp(m totalsMsg) {
	if m.generation == s.Work.totals.Generation {
		s.Table.SetTotals(m.totals)
	}
}
