package ojson

import (
	"cmp"
	"slices"
	"strings"
)

// Key is a text that two values share if and only if they are equal as
// [Equal] sees it, to find values by.
func (v *Value) Key() string {
	var sb strings.Builder
	v.appendKey(&sb)
	return sb.String()
}

func (v *Value) appendKey(sb *strings.Builder) {
	switch v.Kind() {
	case Number:
		if r := Rat(v.literal); r != nil {
			sb.WriteString(r.RatString())
			return
		}
		sb.WriteString(v.literal)
	case Array:
		sb.WriteByte('[')
		for _, item := range v.items {
			item.appendKey(sb)
			sb.WriteByte(',')
		}
		sb.WriteByte(']')
	case Object:
		members := slices.Clone(v.members)
		slices.SortFunc(members, func(a, b Member) int { return cmp.Compare(a.Name, b.Name) })
		sb.WriteByte('{')
		for _, m := range members {
			sb.Write(append(appendQuoted(nil, m.Name), ':'))
			m.Value.appendKey(sb)
			sb.WriteByte(',')
		}
		sb.WriteByte('}')
	case String:
		sb.Write(appendQuoted(nil, v.Text()))
	default:
		sb.WriteString(v.Text())
	}
}
