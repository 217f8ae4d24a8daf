package kit

import (
	"a2aform/internal/widget/ansistyle"
)

// Pens are the styles of rows.
type Pens struct{ Text, Dim, Head, Current, Marker, Good, Bad, Warn ansistyle.Style }

// NewPens makes the styles of rows from those of the theme.
func NewPens(st *Styles) Pens {
	return Pens{
		Text: ansistyle.New(st.Text), Dim: ansistyle.New(st.Dim), Head: ansistyle.New(st.Strong), Current: ansistyle.New(st.Current),
		Marker: ansistyle.New(st.Accent), Good: ansistyle.New(st.Good), Bad: ansistyle.New(st.Bad), Warn: ansistyle.New(st.Warn),
	}
}
