package doctor

import (
	"fmt"
	"strconv"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
)

// duplicateFinder finds members that an object has twice, without decoding values.
type duplicateFinder struct {
	report func(pointer string, first, second int)
	depth  int
}

// walk looks through the next value. Its pointer is asked for only where there is something to report.
func (d *duplicateFinder) walk(r *ojson.Reader, pointer func() string) {
	if d.depth > limit.DataDepth.Int() {
		r.Value()
		return
	}
	d.depth++
	defer func() { d.depth-- }()
	switch r.Peek() {
	case '{':
		members := map[string]int{} // the offset of each
		for r.Enter('{'); r.Member(); {
			name, at := string(r.Key), r.Start()
			if before, twice := members[name]; twice {
				d.report(ojson.Pointer(pointer(), name), before, at)
			}
			members[name] = at
			d.walk(r, func() string { return ojson.Pointer(pointer(), name) })
		}
	case '[':
		r.Enter('[')
		for i := 0; r.Item(); i++ {
			d.walk(r, func() string { return ojson.Pointer(pointer(), strconv.Itoa(i)) })
		}
	default:
		r.Value()
	}
}

// lineColumn names a location of a text.
func lineColumn(text []byte, offset int) string {
	at := LocateOffsets(text, []int{offset})[offset]
	return fmt.Sprintf("line %d, column %d", at.Line, at.Column)
}
