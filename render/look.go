package render

import (
	"math/big"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// look is how the values of one place are shown. It is made once a field or
// column, because reading annotations costs more than drawing.
type look struct {
	place  schema.Place
	ratio  bool                // a number from 0 to 1: a bar stands beside it
	layout string              // of a date in a text, for [time.Parse]
	titles map[string]safe.Raw // of enumerated values, by their compact JSON
	warns  bool                // a format that the judge does not assert
}

func lookOf(p schema.Place) look {
	l := look{place: p}
	if !p.IsKnown() {
		return l
	}
	bounds := p.Bounds()
	l.ratio = p.Kind() == schema.Number && isNumber(bounds.Minimum, 0) && isNumber(bounds.Maximum, 1)
	format := p.Format()
	l.warns = !format.IsEmpty()
	switch format {
	case safe.Text("date"):
		l.layout = time.DateOnly
	case safe.Text("date-time"):
		l.layout = time.RFC3339
	}
	for _, c := range p.Choices() {
		if !c.Title.IsEmpty() {
			if l.titles == nil {
				l.titles = map[string]safe.Raw{}
			}
			l.titles[string(c.Value.Compact())] = c.Title
		}
	}
	return l
}

func isNumber(r *big.Rat, n int64) bool { return r != nil && r.Cmp(big.NewRat(n, 1)) == 0 }

// right reports whether values of this place stand at the right of a column.
func (l look) right() bool {
	kind := l.place.Kind()
	return kind == schema.Number || kind == schema.Integer
}

// note is what stands dimmed beside a value: the weekday of a date, the title of
// an enumerated value.
func (l look) note(v *ojson.Value) string {
	if title, ok := l.titles[titleKey(v)]; ok {
		return title.Line(0).String()
	}
	if l.layout == "" || !v.Is(ojson.String) {
		return ""
	}
	when, err := time.Parse(l.layout, v.Text())
	if err != nil {
		return ""
	}
	return when.Format("Mon")
}

// titleKey is the compact JSON of a scalar; nothing else is looked up.
func titleKey(v *ojson.Value) string {
	if !v.Exists() || v.Len() > 0 {
		return ""
	}
	return string(v.Compact())
}
