package table

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"a2aform/render/table"
	"a2aform/ui/kit"
)

// columnSummary is what the column of the cursor comes to. It is worked out when the cursor has rested there.
type columnSummary struct {
	at  *part
	of  *table.Summary // nil until it is known
	col int            // -1 for none
	job kit.Job
}

// settledMsg says that the cursor has rested.
type settledMsg struct{ generation int }

// summedMsg is what a column comes to.
type summedMsg struct {
	generation int
	summary    *table.Summary
}

// forget drops what a column comes to, also where that is still being worked out.
func (c *columnSummary) forget() {
	c.of, c.col = nil, -1
	c.job.Stop()
	c.job.Generation++
}

// wait lets the cursor rest on a column, unless it has.
func (c *columnSummary) wait(col int) tea.Cmd {
	if col == c.col {
		return nil
	}
	c.forget()
	c.col = col
	return c.at.after(settleTime, settledMsg{c.job.Generation})
}

// isDue reports that the cursor is still where it rested.
func (c *columnSummary) isDue(m settledMsg) bool {
	return m.generation == c.job.Generation && c.col >= 0
}

// sumUp works out what the column comes to, if its numbers add up: not those of ids.
func (c *columnSummary) sumUp(ctx context.Context, rows *table.View) tea.Cmd {
	if column := rows.Table().Columns()[c.col]; !column.Numeric || column.Role == table.RoleID || column.Role == table.RoleTime {
		return nil
	}
	ctx, generation := c.job.Restart(ctx)
	col := c.col
	return c.at.later(func() tea.Msg {
		rows.Table().Load(ctx)
		summary, err := rows.Summary(ctx, col)
		if err != nil {
			return nil
		}
		return summedMsg{generation, summary}
	})
}

// apply shows a sum, unless it is of another column or of other rows.
func (c *columnSummary) apply(m summedMsg) {
	if m.generation == c.job.Generation {
		c.of = m.summary
	}
}
