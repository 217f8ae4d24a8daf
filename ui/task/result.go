package task

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/export"
	rendered "a2aform/render/table"
	"a2aform/ui/kit"
)

// result is what came in: a table, which is a part of the screen by itself, or other parts,
// of which some can be opened.
type result struct {
	host       *kit.Host
	now        *run.Snapshot
	to         kit.Screen // of the run, for the messages of the table
	document   *render.Document
	earlier    Shown // the result of the run before, to be compared, and as which a table is shown once there is one
	isCompared bool  // with it
	chunks     int   // of the artifacts that are in lines
	isEarly    bool  // the document that is in lines
	table      table
	links      kit.Links
	opened     []openedTable

	lines  []string     // as they are drawn; nil until then, and for a table
	framed *draw.Framed // what they were made of, in a pane
	inPane bool
}

// openedTable is a table that was opened from the result, and grows with it.
type openedTable struct {
	screen kit.GrowingTable
	link   int
}

func newResult(h *kit.Host, to kit.Screen, now *run.Snapshot) result {
	return result{host: h, to: to, now: now, links: kit.Links{Drawing: &draw.Drawing{}, Chosen: -1}}
}

func (r *result) isThere() bool { return r.document != nil && len(r.document.Sections) > 0 }

func (r *result) isTable() bool { return r.table.TablePart != nil }

// forget drops everything that is drawn anew when the screen is opened again.
func (r *result) forget() {
	earlier := r.earlier
	r.closeTable()
	*r = newResult(r.host, r.to, r.now)
	r.earlier = earlier
}

// follow shows the table of the result as it is now. Facts beside it need panes.
func (r *result) follow(hasPanes bool) tea.Cmd {
	if !r.host.Nav.IsOpen(r.to) {
		return nil // its checks would run for nobody
	}
	list, isList := kit.ListIn(r.document)
	list.None = r.noRows
	switch {
	case !isList || len(list.Facts) > 0 && !hasPanes && !r.isTable(): // there is no space for both
		r.closeTable()
		return nil
	case r.isTable():
		return r.table.Renew(list)
	}
	section := r.document.Sections[0]
	r.table.TablePart = r.host.Nav.NewTablePart(r.to, section.Heading().Line(0).String(), section.Description.Line(safe.LabelLimit()).String(), list)
	like := r.earlier.like
	r.earlier.like = table{}
	if like.TablePart == nil {
		return r.table.Init()
	}
	if like.zoom == zoomedIn { // going back zooms out, too, and says nothing of the next table
		r.table.zoom = zoomedIn
	}
	return tea.Batch(r.table.ShowLike(like.TablePart), r.table.Init())
}

// noRows says why a table has none: what was asked for may be what there is none of.
func (r *result) noRows() string {
	asked := kit.Line(r.now.Plan.Asked())
	switch {
	case !r.now.Phase.IsOver():
		return "No rows yet."
	case asked == "":
		return "No rows came."
	}
	return "No rows came for " + asked + "."
}

// Shown is the result of a run, if it is a table, as it is shown: what the next run from the same form follows.
type Shown struct {
	run  safe.Raw        // that it is of, or of the last one that ended well; empty for none
	rows *rendered.Table // nil for none
	like table           // likewise
}

// take takes it out of a result that is left; of one that is no table it is what the run before left.
func (r *result) take() Shown {
	shown := r.earlier
	r.earlier = Shown{} // which would hold those before it, too
	if list, ok := kit.ListIn(r.document); ok && len(list.Table.Columns()) > 0 {
		shown.rows = list.Table
		if r.isTable() {
			shown.like = r.table
		}
	}
	return shown
}

// start begins the work on the table where the screen is opened.
func (r *result) start(hasPanes bool) tea.Cmd {
	if r.isTable() {
		return tea.Batch(r.table.Init(), r.follow(hasPanes))
	}
	return r.follow(hasPanes)
}

// left ends the work on the table when the screen is left.
func (r *result) left() {
	if r.isTable() {
		r.table.Left()
	}
}

// compare marks what is not as in the run before.
func (r *result) compare() {
	if r.earlier.rows != nil && r.isTable() {
		r.table.CompareWith(r.earlier.rows)
		r.isCompared = true
	}
}

// key opens what came in.
func (r *result) key() key.Binding {
	if r.isTable() {
		return kit.Bind("Open table", "enter")
	}
	return kit.BlockKeys.OpenLink
}

func (r *result) closeTable() {
	r.left()
	if r.isTable() {
		r.earlier.like = r.table
	}
	r.table = table{}
}

// grew reports that more came in since the lines were drawn, or that it was validated, and drops them.
func (r *result) grew(now *run.Snapshot) bool {
	n, isEarly := now.CountChunks(), r.document.IsEarly()
	if n == r.chunks && isEarly == r.isEarly {
		return false
	}
	r.chunks, r.isEarly, r.lines = n, isEarly, nil
	return true
}

// renewOpened shows what has come in in the tables that were opened from here.
func (r *result) renewOpened() tea.Cmd {
	var cmds []tea.Cmd
	r.opened = slices.DeleteFunc(r.opened, func(t openedTable) bool { return !r.host.Nav.IsOpen(t.screen) })
	for _, t := range r.opened {
		if t.link >= len(r.links.Drawing.Links) {
			continue
		}
		if g, ok := r.links.Drawing.Links[t.link].Block.(*rendered.Table); ok {
			cmds = append(cmds, t.screen.Renew(kit.List{Table: g}))
		}
	}
	return tea.Batch(cmds...)
}

