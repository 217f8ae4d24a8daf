package export

import (
	"bytes"
	"unicode/utf8"

	"a2aform/internal/ojson"
	"a2aform/render/value"
)

// maxPlainRow is the longest row, in bytes, that is written without being decoded.
const maxPlainRow = 1 << 20

// plainRows reports of each row whether it can be written without being decoded. It
// looks at large lists alone, on all processors.
func (e extract) plainRows() ([]bool, error) {
	if !e.IsWhole || e.IsMap() || len(e.taken) > 0 || !e.IsLazy() {
		return make([]bool, e.Rows()), nil
	}
	return e.CheckRows(isPlainRow)
}

// isPlainRow reports an object of valid JSON in which no name comes twice or has to be
// quoted in the name of a column.
func isPlainRow(item []byte) bool {
	if len(item) == 0 || len(item) > maxPlainRow || item[0] != '{' {
		return false
	}
	r := ojson.NewStrictReader(item)
	return hasPlainNames(&r) && r.Ended() && hasMembers(item)
}

// hasPlainNames reads an object, and reports whether its names, and those of the objects in it, are parts of columns' names as they are.
func hasPlainNames(r *ojson.Reader) bool {
	for r.Enter('{'); r.Member(); {
		if bytes.ContainsAny(r.Key, ".\"\\") || !utf8.Valid(r.Key) {
			return false
		}
		if r.Peek() != '{' {
			r.Value()
		} else if !hasPlainNames(r) {
			return false
		}
	}
	return !r.Bad
}

// hasMembers reports whether the text of a value is an object that is not empty.
func hasMembers(value []byte) bool {
	return ojson.IsObject(value) && len(bytes.TrimSpace(value[1:len(value)-1])) > 0
}

// flattenText calls emit for each column of an object's text, as [flatten] does for its
// value. The path is only good until emit returns.
func flattenText(path, object []byte, emit func(path, value []byte)) {
	r := ojson.NewReader(object)
	for r.Enter('{'); r.Member(); {
		own, v := append(path, r.Key...), r.Value()
		if hasMembers(v) {
			flattenText(append(own, '.'), v, emit)
			continue
		}
		emit(own, v)
	}
}

// plainCell is a value's text in a cell, as [cellText] gives it for the value.
func plainCell(data []byte) string {
	switch first := data[0]; {
	case first == 'n':
		return ""
	case first == 't', first == 'f', first == '-', '0' <= first && first <= '9':
		return string(data)
	case first == '"':
		if text := data[1 : len(data)-1]; bytes.IndexByte(text, '\\') < 0 && utf8.Valid(text) {
			return string(text)
		}
	}
	v, err := value.ParseExact(data)
	if err != nil {
		return ""
	}
	return cellText(v)
}

// seeText takes up the columns of a plain row, as [paths.see] does for its members.
func (p *paths) seeText(item []byte) bool {
	r := ojson.NewReader(item)
	for r.Enter('{'); r.Member(); {
		v := r.Value()
		g := p.groups[string(r.Key)]
		if g == nil {
			g = p.group(string(r.Key))
		}
		if !p.deep {
			continue
		}
		add := func(path, _ []byte) {
			if !g.known[string(path)] {
				p.add(g, string(path))
			}
		}
		if hasMembers(v) {
			flattenText(append(append(p.buffer[:0], r.Key...), '.'), v, add)
			continue
		}
		add(r.Key, nil)
	}
	return p.isInLimit()
}

// fillText fills the cells of a plain row.
func (p *paths) fillText(row []string, item []byte) {
	if !p.deep {
		r := ojson.NewReader(item)
		for r.Enter('{'); r.Member(); {
			row[p.at[string(r.Key)]] = plainCell(r.Value())
		}
		return
	}
	var buffer [256]byte
	flattenText(buffer[:0], item, func(path, value []byte) { row[p.at[string(path)]] = plainCell(value) })
}
