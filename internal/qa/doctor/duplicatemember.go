package doctor

import (
	"fmt"
	"strconv"

	"a2aform/internal/jsonindex"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
)

// duplicateFinder finds members that an object has twice, without decoding values.
type duplicateFinder struct {
	report func(pointer string, first, second int)
	depth  int
}

// member is one member of an object that is walked.
type member struct {
	name   string
	offset int
}

// manyMembers is from how many members on names are looked up in a map.
const manyMembers = 16

// walk looks through a value. Its pointer is asked for only where there is something to report.
func (d *duplicateFinder) walk(value []byte, offset int, pointer func() string) {
	if len(value) == 0 || value[0] != '{' && value[0] != '[' || d.depth > limit.DataDepth.Int() {
		return
	}
	d.depth++
	defer func() { d.depth-- }()
	isList := value[0] == '['
	var members memberSet
	i := 0
	for c := jsonindex.Walk(value); c.Next(); i++ {
		name, at := "", offset+c.Offset()
		if !isList {
			name = c.Name()
			if before := members.add(name, at); before >= 0 {
				d.report(ojson.Pointer(pointer(), name), before, at)
			}
		}
		if v := c.Value; len(v) > 2 && (v[0] == '{' || v[0] == '[') {
			n := i
			d.walk(v, at, func() string {
				if isList {
					return ojson.Pointer(pointer(), strconv.Itoa(n))
				}
				return ojson.Pointer(pointer(), name)
			})
		}
	}
}

// lineColumn names a location of a text.
func lineColumn(text []byte, offset int) string {
	at := LocateOffsets(text, []int{offset})[offset]
	return fmt.Sprintf("line %d, column %d", at.Line, at.Column)
}

// memberSet are the members of an object so far. A list is enough for the few that most objects have.
type memberSet struct {
	list  []member
	index map[string]int // of the offsets, once there are many
}

// add adds a member, and returns the offset of an earlier one of that name; -1 for none.
func (s *memberSet) add(name string, at int) int {
	if s.index != nil {
		if before, twice := s.index[name]; twice {
			return before
		}
		s.index[name] = at
		return -1
	}
	for _, m := range s.list {
		if m.name == name {
			return m.offset
		}
	}
	if s.list = append(s.list, member{name, at}); len(s.list) == manyMembers {
		s.index = make(map[string]int, 2*manyMembers)
		for _, m := range s.list {
			s.index[m.name] = m.offset
		}
	}
	return -1
}
