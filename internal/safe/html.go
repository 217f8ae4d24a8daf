package safe

import "html"

// HTML is markup of a page. A constant of the program becomes HTML as it is, but a text in a variable does so only through
// [EscapeHTML], [Line.HTML] or [Block.HTML]: the compiler refuses one that is not escaped. Nothing converts a string to HTML
// elsewhere, which a test of internal/arch checks.
type HTML string

// EscapeHTML is a text between tags, or in an attribute with double quotes.
func EscapeHTML(text string) HTML { return HTML(html.EscapeString(text)) }

// HTML is the text as markup.
func (l Line) HTML() HTML { return EscapeHTML(l.text) }

// HTML is the text as markup, for an element that keeps the ends of lines.
func (b Block) HTML() HTML { return EscapeHTML(b.String()) }
