package agent

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

func (s *ConnectScreen) View() string {
	clear(s.agents.Drawn)
	lines := s.topLines()
	room := max(s.Height-len(lines), 1)
	switch {
	case s.isEarly:
	case len(s.about.completions) > 0:
		s.firstOffer = len(lines)
		lines = append(lines, s.offerLines(room)...)
	case len(s.agents.Rows) == 0 && s.err == nil && s.opening.name == "":
		lines = append(lines, s.problemLines()...)
		lines = append(lines, s.welcome()...)
	case s.hasPanes(room):
		lines = append(lines, s.panes(len(lines), room)...)
	default:
		lines = append(lines, s.listLines(len(lines), room)...)
	}
	return strings.Join(lines[:min(len(lines), max(s.Height, 1))], "\n")
}

// topLines are the line to type in and, below it, what is being opened or went wrong.
func (s *ConnectScreen) topLines() []string {
	st := s.Styles()
	if !s.hasPane() {
		lines := append([]string{st.Title.Render("Open an agent"), s.lineView()}, s.standing()...)
		lines = append(lines, s.credentialsLine()...)
		if s.Height >= minPaneHeight {
			lines = append(lines, "")
		}
		return lines
	}
	lines := st.Pane.Draw(kit.Pane{Title: "Open an agent", Lines: []string{s.lineView()}, Width: s.Width, Height: linePane, HasFocus: !s.onList})
	lines = append(lines, s.standing()...)
	if _, ok := s.agents.chosen(); !ok || !s.onList {
		lines = append(lines, s.credentialsLine()...)
	}
	return lines
}

// linePane is how many rows the line to type in takes with its frame.
const linePane = 1 + kit.FrameHeight

// minPaneHeight is from how many rows on the line and the list have a border.
const minPaneHeight = 14

func (s *ConnectScreen) hasPane() bool {
	return s.Width >= kit.MinPaneWidth && s.Height >= minPaneHeight
}

// welcome says what a newcomer can do.
func (s *ConnectScreen) welcome() (lines []string) {
	st := s.Styles()
	if s.Host.Options.Demo != nil && !s.Host.Options.Hints && s.input.Value() == "" { // they say it
		lines = append(kit.Wrap("Press Enter to try the demo agent. It comes with a2aform and needs no network.", s.Width, 0, st.Strong), "")
	}
	return append(lines, kit.Wrap("Type the address of an A2A agent, such as localhost:9999 or https://example.com, or the path of a card file.", s.Width, 0, st.Dim)...)
}

// lineView is the line to type in; its cursor shows only while it has the focus.
func (s *ConnectScreen) lineView() string {
	if s.onList {
		input := s.input
		input.Blur()
		return input.View()
	}
	return s.input.View()
}

// standing says what is being opened, or what went wrong.
func (s *ConnectScreen) standing() []string {
	st := s.Styles()
	switch {
	case s.opening.name != "":
		return []string{st.Dim.Render(ansi.Truncate("opening "+safe.Text(s.opening.name).Line(0).String()+" …  esc stops", s.Width, "…"))}
	case s.err != nil:
		return kit.ErrorLines(st, s.err, s.Width)
	}
	return nil
}

// credentialsLine says which credentials would be used for what is chosen: their
// kind and where they come from, never what they are.
func (s *ConnectScreen) credentialsLine() []string {
	st := s.Styles()
	row, isRow := s.agents.chosen()
	if !s.onList || !isRow {
		row = agentRow{Origin: s.about.origin}
	}
	what := s.credentialsOf(row)
	switch {
	case s.onList && isRow && row.InCatalog && row.Card == nil:
		return kit.Wrap(safe.Text(row.Ref).Line(0).String()+" · credentials: "+cmp.Or(strings.Join(what, " · "), "none are kept for it"), s.Width, 2, st.Dim)
	case len(what) > 0:
		return kit.Wrap("credentials: "+strings.Join(what, " · "), s.Width, 2, st.Dim)
	case s.onList && s.Height >= 14:
		return []string{st.Dim.Render("credentials: none are kept for it")}
	}
	return nil
}

// credentialsOf are the kinds of the credentials for an agent, and where they come from.
func (s *ConnectScreen) credentialsOf(row agentRow) (what []string) {
	if row.Saved != nil {
		for _, h := range row.Saved.Headers {
			from := "header " + safe.Text(h.Name).Line(40).String() + " from $" + safe.Text(h.Env).Line(40).String()
			if row.Saved.Local {
				from += " once you agreed"
			}
			what = append(what, from)
		}
	}
	for _, c := range s.agents.Kept {
		if row.Origin != "" && c.Origin == row.Origin {
			what = append(what, fmt.Sprintf("%s %s, kept in the %s", c.Scheme.Line(40), safe.Text(c.Kind).Line(40), safe.Text(c.Where).Line(20)))
		}
	}
	return what
}

// offerLines are the files that the line could become.
func (s *ConnectScreen) offerLines(room int) []string {
	st := s.Styles()
	top := max(s.picked-room+1, 0)
	s.topOffer = top
	var lines []string
	for i := top; i < min(top+room, len(s.about.completions)); i++ {
		marker, style := "  ", st.Text
		if i == s.picked {
			marker, style = st.Accent.Render("▌ "), st.Current
		}
		line := marker + style.Render(ansi.Truncate(s.about.completions[i].Label, s.Width-2, "…"))
		lines = append(lines, st.Row(line, i == s.picked, s.Width))
	}
	return lines
}

