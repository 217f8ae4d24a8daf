package huhform

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/widget/shortcut"
)

// value is a row's value where it is not being edited.
func (r row) value() string {
	p, x := r.page, r.Field
	switch {
	case x.Presence() == formgen.Null:
		return p.styles.Dim.Render("null")
	case r.isAsked():
		return ""
	case x.Presence() == formgen.Omitted:
		return p.styles.Dim.Render(words.OmittedText(r.Row, keysInProse()))
	case r.Kind == formgen.Variant:
		return r.variant()
	case r.Kind == formgen.Subpage:
		return r.openSummary()
	}
	return r.scalar()
}

func (r row) scalar() string {
	p, x := r.page, r.Field
	switch {
	case x.Kind() == schema.Const:
		return p.styles.Fixed.Render(words.Summary(x)) + p.styles.Dim.Render("  (set by the schema)")
	case x.Kind() == schema.Boolean:
		return p.styles.Value.Render(words.BoolText(x))
	case x.Kind().IsString() && x.Text() == "":
		return p.styles.Dim.Render("Empty text")
	case x.IsText() && x.Text() == "":
		return p.styles.Dim.Render("Needs a value")
	case p.secrets.masks(x):
		return p.styles.Value.Render(strings.Repeat("•", min(len([]rune(x.Text())), 12)))
	}
	if size := binarySize(x); size != "" {
		return p.styles.Value.Render(size)
	}
	if p.secrets.shown == x {
		return p.styles.Value.Render(safe.Text(x.Text()).Line(0).String())
	}
	if day := formgen.Weekday(x); day != "" {
		return p.styles.Value.Render(words.Summary(x)) + "  " + p.styles.Dim.Render(day)
	}
	return p.styles.Value.Render(words.Summary(x))
}

// variant is the chosen branch of a choice between shapes, and what its value
// is where that has no row.
func (r row) variant() string {
	label := branch(r.Row)
	switch {
	case words.IsFree(r.Row):
		return r.page.styles.Dim.Render("Optional")
	case label == "":
		return r.page.styles.Dim.Render("Choose one")
	}
	return r.page.styles.Value.Render(label)
}

// openSummary is what a location with a page of its own contains. Below a choice that
// shows the problems, it does not say them again.
func (r row) openSummary() string {
	p, x := r.page, r.Field
	text := p.styles.Value.Render(words.Summary(x))
	switch n, of := x.Filled(); {
	case words.IsUnfilled(x):
		text = p.styles.Dim.Render(fmt.Sprintf("▸ %d of %d filled in", n, of))
	case words.Summary(x) == "":
		text = p.styles.Dim.Render("Nothing filled in")
	}
	if n := p.form.ShowingIn(x); n > 0 {
		return p.styles.Problem.Render(words.CountProblems(n)) + "  " + text
	}
	if n := warningsIn(x); n > 0 {
		return p.styles.Warning.Render(words.CountWarnings(n)) + "  " + text
	}
	return text
}

// note is a line below a row.
type note struct {
	style lipgloss.Style
	text  string
}

// help are the lines below the focused row: how much there is of what may be,
// what fits, and what it is for.
func (r row) help() []note {
	p := r.page
	width := p.columns.noteWidth(r.Row)
	if n := p.names.at(r.Row); n != nil {
		return n.help(p.styles)
	}
	if !hasLabel(r.Row) {
		return nil
	}
	counter := r.counter()
	lines := r.helpLines(counter.text, width)
	if len(lines) == 0 {
		return nil
	}
	notes := make([]note, len(lines))
	for i, l := range lines {
		notes[i] = note{p.styles.Dim, l}
	}
	if rest, ok := strings.CutPrefix(lines[0], counter.text); ok && counter.text != "" {
		notes[0] = note{lipgloss.NewStyle(), counter.style.Render(counter.text) + p.styles.Dim.Render(rest)}
	}
	return notes
}

// helpLines are the counter, what the schema says of the field, and the hints, of which the second is cut where there is no space for all.
func (r row) helpLines(counter string, width int) (lines []string) {
	const maximum = 3
	about, isCut := words.Help(r.Field).Lines(), false
	var said []string
	if len(about) > 0 {
		said, isCut = strings.Fields(about[0].String()), len(about) > 1
	}
	for {
		text := strings.Join(said, " ")
		if isCut && text != "" {
			text += " …" // f1 has the rest
		} else {
			text = sentence(text)
		}
		text = strings.TrimSpace(text + " " + strings.Join(r.hints(), " "))
		if counter != "" {
			text = counter + " · " + text
		}
		if text == "" {
			return nil
		}
		if lines = wrapWords(text, width); len(lines) <= maximum {
			return lines
		}
		if len(said) == 0 {
			return append(lines[:maximum-1], ansi.Truncate(lines[maximum-1], max(width-1, 1), "")+"…")
		}
		said, isCut = said[:len(said)-1], true
	}
}

