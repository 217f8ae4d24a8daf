package table

import (
	"context"
	"slices"
	"sync"

	"a2aform/render/value"
)

// Verdict is how far the rows of a table were validated one by one, and what came
// of it.
type Verdict struct {
	Rows     int // that were validated by now
	Wrong    int // of them break the schema
	Complete bool
}

// checking is the work of [Table.Check].
type checking struct {
	mu      sync.Mutex
	began   bool
	verdict Verdict
	wrong   [][]int32 // rows, by chunk
	done    []bool
}

// IsDeclared reports whether a schema says what the rows must be. Where none
// does, rows that stayed bytes are checked for being JSON alone.
func (g *Table) IsDeclared() bool { return g.head.Source == value.Declared }

// IsChecked reports whether rows could be wrong, as far as that is known yet.
func (g *Table) IsChecked() bool {
	_, all := g.Loaded()
	return !g.head.Pending && (g.IsDeclared() || all > 0)
}

// Check validates all rows, each by itself. It belongs in a goroutine of its own,
// and ends early with ctx, whose error it returns. A second call returns at once.
func (g *Table) Check(ctx context.Context) error {
	n := g.Rows()
	if !g.IsChecked() || !g.checking.begin(n) {
		return nil
	}
	err := parallelChunks(ctx, n, func(s, from, to int) {
		var wrong []int32
		for row := from; row < to; row++ {
			if !goesOn(ctx, row) {
				return
			}
			if g.isWrong(row) {
				wrong = append(wrong, int32(row)) //nolint:gosec // see sorting.read
			}
		}
		g.checking.add(s, to-from, wrong)
	})
	g.checking.end(err == nil)
	return err
}

// isWrong validates a row. It may be called from any goroutine.
func (g *Table) isWrong(row int) bool {
	part, i := g.at(row)
	if r, lazy := part.(*indexRows); lazy {
		return r.isWrong(i, g.IsDeclared())
	}
	return part != nil && len(part.wrong(i)) > 0
}

// IsInvalid reports whether a row is known not to be valid JSON.
func (g *Table) IsInvalid(row int) bool {
	g.checking.mu.Lock()
	defer g.checking.mu.Unlock()
	return !g.IsDeclared() && g.checking.holds(int32(row)) //nolint:gosec // see sorting.read
}

func (c *checking) begin(rows int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.began {
		return false
	}
	c.began, c.wrong, c.done = true, make([][]int32, chunks(rows)), make([]bool, chunks(rows))
	return true
}

func (c *checking) add(chunk, rows int, wrong []int32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wrong[chunk], c.done[chunk] = wrong, true
	c.verdict.Rows += rows
	c.verdict.Wrong += len(wrong)
}

func (c *checking) end(complete bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.verdict.Complete, c.began = complete, complete
	if !complete {
		c.verdict = Verdict{}
	}
}

// Verdict is how far [Table.Check] is.
func (g *Table) Verdict() Verdict {
	g.checking.mu.Lock()
	defer g.checking.mu.Unlock()
	return g.checking.verdict
}

// NextWrong is the first position of the view from one on, or the last one up to
// it when looking back, whose row breaks the schema, as far as rows were validated.
func (v *View) NextWrong(from int, back bool) (position int, ok bool) {
	c := v.grid.checking
	c.mu.Lock()
	defer c.mu.Unlock()
	step := 1
	if back {
		step = -1
	}
	if v.order == nil {
		return c.next(from, step)
	}
	for i := from; i >= 0 && i < len(v.order); i += step {
		if c.holds(v.order[i]) {
			return i, true
		}
	}
	return 0, false
}

// next is NextWrong for rows as they came: whole chunks are passed over.
func (c *checking) next(from, step int) (int, bool) {
	for s := max(from, 0) / chunkRows; from >= 0 && s >= 0 && s < len(c.wrong); s += step {
		if row, ok := nearest(c.wrong[s], int32(from), step < 0); ok { //nolint:gosec // see sorting.read
			return int(row), true
		}
	}
	return 0, false
}

func (c *checking) holds(row int32) bool {
	s := int(row) / chunkRows
	if s >= len(c.wrong) {
		return false
	}
	_, found := slices.BinarySearch(c.wrong[s], row)
	return found
}
