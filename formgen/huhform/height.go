package huhform

import (
	"reflect"
	"sort"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// heights are the lines at which the rows of a page start. They are summed up
// once for each listing and edit, so that a frame costs what it shows, however
// long the page is. What only the focused row has is added when asked.
type heights struct {
	starts  []int // where each row starts, and after the last the end
	edit    uint64
	showing map[*formgen.Field][]schema.Problem
	focused int    // lines that the focused row has besides: what is typed in, and help
	help    []note // of the focused row
	faults  []note // of the focused row, in full
}

// measure brings the heights up to date.
func (p *Page) measure() {
	h, showing := &p.heights, p.form.Showing()
	// A map that is held is not made again at the same place.
	same := h.edit == p.form.Edit() && reflect.ValueOf(h.showing).Pointer() == reflect.ValueOf(showing).Pointer()
	if !same || len(h.starts) != len(p.rows)+1 {
		h.edit, h.showing = p.form.Edit(), showing
		p.sum()
	}
	if p.isBlurred {
		h.help, h.faults, h.focused = nil, nil, 0
		return
	}
	h.help = p.help()
	faults := p.faults(p.focus)
	shown := faults
	if e := p.fieldEditor; e != nil && e.access.IsUnfinishedDate() { // "tom" is no date yet, and doubts come last
		shown = faults[:max(len(faults)-len(p.row().Field.Warnings()), 0)]
	}
	h.faults = p.whole(shown)
	h.focused = len(h.help) + len(h.faults) - len(faults)
	if p.fieldEditor != nil && (p.fieldEditor.area || p.fieldEditor.list != nil) {
		h.focused += p.fieldEditor.lines
	}
}

func (p *Page) sum() {
	starts, at := p.heights.starts[:0], 0
	for i, r := range p.rows {
		starts = append(starts, at)
		at++
		if p.isSpaced(i) {
			at++
		}
		at += len(p.needs(i))
		if p.showsProblems(i) {
			at += min(len(p.heights.showing[r.Field]), maxNotes) + len(r.Field.Warnings())
		}
	}
	p.heights.starts = append(starts, at)
}

// start is the line at which row i starts; that after the last is the end.
func (p *Page) start(i int) int {
	if i > p.focus {
		return p.heights.starts[i] + p.heights.focused
	}
	return p.heights.starts[i]
}

// total is the number of lines of all rows.
func (p *Page) total() int { return p.start(len(p.rows)) }

// rowAt is the row that a line belongs to.
func (p *Page) rowAt(line int) int {
	return sort.Search(len(p.rows), func(i int) bool { return p.start(i+1) > line })
}
