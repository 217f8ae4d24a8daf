package table

import (
	"context"
	"math/big"
	"runtime"
	"sync"
	"sync/atomic"

	"a2aform/internal/ojson"
	"a2aform/internal/safego"
	"a2aform/render/value"
)

// View is a table's rows in some choice and order. It does not change: sorting
// and filtering make another one. All methods may be called from any goroutine.
type View struct {
	grid  *Table
	order []int32 // rows of the table; nil for all of them as they came
}

// Table is what the view is of.
func (v *View) Table() *Table { return v.grid }

// View is all rows as they came. New ones appear in it.
func (g *Table) View() *View { return &View{grid: g} }

// Picked are the rows at some positions of the view, in the order that they are given in.
func (v *View) Picked(positions []int) *View {
	order := make([]int32, 0, len(positions))
	for _, position := range positions {
		if row := v.Row(position); row >= 0 {
			order = append(order, int32(row)) //nolint:gosec // below the number of rows
		}
	}
	return &View{grid: v.grid, order: order}
}

// Rows is how many rows the view has by now.
func (v *View) Rows() int {
	if v.order != nil {
		return len(v.order)
	}
	return v.grid.Rows()
}

// Row is the row of the table that is at a position of the view, -1 outside.
func (v *View) Row(position int) int {
	switch {
	case position < 0 || position >= v.Rows():
		return -1
	case v.order != nil:
		return int(v.order[position])
	}
	return position
}

// Number is the number in a column of a row of the view; not ok where there is none.
func (v *View) Number(position, col int) (number float64, ok bool) {
	k := v.grid.key(v.Row(position), &v.grid.columns[col])
	return k.number, k.kind == value.Number
}

// Rat is the exact number in a column of a row of the view; nil where there is none.
func (v *View) Rat(position, col int) *big.Rat {
	if k := v.grid.key(v.Row(position), &v.grid.columns[col]); k.kind == value.Number {
		return ojson.Rat(string(k.text))
	}
	return nil
}

// Position is where a row of the table is in the view, -1 if it is not.
// It looks at the whole view where that has an order of its own.
func (v *View) Position(row int) int {
	if v.order == nil {
		return min(row, v.Rows()-1)
	}
	for i, r := range v.order {
		if int(r) == row {
			return i
		}
	}
	return -1
}

// Load finds the rest of the rows of a list that is too large to be read at
// once. It belongs in a goroutine of its own, and ends early with ctx.
func (g *Table) Load(ctx context.Context) {
	for _, part := range g.parts {
		if r, lazy := part.(*indexRows); lazy {
			r.index.Build(ctx)
		}
	}
}

// Loaded is how many bytes of large lists were looked at, of how many.
func (g *Table) Loaded() (done, all int) {
	for _, part := range g.parts {
		if r, lazy := part.(*indexRows); lazy {
			d, a := r.index.Scanned()
			if r.index.IsComplete() {
				d = a
			}
			done, all = done+d, all+a
		}
	}
	return done, all
}

// chunkRows is how many rows one goroutine takes at a time.
const chunkRows = 4096

// parallelChunks calls work for all of n rows, one chunk at a time, on all
// processors. It ends early with ctx, whose error it returns.
func parallelChunks(ctx context.Context, n int, work func(chunk, from, to int)) error {
	var (
		next  atomic.Int64
		group sync.WaitGroup
	)
	for range min(runtime.GOMAXPROCS(0), chunks(n)) {
		safego.GoGroup(&group, func() {
			for s := int(next.Add(1)) - 1; s < chunks(n) && ctx.Err() == nil; s = int(next.Add(1)) - 1 {
				work(s, s*chunkRows, min((s+1)*chunkRows, n))
			}
		})
	}
	group.Wait()
	return ctx.Err()
}

// yieldRows is the number of rows after which a loop yields the processor: keys and
// frames must not wait for the ten milliseconds that the scheduler gives a loop.
const yieldRows = 64

// goesOn yields the processor every yieldRows rows, and reports that the work has not ended early with ctx; i is the row of the loop.
func goesOn(ctx context.Context, i int) bool {
	if i%yieldRows != 0 {
		return true
	}
	runtime.Gosched()
	return ctx.Err() == nil
}

func chunks(n int) int { return (n + chunkRows - 1) / chunkRows }

// key is the key of a row of the table in a column.
func (g *Table) key(row int, c *Column) key {
	if part, i := g.at(row); part != nil {
		return part.key(i, c)
	}
	return key{}
}