// draw draws the lines for a width, in a pane or under the messages.
func (r *result) draw(width int, inPane bool) {
	r.inPane = inPane
	style := r.host.Styles.Render
	switch {
	case !r.isThere() || r.isTable() && inPane:
		r.links.Show(&draw.Drawing{})
		r.lines = nil
		return
	case inPane:
		r.framed = draw.Frame(r.document, kit.LinkRoom(width), style)
		r.links.Show(&r.framed.Drawing)
	default:
		r.links.Show(draw.Document(r.document, kit.LinkRoom(width), style))
	}
	r.sign()
}

// sign puts the sign at the chosen part.
func (r *result) sign() {
	r.lines = r.links.Lines(r.host.Styles)
	if !r.inPane {
		r.lines = append([]string{""}, r.lines...)
	}
}

// cannotOpen says why nothing of the result can be opened, "" where something can.
func (r *result) cannotOpen() string {
	switch {
	case !r.isThere():
		return "no result has come"
	case r.isTable():
		return ""
	}
	return r.links.CannotOpen()
}

// open opens the chosen part, in a window below so many lines.
func (r *result) open(w *kit.Scroll, above int) kit.Action {
	act := r.links.Open(r.host, w, above)
	if t, ok := act.Push.(kit.GrowingTable); ok {
		r.opened = append(r.opened, openedTable{t, r.links.Chosen})
	}
	return act
}

// isLast reports that there is no part after the chosen one, or before it.
func (r *result) isLast(by int) bool {
	links, chosen := len(r.links.Drawing.Links), r.links.Chosen
	return links == 0 || chosen < 0 && by < 0 || chosen >= 0 && (chosen+by < 0 || chosen+by >= links)
}

// verdictNote says how many rows the only table has, and what is wrong with them.
func (r *result) verdictNote(room int) string {
	st, f := r.host.Styles, r.framed
	style := st.Warn
	if f.Bad {
		style = st.Bad
	}
	facts := strings.Join(f.Facts, " · ")
	switch {
	case f.Verdict == "":
		return facts
	case facts != "" && lipgloss.Width(facts)+lipgloss.Width(f.Verdict)+10 < room:
		return facts + " · " + style.Render(f.Verdict)
	case facts != "" && lipgloss.Width(f.Verdict)+10 >= room:
		return facts
	}
	return style.Render(f.Verdict)
}

// look does something with the window of the result: it stays where that leads.
func (s *Screen) look(do func(w *kit.Scroll, above int) kit.Action) kit.Action {
	act := do(s.windows.ofResult(s.shown(), len(s.result.links.Drawing.Lines)))
	s.windows.stay()
	s.result.sign()
	s.place()
	return act
}

// nextPart goes to the next part of the result or the one before, and past the last one to the messages.
func (s *Screen) nextPart(by int) kit.Action {
	links := &s.result.links
	switch {
	case s.shown().hasPanes() && (!s.shown().isOnResult() || s.result.isLast(by)):
		links.Chosen = -1
		s.switchPane()
		s.result.sign()
		s.place()
		return kit.Action{}
	case len(links.Drawing.Links) == 0:
		return kit.Action{}
	}
	return s.look(func(w *kit.Scroll, above int) kit.Action { return s.result.links.Next(by, w, above) })
}

func (s *Screen) nextProblem(by int) func() kit.Action {
	return func() kit.Action {
		if s.shown().hasPanes() {
			s.windows.focus = onArtifact
		}
		return s.look(func(w *kit.Scroll, above int) kit.Action { return s.result.links.NextProblem(by, w, above) })
	}
}

// exports take the result along; none says why there is none, "" where there is.
func (s *Screen) exports(none string) kit.Exports {
	exports := kit.DocumentExports(s.Host, s, s.result.document, "the result", s.Name(), s.Width, none)
	if s.result.isTable() {
		exports.Order = s.result.table.Order()
	}
	return exports
}

// copyKey copies the result as a text to paste: the agent's words as it wrote them, data as on the screen.
func (s *Screen) copyKey(exports kit.Exports) kit.Key {
	return kit.When(kit.Keys.CopyAs, exports.Why, func() (kit.Action, tea.Cmd) {
		what, write := exports.Of()
		if words := s.snapshot.LiveText(); words != "" && len(s.result.document.Trees()) == 0 {
			return s.Host.Copy(what, words)
		}
		var text strings.Builder
		if err := write(&text, export.Text); err != nil {
			return kit.Errorf("%s", err), nil
		}
		return s.Host.Copy(what, text.String())
	})
}

// resultKeys are those of a result that is no table, besides those that most people want.
func (s *Screen) resultKeys(exports kit.Exports) []kit.Key {
	noProblem := exports.Why
	if noProblem == "" {
		noProblem = s.result.links.NoProblem()
	}
	return append([]kit.Key{
		exports.QueryKey(),
		kit.UseKey(s.Host, s.result.document, "this result"),
		kit.When(kit.BlockKeys.NextProblem, noProblem, s.nextProblem(1)),
		kit.When(kit.BlockKeys.PreviousProblem, noProblem, s.nextProblem(-1)),
	}, exports.CommandKeys()...)
}
