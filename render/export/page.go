package export

import (
	"html"
	"io"

	"a2aform/render"
)

// PageHead is the beginning of a page as those of [HTML] begin, up to its content, with a style of its own behind theirs.
// The page fetches nothing and runs nothing, which its Content-Security-Policy enforces.
func PageHead(title, style string) string {
	return pageHead + "<title>" + html.EscapeString(title) + "</title>\n<style>\n" + pageStyle + style + "</style>\n</head>\n<body>\n<main>\n"
}

// PageEnd is the end of a page.
const PageEnd = "</main>\n</body>\n</html>\n"

// Sections writes the sections of a document as a page of [HTML] has them, for a page that has more than these.
func Sections(w io.Writer, d *render.Document) error {
	out := newExporter(w, HTML)
	out.isPart = true
	out.htmlSections(d.Answer())
	return out.end(nil)
}
