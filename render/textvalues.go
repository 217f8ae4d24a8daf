package render

import (
	"fmt"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
)

// valueInText reads the object or list that stands in some lines: alone on the first, or behind a colon at its end. It has the words before
// it, and how many lines it has; no value where there is none. Values as Python prints them are read, too: agents put str() of their data
// into a text.
func valueInText(lines []string) (words string, v *ojson.Value, n int) {
	first := lines[0]
	at := strings.IndexAny(first, "[{")
	if at < 0 {
		return "", nil, 0
	}
	words = strings.TrimRight(first[:at], " \t")
	if words != "" && !strings.HasSuffix(words, ":") {
		return "", nil, 0
	}
	text := strings.Join(lines, "\n")[at:]
	size := 0
	if s := ojson.NewReader([]byte(text)); text[0] == s.Peek() {
		if raw := s.Value(); !s.Bad {
			v, _ = ojson.Parse(raw, ojson.DataLimits)
			size = s.Offset()
		}
	}
	if v == nil {
		v, size = pythonValue(text)
	}
	rest, _, _ := strings.Cut(text[size:], "\n")
	if v == nil || strings.TrimSpace(rest) != "" || !hasRecords(v) {
		return "", nil, 0
	}
	return words, v, strings.Count(text[:size], "\n") + 1
}

// hasRecords reports an object, or a list of objects or of lists.
func hasRecords(v *ojson.Value) bool {
	if v.Is(ojson.Array) && v.Len() > 0 {
		v = v.Items()[0]
		return (v.Is(ojson.Object) || v.Is(ojson.Array)) && v.Len() > 0
	}
	return v.Is(ojson.Object) && v.Len() > 0
}

// pythonValue reads the list or dict with which a text begins, as Python's repr writes it, and how many bytes it has; nil where it is none.
func pythonValue(text string) (v *ojson.Value, size int) {
	p := pythonReader{text: text}
	if v = p.value(0); v == nil {
		return nil, 0
	}
	return v, p.at
}

// pythonReader reads literals of Python: https://docs.python.org/3/library/ast.html#ast.literal_eval.
type pythonReader struct {
	text string
	at   int
}

// maxPythonDepth is how deep literals nest.
const maxPythonDepth = 100

// next skips white space and returns the next byte, 0 at the end.
func (p *pythonReader) next() byte {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

// skip goes over one byte, and reports whether it is next.
func (p *pythonReader) skip(c byte) bool {
	if p.next() != c {
		return false
	}
	p.at++
	return true
}

// value reads a literal, nil for anything else.
func (p *pythonReader) value(depth int) *ojson.Value {
	if depth > maxPythonDepth {
		return nil
	}
	switch c := p.next(); c {
	case '{':
		return p.dict(depth)
	case '[':
		return p.list(']', depth)
	case '(':
		return p.list(')', depth)
	case '\'', '"':
		if s, ok := p.string(c); ok {
			return ojson.NewString(s)
		}
		return nil
	}
	return p.word(depth + 1)
}

func (p *pythonReader) list(end byte, depth int) *ojson.Value {
	p.at++
	var items []*ojson.Value
	for !p.skip(end) {
		item := p.value(depth + 1)
		if item == nil || !p.skip(',') && p.next() != end {
			return nil
		}
		items = append(items, item)
	}
	return ojson.NewArray(items...)
}

func (p *pythonReader) dict(depth int) *ojson.Value {
	p.at++
	var members []ojson.Member
	for !p.skip('}') {
		key := p.value(depth + 1)
		if key == nil || key.Is(ojson.Object) || key.Is(ojson.Array) || !p.skip(':') {
			return nil
		}
		v := p.value(depth + 1)
		if v == nil || !p.skip(',') && p.next() != '}' {
			return nil
		}
		name := key.Text()
		if !key.Is(ojson.String) {
			name = string(key.Compact())
		}
		members = append(members, ojson.Member{Name: name, Value: v})
	}
	return ojson.NewObject(members...)
}

// word reads a number, a name, or a call such as Decimal('1.5') and datetime.date(2026, 1, 2).
func (p *pythonReader) word(depth int) *ojson.Value {
	from := p.at
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n,:()]}", p.text[p.at]) < 0 {
		p.at++
	}
	word := p.text[from:p.at]
	switch word {
	case "None", "nan":
		return ojson.NewNull()
	case "True":
		return ojson.NewBool(true)
	case "False":
		return ojson.NewBool(false)
	}
	if word != "" && p.next() == '(' {
		return called(word, p.list(')', depth))
	}
	v, err := ojson.NewNumber(word)
	if err != nil {
		return nil
	}
	return v
}

// called is what a constructor makes of its arguments: a date or a time, else its only argument; nil for others.
func called(name string, arguments *ojson.Value) *ojson.Value {
	items := arguments.Items()
	if name != "datetime.date" && name != "datetime.datetime" {
		if len(items) != 1 {
			return nil
		}
		return items[0]
	}
	at := [6]int{}
	for i, item := range items[:min(len(items), len(at))] {
		n, err := strconv.Atoi(string(item.Compact()))
		if err != nil {
			return nil
		}
		at[i] = n
	}
	text := fmt.Sprintf("%04d-%02d-%02d", at[0], at[1], at[2])
	if name == "datetime.datetime" {
		text += fmt.Sprintf("T%02d:%02d:%02d", at[3], at[4], at[5])
	}
	return ojson.NewString(text)
}

// string reads a text in quotes.
func (p *pythonReader) string(quote byte) (string, bool) {
	p.at++
	var b strings.Builder
	for rest := p.text[p.at:]; rest != ""; rest = p.text[p.at:] {
		if rest[0] == quote {
			p.at++
			return b.String(), true
		}
		c, _, tail, err := strconv.UnquoteChar(rest, quote)
		if rest[0] == '\n' || err != nil {
			return "", false
		}
		b.WriteRune(c)
		p.at = len(p.text) - len(tail)
	}
	return "", false
}
