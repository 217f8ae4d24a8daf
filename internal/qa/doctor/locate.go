package doctor

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf8"

	"a2aform/internal/ojson"
)

// Position is where something begins in a text. Line and Column count from 1, the column in
// characters; the zero Position stands for a value that is not there.
type Position struct{ Offset, Line, Column int }

// node is a token of some pointers.
type node struct {
	offset int
	inside map[string]*node
}

// LocatePointers returns the positions of the values that the pointers name. Where a name is there
// twice the last one counts.
func LocatePointers(text []byte, pointers []string) map[string]Position {
	root := &node{offset: -1}
	nodes := make(map[string]*node, len(pointers))
	for _, pointer := range pointers {
		at := root
		for _, token := range ojson.Tokens(pointer) {
			next := at.inside[token]
			if next == nil {
				next = &node{offset: -1}
				if at.inside == nil {
					at.inside = map[string]*node{}
				}
				at.inside[token] = next
			}
			at = next
		}
		nodes[pointer] = at
	}
	r := ojson.NewReader(text)
	root.find(&r)
	offsets := make([]int, 0, len(nodes))
	for _, n := range nodes {
		offsets = append(offsets, n.offset)
	}
	positions := locateOffsets(text, offsets)
	found := make(map[string]Position, len(nodes))
	for pointer, n := range nodes {
		found[pointer] = positions[n.offset]
	}
	return found
}

// find notes where the next value begins, and those in it. The node is nil for a value that nothing points to.
func (n *node) find(r *ojson.Reader) {
	if n == nil {
		r.Value()
		return
	}
	n.offset = r.Start()
	switch kind := r.Peek(); {
	case len(n.inside) > 0 && kind == '{':
		for r.Enter('{'); r.Member(); {
			n.inside[string(r.Key)].find(r)
		}
	case len(n.inside) > 0 && kind == '[':
		r.Enter('[')
		for i := 0; r.Item(); i++ {
			n.inside[strconv.Itoa(i)].find(r)
		}
	default:
		r.Value()
	}
}

// locateOffsets returns the positions of offsets. One that is not in the text has none.
func locateOffsets(text []byte, offsets []int) map[int]Position {
	found := make(map[int]Position, len(offsets))
	sorted := slices.Clone(offsets)
	slices.Sort(sorted)
	line, from := 1, 0 // the line that is reached, and where it begins
	for _, at := range slices.Compact(sorted) {
		if at < 0 || at > len(text) {
			continue
		}
		for {
			end := bytes.IndexByte(text[from:at], '\n')
			if end < 0 {
				break
			}
			line++
			from += end + 1
		}
		found[at] = Position{at, line, utf8.RuneCount(text[from:at]) + 1}
	}
	return found
}