// hints are a short help on the focused row, in sentences: what fits and which keys do something here.
func (r row) hints() []string {
	p, e := r.page, r.page.fieldEditor
	list := hints(r.Row, p.tool, e != nil && e.isRadio)
	if whole := labelOf(r.Row, p.At()); lipgloss.Width(whole) > r.labelSpace() {
		list = slices.Insert(list, 0, sentence(whole))
	}
	switch {
	case e == nil || e.list == nil:
	case e.list.several:
		list = append(list, "Type to filter; Space selects.")
	case e.list.isInside:
		list = append(list, shortcut.InProse(Keys.Open)+" takes it; type to filter.")
	case e.list.isUntaken():
		list = append(list, "Type to filter, or ↓ to choose.")
	default:
		list = append(list, "Type to filter, or → to choose another.")
	}
	if r.Field.IsSecret() && p.recipient != "" {
		list = append(list, "It goes to "+p.recipient+".")
	}
	return list
}

// wrapWords breaks a text into lines between words, and not at hyphens, which
// dates have.
func wrapWords(text string, width int) []string {
	const hyphen = "\ue000" // is of the same width, and no place to break
	wrapped := ansi.Wrap(strings.ReplaceAll(text, "-", hyphen), max(width, 1), " ")
	return strings.Split(strings.ReplaceAll(wrapped, hyphen, "-"), "\n")
}

// hints are a short help on a row's field, in sentences. The tool is the key of what the program around the page offers for it.
func hints(r formgen.Row, tool key.Binding, isRadio bool) (list []string) {
	x := r.Field
	hasTools := !x.Form().IsStandalone()
	add := func(is bool, sentence string) {
		if is && sentence != "" {
			list = append(list, sentence)
		}
	}
	add(x.Location().IsDeprecated(), "Deprecated.")
	what, isDate, isWrong := whatFits(r, isRadio), formgen.DateFormat(x) != "", x.Form().ShowingIn(x) > 0
	add(what != "", sentence(formgen.Capital(what)))
	add(x.IsLocked(), formgen.Capital(words.LockedText(x))+".")
	add(x.CanLeaveJSON(), shortcut.InProse(Keys.JSON)+" goes back to the form.")
	add(x.Location().IsSecretByName(), "Masked and not kept: its name looks like a secret ("+shortcut.InProse(Keys.Reveal)+" shows it, "+shortcut.InProse(Keys.NotSecret)+" if it is none).")
	add(r.Kind == formgen.Subpage && x.Presence() == formgen.Set, shortcut.InProse(Keys.Open)+" opens it.")
	add(r.Kind == formgen.Subpage && x.Presence() != formgen.Set && !x.IsLocked() && x.IsRequired(), shortcut.InProse(Keys.Open)+" adds it.") // else its row says so
	switch {
	case x.IsBinary():
		add(hasTools, shortcut.InProse(tool)+" chooses a file.")
	case isDate && !x.IsLocked():
		add(!isWrong, "Words work too: last month, next fri.")
		add(hasTools, shortcut.InProse(tool)+" shows a calendar.")
	}
	add(x.IsExtra() && !x.IsLocked(), shortcut.InProse(Keys.Rename)+" renames it, "+shortcut.InProse(Keys.Remove)+" removes it.")
	add(true, sentence(formgen.Capital(words.WhyRequired(x))))
	return list
}

// whatFits says what a row's field takes, unless that is said elsewhere.
func whatFits(r formgen.Row, isRadio bool) string {
	x := r.Field
	what, reason := words.Hint(x), words.Reason(x)
	switch {
	case formgen.DateFormat(x) != "" && x.Form().ShowingIn(x) > 0 && !strings.Contains(what, ","): // by the problem
		return ""
	case r.Kind == formgen.Variant:
		return variantHint(r)
	case r.Kind == formgen.Subpage && x.Kind() == schema.Object:
		return ""
	case isRadio:
		return words.Limits(x) // the choices are in sight
	case strings.EqualFold(what, r.Label()):
		return ""
	case reason != "" && !x.CanLeaveJSON():
		return what + ": " + reason
	case words.IsPlainText(x):
		return ""
	}
	return what
}

// sentence ends a text with a period, unless it has an end.
func sentence(text string) string {
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?:;") || strings.HasSuffix(text, "…") {
		return text
	}
	return text + "."
}

// variantHint is what the schema says of the chosen shape.
func variantHint(r formgen.Row) string {
	u := r.Field.Unions()[r.Union]
	if r.Field.Presence() == formgen.Set && u.Chosen >= 0 && u.Notes[u.Chosen] != "" {
		return u.Notes[u.Chosen]
	}
	return fmt.Sprintf("One of %d kinds.", len(u.Branches))
}

// help says what is wrong with a name that is typed.
func (n *naming) help(styles *Styles) []note {
	if problem := n.problem(); problem != "" {
		return []note{{styles.Problem, "✗ " + problem}}
	}
	if n.member != nil {
		return []note{{styles.Dim, shortcut.InProse(Keys.Open) + " renames it, Esc leaves it as it is"}}
	}
	if name, value := n.object.SplitEntry(n.text); value != "" {
		return []note{{styles.Dim, shortcut.InProse(Keys.Open) + " adds " + safe.Text(name).Line(0).String() + " with the value " + safe.Text(value).Line(0).String()}}
	}
	if _, value := n.object.SplitEntry("name: value"); n.text == "" && value != "" {
		return []note{{styles.Dim, "or its name and value at once, as in name: value"}}
	}
	return nil
}

