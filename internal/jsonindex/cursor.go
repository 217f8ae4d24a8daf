package jsonindex

import (
	"bytes"
	"encoding/json"

	"a2aform/internal/jsonscan"
)

// Cursor walks the members of an object or the items of an array:
//
//	for c := Walk(object); c.Next(); {
//		use(c.Key, c.Value)
//	}
//
// It stops early where the text is no JSON.
type Cursor struct {
	Key   []byte // of a member, as it is written between its quotes
	Value []byte // as it is written

	data []byte
	at   int // after the last value
	from int // where the last value begins
}

// Walk is a cursor before the first member or item of a container. Anything
// else has none.
func Walk(container []byte) Cursor {
	if len(container) == 0 || container[0] != '{' && container[0] != '[' {
		return Cursor{}
	}
	return Cursor{data: container, at: 1}
}

// Next goes to the next member or item.
func (c *Cursor) Next() bool {
	b := c.data
	i := jsonscan.Space(b, c.at)
	if i < len(b) && b[i] == ',' {
		i = jsonscan.Space(b, i+1)
	}
	if i >= len(b) || b[i] == '}' || b[i] == ']' {
		return false
	}
	if b[0] == '{' {
		if i = c.key(i); i >= len(b) {
			return false
		}
	}
	c.from, c.at = i, jsonscan.Skip(b, i)
	c.Value = b[i:c.at]
	return c.at > i
}

// key reads the name of a member and is where its value begins.
func (c *Cursor) key(i int) int {
	b := c.data
	if b[i] != '"' {
		return len(b)
	}
	end := jsonscan.SkipString(b, i)
	c.Key = b[i+1 : max(end-1, i+1)]
	if i = jsonscan.Space(b, end); i >= len(b) || b[i] != ':' {
		return len(b)
	}
	return jsonscan.Space(b, i+1)
}

// Member is the value of the member of that name, nil for none. Of several the
// last one counts.
func Member(object []byte, name string) []byte {
	var found []byte
	if len(object) == 0 || object[0] != '{' {
		return nil
	}
	for c := Walk(object); c.Next(); {
		if c.Is(name) {
			found = c.Value
		}
	}
	return found
}

// Is reports whether the member is of that name.
func (c *Cursor) Is(name string) bool {
	if !c.IsEscaped() {
		return string(c.Key) == name
	}
	return c.Name() == name
}

// Name is the member's name, escapes undone.
func (c *Cursor) Name() string {
	var name string
	literal := append(append([]byte{'"'}, c.Key...), '"')
	if !c.IsEscaped() || json.Unmarshal(literal, &name) != nil {
		return string(c.Key)
	}
	return name
}

// IsEscaped reports whether the member's name is written with escapes.
func (c *Cursor) IsEscaped() bool { return bytes.IndexByte(c.Key, '\\') >= 0 }

// Offset is where the value begins within the container's text.
func (c *Cursor) Offset() int { return c.from }