// problemLines say what is wrong with files of agents, each on two lines at most:
// help has all of it.
func (s *ConnectScreen) problemLines() (lines []string) {
	most := 2
	if s.Height < 14 {
		most = 1
	}
	for _, p := range s.agents.Problems {
		said := kit.Wrap("! "+safe.Text(p.Error()).Line(0).String(), s.Width, most, s.Styles().Warn)
		lines = append(lines, said...)
	}
	return lines
}

// listLines are the agents that are known without a frame, below what is wrong with their
// files. The first line is line first of the screen.
func (s *ConnectScreen) listLines(first, room int) []string {
	lines := s.problemLines()
	if most := room / 2; len(lines) > most { // the agents matter more; help has all of it
		lines = lines[:most]
	}
	return append(lines, s.rows(first+len(lines), s.Width, room-len(lines))...)
}

// rows are the filter, if there is one, and the agents, each group under its heading, as many
// as fit around the cursor.
func (s *ConnectScreen) rows(first, width, room int) (lines []string) {
	l := &s.agents
	if l.Filtering || l.Filter.Value() != "" {
		filter := l.Filter
		if !l.Filtering {
			filter.Blur()
		}
		lines = append(lines, filter.View()+s.Styles().Dim.Render(fmt.Sprintf("  %d of %d", len(l.Shown), len(l.Rows))))
	}
	return append(lines, s.visibleRows(first+len(lines), width, max(room-len(lines), 1))...)
}

// visibleRows draws the part of the list that fits around the cursor: a catalog may
// have thousands of agents. The first line is line first of the screen.
func (s *ConnectScreen) visibleRows(first, width, room int) (lines []string) {
	l := &s.agents
	at, total := 0, 0
	l.eachLine(func(n, i int) {
		if i == l.Cursor {
			at = n
		}
		total = n + 1
	})
	top := max(min(at-room/2, total-room), 0)
	columns := columnsOf(l, width)
	l.eachLine(func(n, i int) {
		switch {
		case n < top || n >= top+room:
		case i < 0:
			lines = append(lines, s.Styles().Title.Render(l.Rows[l.Shown[-i-1]].Group))
		default:
			l.Drawn[first+n-top] = i
			isSelected := i == l.Cursor && s.opensChosen()
			lines = append(lines, s.Styles().Row(s.agentLine(l.Rows[l.Shown[i]], i == l.Cursor, columns), isSelected, width))
		}
	})
	return lines
}

// columns are the widths of a list of agents, and of name, address and time in it.
type columns struct{ all, name, ref, used int }

func columnsOf(l *agentList, width int) columns {
	c := columns{all: width, used: 12}
	if width < 40 {
		c.used = 0
	}
	c.name = min(l.nameWidth(), width/3)
	c.ref = max(width-2-c.name-2-c.used, 1)
	return c
}

func (s *ConnectScreen) agentLine(r agentRow, isChosen bool, c columns) string {
	st := s.Styles()
	marker, style := "  ", st.Text
	switch {
	case isChosen && s.onList:
		marker, style = st.Accent.Render("▌ "), st.Current
	case isChosen && s.opensChosen():
		marker, style = st.Dim.Render("▌ "), st.Strong
	}
	name := kit.Pad(ansi.Truncate(r.Name.Line(200).String(), c.name, "…"), c.name)
	about, used := cmp.Or(r.About, safe.Text(r.Ref).Line(0).String()), ""
	switch {
	case r.InCatalog:
		return marker + style.Render(name) + "  " + st.Dim.Render(ansi.Truncate(about, max(c.all-4-c.name, 1), "…"))
	case r.IsDemo:
		about = "needs no network"
		if s.Host.Options.Hints && s.input.Value() == "" {
			used = st.Accent.Render("★ start here")
		}
	case !r.Used.IsZero():
		used = st.Dim.Render(kit.Age(r.Used, time.Now()))
	}
	text := marker + style.Render(name) + "  " + st.Dim.Render(kit.Pad(ansi.Truncate(about, c.ref-2, "…"), c.ref))
	if c.used > 0 {
		text += used
	}
	return text
}

// lineRow is the row of the line to type in: below the heading, or in its frame.
const lineRow = 1

// Point goes to an agent of the list; on the line to type in it goes back to that.
func (s *ConnectScreen) Point(column, line int) bool {
	if s.opening.name != "" {
		return false
	}
	if i := line - s.firstOffer; len(s.about.completions) > 0 && i >= 0 && s.topOffer+i < len(s.about.completions) {
		wasThere := s.picked == s.topOffer+i
		s.picked = s.topOffer + i
		return wasThere
	}
	row, ok := s.agents.Drawn[line]
	if !ok || s.isBeside() && column >= s.Host.Borders.Left(s.border()) {
		if line == lineRow {
			s.onList = false
		}
		return false
	}
	wasThere := s.onList && s.agents.Cursor == row
	s.onList, s.agents.Filtering, s.agents.Cursor = true, false, row
	return wasThere
}

// Coach implements [kit.Coach].
func (s *ConnectScreen) Coach() string {
	row, ok := s.agents.chosen()
	switch {
	case s.opening.name != "" || s.err != nil || s.agents.Filtering:
		return ""
	case !s.opensChosen():
		return "Press Enter: it opens the address above."
	case ok && !row.IsDemo:
		return "Press Enter: it opens " + kit.Line(row.Name) + "."
	case s.Host.Options.Demo != nil:
		return "Press Enter: the demo agent needs no network."
	}
	return "Type an address, then press Enter."
}