// counter says how much of what may be there is: characters of a text that has
// bounds, lines of JSON.
func (r row) counter() note {
	x, e := r.Field, r.page.fieldEditor
	switch {
	case x.Kind() == schema.JSON && e != nil && e.editor != nil && e.editor.Lines() > 1:
		line, column := e.editor.Position()
		return note{r.page.styles.Dim, fmt.Sprintf("line %d of %d, column %d", line, e.editor.Lines(), column)}
	case !x.Kind().IsString() || x.IsSecret() || x.IsBinary():
		return note{}
	}
	n := utf8.RuneCountInString(x.Text())
	if x.Presence() != formgen.Set || n == 0 {
		return note{} // the hint says how many may be there
	}
	return r.page.styles.count(n, x.Location().Bounds().Length)
}

// count is "12/80", red where it is too many; "3 of 5" on the way to a least;
// nothing where no bound is.
func (s *Styles) count(n int, size schema.Size) note {
	switch {
	case size.Max != nil && n > *size.Max:
		return note{s.Problem, fmt.Sprintf("%d/%d", n, *size.Max)}
	case size.Max != nil:
		return note{s.Dim, fmt.Sprintf("%d/%d", n, *size.Max)}
	case 0 < n && n < size.Least():
		return note{s.Dim, fmt.Sprintf("%d of %d", n, *size.Min)}
	}
	return note{}
}

// needs are the demands of an object on its members together that are not met yet.
func (r row) needs() []note {
	if r.Kind != formgen.Section && r.Kind != formgen.Variant || !r.showsProblems() {
		return nil
	}
	var notes []note
	for _, need := range words.Needs(r.Field) {
		if !need.Bad && !need.Met {
			notes = append(notes, note{r.page.styles.Dim, "· " + formgen.Capital(need.Text)})
		}
	}
	return notes
}

// maxNotes is how many problems a row shows; a text of JSON may have thousands,
// and they must not push it off the screen.
const maxNotes = 4

// problems are the messages below the row of a field.
func problems(form *formgen.Form, x *formgen.Field) []string {
	showing := form.Showing()[x]
	var texts []string
	for i, problem := range showing {
		if i == maxNotes-1 && len(showing) > maxNotes {
			return append(texts, fmt.Sprintf("and %d more problems", len(showing)-i))
		}
		texts = append(texts, words.Sentence(x, problem))
	}
	return texts
}

// faults are the problems and doubts below a row, a line each.
func (r row) faults() (notes []note) {
	if !r.showsProblems() {
		return nil
	}
	p, x := r.page, r.Field
	for _, text := range problems(p.form, x) {
		notes = append(notes, note{p.styles.Problem, "✗ " + text})
	}
	for _, doubt := range x.Warnings() {
		notes = append(notes, note{p.styles.Warning, "! " + words.Sentence(x, doubt)})
	}
	return notes
}

// whole are the faults of the focused row in full, as far as a few lines hold
// them.
func (r row) whole(faults []note) (notes []note) {
	const maximum = 3
	width := r.page.columns.noteWidth(r.Row)
	for _, n := range faults {
		lines := wrapWords(n.text, width-2)
		if len(lines) > maximum {
			lines = append(lines[:maximum-1], ansi.Truncate(lines[maximum-1], max(width-3, 1), "")+"…")
		}
		for i, l := range lines {
			if i > 0 {
				l = "  " + l // below the text, not the mark
			}
			notes = append(notes, note{n.style, l})
		}
	}
	return notes
}

// size says how much a list or a map contains, and may contain.
func (s *Styles) size(x *formgen.Field) string {
	b := x.Location().Bounds()
	n, size := len(x.Children()), b.Items
	if x.Kind() != schema.Array {
		if !x.Location().IsMap() {
			return ""
		}
		n, size = entries(x), b.Members
	}
	dim := s.Dim
	if x.Presence() == formgen.Null {
		return dim.Render("null")
	}
	if x.Presence() != formgen.Set {
		switch hint := b.Hint(); {
		case hint == "":
			return dim.Render("None yet")
		case size.Least() > 0 && !x.IsRequired():
			return dim.Render("None, or " + hint)
		default:
			return dim.Render("None yet, " + hint)
		}
	}
	text := []string{words.CountItems(n, x.Kind())}
	if counted := s.count(n, size); counted.text != "" {
		text = []string{counted.style.Render(counted.text) + dim.Render(" "+words.ItemsNoun(x.Kind()))}
		if size.Max != nil && n < size.Least() {
			text = append(text, dim.Render(fmt.Sprintf("at least %d", *size.Min)))
		}
	}
	if b.UniqueItems {
		text = append(text, dim.Render("no two alike"))
	}
	return strings.Join(text, dim.Render(", "))
}

// entries counts the members that the user has added.
func entries(x *formgen.Field) (n int) {
	for _, c := range x.Children() {
		if c.IsExtra() {
			n++
		}
	}
	return n
}
