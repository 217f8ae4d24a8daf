package ojson

import "strings"

// Most that an indented text may grow by, against the same without spaces: what is
// small may be indented as it likes. Without a bound the spaces of a deep value are
// its depth times the number of its values.
const (
	maxGrowth   = 8
	smallIndent = 64 << 10
)

// Indent is the value as JSON on many lines, each level indented by indent. Where
// that would make the text many times as large, deep levels are indented no further.
func (v *Value) Indent(indent string) []byte {
	p := indenter{indent: indent, out: v.Compact()}
	size, most := len(p.out), max(maxGrowth*len(p.out), smallIndent)
	var lines []int // by their depth
	v.countLines(&lines, 0)
	for p.deepest = len(lines); p.deepest > 0 && size+indentation(lines, p.deepest)*len(indent) > most; {
		p.deepest /= 2
	}
	p.out = make([]byte, 0, size+size/2)
	p.value(v, 0)
	return p.out
}

// countLines counts the lines of a value by their depth.
func (v *Value) countLines(lines *[]int, depth int) {
	for len(*lines) <= depth+1 {
		*lines = append(*lines, 0)
	}
	n := len(v.Items()) + len(v.Members())
	if n == 0 {
		return
	}
	(*lines)[depth]++ // the closing bracket
	(*lines)[depth+1] += n
	for _, item := range v.Items() {
		item.countLines(lines, depth+1)
	}
	for _, m := range v.Members() {
		m.Value.countLines(lines, depth+1)
	}
}

// indentation is how many levels all lines are indented by, together.
func indentation(lines []int, deepest int) (levels int) {
	for depth, n := range lines {
		levels += n * min(depth, deepest)
	}
	return levels
}

type indenter struct {
	indent  string
	deepest int // no line is indented further
	out     []byte
}

func (p *indenter) line(depth int) {
	p.out = append(append(p.out, '\n'), strings.Repeat(p.indent, min(depth, p.deepest))...)
}

func (p *indenter) value(v *Value, depth int) {
	switch items, members := v.Items(), v.Members(); {
	case len(items) > 0:
		p.out = append(p.out, '[')
		for i, item := range items {
			if i > 0 {
				p.out = append(p.out, ',')
			}
			p.line(depth + 1)
			p.value(item, depth+1)
		}
		p.line(depth)
		p.out = append(p.out, ']')
	case len(members) > 0:
		p.out = append(p.out, '{')
		for i, m := range members {
			if i > 0 {
				p.out = append(p.out, ',')
			}
			p.line(depth + 1)
			p.out = append(appendQuoted(p.out, m.Name), ": "...)
			p.value(m.Value, depth+1)
		}
		p.line(depth)
		p.out = append(p.out, '}')
	default:
		p.out = v.Append(p.out)
	}
}
