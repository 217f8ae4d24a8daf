package report

import (
	"html"
	"io"

	"a2aform/internal/qa/diff"
	"a2aform/internal/safe"
	"a2aform/internal/version"
	"a2aform/render/export"
)

// maxDiffValue bounds a value in the table of differences, in cells of a terminal.
const maxDiffValue = 400

// DiffPage writes a page about the differences of two runs; all also writes the ones that do not count.
func DiffPage(to io.Writer, r *RunDiff, all bool) error {
	w := newWriter(to)
	w.put(export.PageHead("Differences of "+r.A.Name+" and "+r.B.Name, style))
	class, verdict := "good", "equal"
	if r.Differs() {
		class, verdict = "bad", "different"
	}
	w.put(`<header class="top"><p class="eyebrow">Comparison</p><h1>`, esc(r.A.Name), " and ", esc(r.B.Name), ` <span class="pill `, class, `">`, verdict, "</span></h1>\n")
	w.put(`<p class="lead">`, html.EscapeString(r.Summary()), "</p></header>\n")
	w.section("", "What was compared")
	w.put(`<table class="checks"><thead><tr><th></th><th scope="col"></th><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody>`, "\n")
	w.diffRow("", "", "name", esc(r.A.Name), esc(r.B.Name))
	w.diffRow("", "", "began", esc(stamp(r.A.When.Local())), esc(stamp(r.B.When.Local())))
	for _, f := range r.Facts {
		mark, class := "", ""
		if f.Differs {
			mark, class = "~", "bad"
		}
		w.diffRow(mark, class, f.Name, esc(f.A), esc(f.B))
	}
	w.put("</tbody></table></section>\n")
	w.changes(r, all)
	w.put(`<footer>Written by a2aform `, html.EscapeString(version.Version()), ". The page fetches nothing and runs nothing.</footer>\n", export.PageEnd)
	return w.end()
}

func (w *writer) changes(r *RunDiff, all bool) {
	w.section("", "Differences")
	w.put(`<table class="checks"><thead><tr><th></th><th scope="col">Place</th><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody>`, "\n")
	for i, c := range r.Changes {
		if w.size > maxPage {
			w.leftOut(len(r.Changes) - i)
			break
		}
		if c.Allowed != "" && !all {
			continue
		}
		class := map[diff.Kind]string{diff.Added: "good", diff.Removed: "bad", diff.Changed: "warn", diff.Retyped: "bad", diff.Moved: "warn"}[c.Kind]
		if c.Allowed != "" {
			class = ""
		}
		a, b := esc(ChangeValue(c.A, maxDiffValue)), esc(ChangeValue(c.B, maxDiffValue))
		if words := ChangeWords(c); words != nil {
			a, b = marked(words, diff.Removed), marked(words, diff.Added)
		}
		if delta := ChangeDelta(c); delta != "" {
			b += ` <small class="why">` + esc(delta) + "</small>"
		}
		w.diffRow(ChangeMark(c), class, r.Label(c), a, b)
	}
	w.put("</tbody></table></section>\n")
}

// marked are the words of one side, with those marked that the other has not.
func marked(words []diff.Word, kind diff.Kind) (markup string) {
	for _, word := range words {
		switch word.Kind {
		case "":
			markup += block(safe.Text(word.Text))
		case kind:
			markup += "<mark>" + block(safe.Text(word.Text)) + "</mark>"
		}
	}
	return markup
}

func (w *writer) diffRow(mark, class, name, a, b string) {
	w.put(`<tr><td><span class="mark `, class, `">`, html.EscapeString(mark), "</span></td><td>", esc(name), `</td><td data-name="A">`, a, `</td><td data-name="B" class="seen `, class, `">`, b, "</td></tr>\n")
}
