package draw

// Paint colors text without changing its width; nil leaves it as it is.
type Paint func(string) string

// Style is how the kinds of text in a block are painted. The text handed to a
// Paint is already cut and padded.
type Style struct {
	Title  Paint // headings
	Label  Paint // names of fields and columns
	Key    Paint // raw names of members
	Text   Paint // values
	Dim    Paint // what is next to values: units of time, counts, sources
	Good   Paint // true, valid
	Bad    Paint // what breaks a schema
	Warn   Paint // what may be wrong
	Bar    Paint // the filled part of a bar
	Rule   Paint // lines between rows
	Found  Paint // what a search found
	Accent Paint // names of schemas, links
	JSON   Paint // a line of JSON in which no token is cut; nil for Text

	// Code is the paint of a line of code in a language, "" where that is not known. Without it code has the paint of Key.
	Code func(language string) Paint

	// Yes and No are what tables show for true and false; "" for these words.
	Yes, No string

	// Rows is how many rows of a table are drawn at most, 0 for as many as the limit says.
	Rows int

	// NoGlyphs leaves out bars and rules, which a screen reader would spell out.
	NoGlyphs bool

	// NoMarks leaves out the # of headings in Markdown, which Title tells from paragraphs.
	NoMarks bool

	// Color is the paint of a color that a value names, as #rrggbb. Without it
	// no colors are shown.
	Color func(rgb string) Paint
}

// Plain paints nothing.
var Plain Style

func (p Paint) apply(s string) string {
	if p == nil || s == "" {
		return s
	}
	return p(s)
}
