package jsonindex

import "a2aform/internal/jsonscan"

// Layout is which members objects have and how each of them begins. Most
// objects of a list are laid out alike, so that their members need not be read
// to be passed over. It does not change.
type Layout struct {
	heads []string       // what precedes each value, after `{` or `,`: `"a":`
	place map[string]int // of a name among the heads
}

// LayoutOf is the layout of an object; that of anything else, and of one that
// has a name twice, fits nothing.
func LayoutOf(object []byte) *Layout {
	l := &Layout{place: map[string]int{}}
	if len(object) == 0 || object[0] != '{' {
		return l
	}
	from := 0
	for c := Walk(object); c.Next(); {
		if _, twice := l.place[c.Name()]; twice {
			return &Layout{}
		}
		from = jsonscan.Space(object, from)
		l.place[c.Name()] = len(l.heads)
		l.heads = append(l.heads, string(object[from+1:c.Offset()]))
		from = c.Offset() + len(c.Value)
	}
	return l
}

// Len is how many members it has.
func (l *Layout) Len() int { return len(l.heads) }

// Names are the names of its members, in their order.
func (l *Layout) Names() []string {
	names := make([]string, len(l.heads))
	for name, i := range l.place {
		names[i] = name
	}
	return names
}

// Member is what [Member] says, found faster in an object whose members are
// those of the layout, or some of them in its order.
func (l *Layout) Member(object []byte, name string) []byte {
	wanted, has := l.place[name]
	if !has {
		wanted = -1
	}
	var found []byte
	p := l.Pass(object)
	for p.Next() {
		if p.Head == wanted {
			found = object[p.From:p.To]
		}
	}
	if p.Failed() {
		return Member(object, name)
	}
	return found
}

// Passage goes through an object of a layout:
//
//	p := layout.Pass(object)
//	for p.Next() {
//		use(p.Head, object[p.From:p.To])
//	}
//	if p.Failed() {
//		// read it with a Cursor
//	}
type Passage struct {
	Head     int // which member of the layout it is at
	From, To int // where its value lies

	layout    *Layout
	object    []byte
	separator byte
	failed    bool
}

// Pass is a passage before the first member.
func (l *Layout) Pass(object []byte) Passage {
	return Passage{Head: -1, layout: l, object: object, separator: '{'}
}

// Next goes to the next member.
func (p *Passage) Next() bool {
	at := p.To
	if at >= len(p.object) || p.object[at] != p.separator {
		at = jsonscan.Space(p.object, at)
		p.failed = at >= len(p.object) || p.object[at] != '}' || p.To == 0
		return false
	}
	p.From = p.value(at + 1)
	p.To, p.separator = jsonscan.Skip(p.object, p.From), ','
	p.failed = p.To == p.From
	return !p.failed
}

// Failed reports, when there is no next member, that the object is laid out in
// another way: what was found in it does not count.
func (p *Passage) Failed() bool { return p.failed }

// value is where the value of a member begins that is one of the layout behind
// Head, which becomes it; the length of the object for one that is not.
func (p *Passage) value(at int) int {
	heads := p.layout.heads
	for p.Head++; p.Head < len(heads); p.Head++ {
		head := heads[p.Head]
		if from := at + len(head); from < len(p.object) && string(p.object[at:from]) == head {
			return from
		}
	}
	return len(p.object)
}
