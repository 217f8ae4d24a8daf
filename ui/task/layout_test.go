package task

import (
	"testing"

	"pgregory.net/rapid"

	"a2aform/ui/kit"
)

// What a run shows at which size: each part is where a person looks for it, none is over another, and together they fill the screen down
// to what is below them.
func TestLayout(t *testing.T) {
	t.Parallel()
	asked := func(int) int { return 6 }
	for _, tt := range []struct {
		what string
		of   facts
		want layout
	}{
		{"a result beside the messages", facts{width: 100, height: 28, messages: 9, asked: asked}, layout{messages: kit.At(0, 1, 40, 27), result: kit.At(40, 1, 60, 27)}},
		{"a table gets more, and a line below", facts{width: 100, height: 28, isTable: true, asked: asked}, layout{messages: kit.At(0, 1, 30, 26), result: kit.At(30, 1, 70, 26), status: kit.At(0, 27, 100, 1)}},
		{"an answer is below both", facts{width: 100, height: 28, isTable: true, isAnswering: true, below: 4, asked: asked}, layout{messages: kit.At(0, 1, 30, 23), result: kit.At(30, 1, 70, 23)}},
		{"a row takes the place of the messages", facts{width: 120, height: 38, isTable: true, hasRow: true, asked: asked}, layout{result: kit.At(0, 1, 120, 36), status: kit.At(0, 37, 120, 1)}},
		{"there is space for three", facts{width: 160, height: 43, isTable: true, hasRow: true, isOver: true, messages: 9, asked: asked}, layout{asked: kit.At(0, 1, 40, 8), messages: kit.At(0, 9, 40, 33), result: kit.At(40, 1, 120, 41), status: kit.At(0, 42, 160, 1)}},
		{"much was asked, and the agent may say more", facts{width: 160, height: 43, messages: 9, asked: func(int) int { return 30 }}, layout{asked: kit.At(0, 1, 40, 14), messages: kit.At(0, 15, 40, 28), result: kit.At(40, 1, 120, 42)}},
		{"one pane: the messages", facts{width: 80, height: 22, messages: 9, asked: asked}, layout{messages: kit.At(0, 1, 80, 21)}},
		{"one pane: the result below the last messages", facts{width: 80, height: 22, messages: 9, onResult: true, asked: asked}, layout{tail: kit.At(0, 1, 80, 3), result: kit.At(0, 4, 80, 18)}},
		{"one pane: a result of an agent that said one thing", facts{width: 80, height: 22, messages: 1, onResult: true, asked: asked}, layout{tail: kit.At(0, 1, 80, 1), result: kit.At(0, 2, 80, 20)}},
		{"a long answer leaves no pane", facts{width: 80, height: 14, below: 10, onResult: true, asked: asked}, layout{window: kit.At(0, 1, 80, 3)}},
		{"a table that has the screen", facts{width: 80, height: 22, isTable: true, isZoomed: true, folded: 1, asked: asked}, layout{result: kit.At(0, 2, 80, 20)}},
		{"the line of its thread is above all", facts{width: 100, height: 28, thread: 1, isTable: true, asked: asked}, layout{messages: kit.At(0, 2, 30, 25), result: kit.At(30, 2, 70, 25), status: kit.At(0, 27, 100, 1)}},
		{"also above a table that has the screen", facts{width: 80, height: 22, thread: 1, isTable: true, isZoomed: true, folded: 1, asked: asked}, layout{result: kit.At(0, 3, 80, 19)}},
		{"too small for panes", facts{width: 40, height: 10, messages: 9, asked: asked}, layout{}},
	} {
		if got := layoutOf(tt.of); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.what, got, tt.want)
		}
	}
}

// Whatever a run has, its parts are side by side without a gap, and none is over another.
func TestLayoutFillsTheScreen(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.IntRange(0, 60)
		asked := lines.Draw(t, "asked")
		f := facts{
			width: rapid.IntRange(kit.MinPaneWidth, 200).Draw(t, "width"), height: rapid.IntRange(minHeight, 60).Draw(t, "height"),
			messages: lines.Draw(t, "messages"), asked: func(int) int { return asked },
			isTable: rapid.Bool().Draw(t, "table"), hasRow: rapid.Bool().Draw(t, "row"), onResult: rapid.Bool().Draw(t, "on result"),
			isAnswering: rapid.Bool().Draw(t, "answering"), isOver: rapid.Bool().Draw(t, "over"),
		}
		f.below = rapid.IntRange(0, f.height-2).Draw(t, "below")
		l := layoutOf(f)
		parts := []kit.Rect{l.asked, l.messages, l.tail, l.result, l.status, l.window}
		for line := 1; line < f.height-f.below; line++ {
			for column := range f.width {
				n := 0
				for _, r := range parts {
					if r.Has(column, line) {
						n++
					}
				}
				if n != 1 {
					t.Fatalf("%d parts at %d:%d of %+v", n, column, line, l)
				}
			}
		}
	})
}
