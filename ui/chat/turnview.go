package chat

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/table"
	"a2aform/ui/kit"
)

// turnView are the drawn lines of a turn, and what they were drawn of.
type turnView struct {
	lines   []string
	width   int
	styles  *kit.Styles
	events  int
	chunks  int
	isEarly bool // the document; the next one has its problems
	phase   run.Phase
}

// isOf reports lines that were drawn of the same as others.
func (v turnView) isOf(other turnView) bool {
	return v.lines != nil && v.width == other.width && v.styles == other.styles && v.events == other.events && v.chunks == other.chunks &&
		v.isEarly == other.isEarly && v.phase == other.phase
}

// How much of one turn the chat shows; the rest is in its result and its task. More than a reader scrolls through is not drawn.
const (
	maxMessages    = 100  // messages of the agent
	maxResultLines = 2000 // lines of results
	maxAskedLines  = 12   // lines of the user's own message

	maxScanned = 10_000 // entries, for those messages: an agent may send states alone
)

// turnDrawer draws turns in a width.
type turnDrawer struct {
	st    *kit.Styles
	width int
}

// draw returns the lines of all turns, and where each begins. The one at the cursor has a mark; -1 is none.
func (d turnDrawer) draw(turns conversation, cursor int) (lines []string, starts []int) {
	for i, t := range turns {
		if i > 0 {
			lines = append(lines, "")
		}
		starts = append(starts, len(lines))
		lines = append(lines, d.youLines(t, i == cursor)...)
		lines = append(lines, d.agentLine(t.now()))
		lines = append(lines, d.answerLines(t, turns)...)
	}
	return lines, starts
}

func (d turnDrawer) youLines(t *turn, isChosen bool) []string {
	st := d.st
	marker := "  "
	if isChosen {
		marker = st.Accent.Render("▸ ")
	}
	lines := []string{marker + st.Accent.Render("you") + st.Dim.Render("  "+t.at.Format("15:04:05"))}
	if strings.TrimSpace(t.text) != "" {
		lines = append(lines, indented(kit.Wrap(safe.Text(t.text).Block(0).String(), d.width-4, maxAskedLines, st.Text))...)
	}
	for _, f := range t.with {
		lines = append(lines, indented(kit.Wrap("+ "+f, d.width-4, 2, st.Dim))...)
	}
	return lines
}

// agentLine shows the phase of the turn and how long it took.
func (d turnDrawer) agentLine(t kit.Task) string {
	end := t.Snapshot().Ended
	if end.IsZero() {
		end = t.Run().Now()
	}
	st := d.st
	phase := "  " + st.Accent.Render("agent") + "  " + t.PhaseText()
	took := "  " + kit.Seconds(end.Sub(t.Snapshot().Started))
	if lipgloss.Width(phase+took) > d.width { // a number is never cut
		return phase
	}
	return phase + st.Dim.Render(took)
}

// answerLines are what came of a turn. They are drawn again only where something
// has.
func (d turnDrawer) answerLines(t *turn, turns conversation) []string {
	task := t.now()
	now := turnView{
		width: d.width, styles: d.st, events: task.Snapshot().Events + task.Snapshot().Timeline.Len(),
		chunks: task.Snapshot().CountChunks(), isEarly: task.Document().IsEarly(), phase: task.Snapshot().Phase,
	}
	if !t.view.isOf(now) {
		now.lines = indented(append(d.said(task), d.results(task, turns.toldBefore(t))...))
		t.view = now
	}
	return t.view.lines
}

// said are the last messages of the agent, the answers in between, and the last
// word on the connection.
func (d turnDrawer) said(task kit.Task) (lines []string) {
	st, timeline := d.st, task.Snapshot().Timeline
	result := resultEntry(task)
	from, n := timeline.Len(), 0
	for ; from > 0 && n < maxMessages && timeline.Len()-from < maxScanned; from-- {
		if k := timeline.Entry(from - 1).Kind; k == run.MessageEntry || k == run.UserEntry {
			n++
		}
	}
	if from > 0 {
		lines = append(lines, st.Dim.Render(fmt.Sprintf("… %s before; Enter opens the task", english.Plural(from, "entry", "entries"))))
	}
	for i := from; i < timeline.Len(); i++ {
		e := timeline.Entry(i)
		switch e.Kind {
		case run.MessageEntry:
			if i == result { // it is below, as what was asked for
				continue
			}
			if !isStatusLine(task, i) {
				lines = append(lines, d.textLines(e.Text)...)
			} else if !task.Snapshot().Phase.IsOver() && !isReplaced(task, i) { // the result says more
				lines = append(lines, kit.Wrap(e.Text.Line(safe.TextLimit()).String(), d.width-4, 2, st.Dim)...)
			}
		case run.DetailEntry:
			lines = append(lines, kit.Wrap(e.Text.Block(0).String(), d.width-4, maxResultLines, st.Dim)...)
		case run.UserEntry:
			lines = append(lines, kit.Bullet("you: ", e.Said().Block(0).String(), d.width-4, st.Accent)...)
		case run.NoticeEntry:
			if i == timeline.Len()-1 {
				lines = append(lines, kit.Bullet("! ", e.Note, d.width-4, st.Warn)...)
			}
		}
	}
	return lines
}

// isStatusLine reports an entry with one line that the agent said while it worked, on the way to a result that came as an artifact.
func isStatusLine(task kit.Task, at int) bool {
	now := task.Snapshot()
	e := now.Timeline.Entry(at)
	if e.Kind != run.MessageEntry || now.Reply != nil || now.ResultMessage() != nil || len(now.ResultParts()) == 0 || strings.Contains(strings.TrimSpace(e.Text.Block(0).String()), "\n") {
		return false
	}
	for i := at - 1; i >= 0; i-- {
		if before := now.Timeline.Entry(i); before.Kind == run.StateEntry {
			return before.State == a2a.StateWorking || before.State == a2a.StateSubmitted
		}
	}
	return true
}

// isReplaced reports a status line behind which another one came.
func isReplaced(task kit.Task, at int) bool {
	timeline := task.Snapshot().Timeline
	for i := at + 1; i < timeline.Len(); i++ {
		switch timeline.Entry(i).Kind {
		case run.StateEntry, run.NoticeEntry:
		default:
			return isStatusLine(task, i)
		}
	}
	return false
}

// textLines is a text of the agent, as Markdown where it is that.
func (d turnDrawer) textLines(text safe.Raw) []string {
	drawn := draw.Blocks([]render.Block{render.NewProse(text, safe.Raw{})}, max(d.width-4, 1), d.st.Render).Lines
	return d.cut(drawn)
}

// cut leaves out the lines that are too many, and says so.
func (d turnDrawer) cut(drawn []string) []string {
	more := len(drawn) - maxResultLines
	if more <= 0 {
		return drawn
	}
	return append(drawn[:maxResultLines:maxResultLines], d.st.Dim.Render(fmt.Sprintf("… %s; Tab, then Enter opens all", english.Plural(more, "more line", "more lines"))))
}

// resultEntry is the message that is the result where that is shown as data, -1 for none.
func resultEntry(task kit.Task) int {
	if !isAsData(task) || task.Snapshot().ResultMessage() == nil {
		return -1
	}
	timeline := task.Snapshot().Timeline
	for i := timeline.Len() - 1; i >= max(timeline.Len()-maxScanned, 0); i-- {
		if timeline.Entry(i).Kind == run.MessageEntry {
			return i
		}
	}
	return -1
}

func isAsAsked(task kit.Task) bool {
	doc := task.Document()
	return task.Snapshot().Plan.AnswerAs != nil && doc != nil && doc.IsAsAsked()
}

// isAsData reports a result that is shown as data, not as the words in which it came: it is what was asked for, or a text that is JSON or has
// a table in it.
func isAsData(task kit.Task) bool {
	doc := task.Document()
	if isAsAsked(task) {
		return true
	}
	isProse := func(b render.Block) bool { _, ok := b.(*render.Prose); return ok }
	isInText := func(b render.Block) bool { return b.Head().InText }
	return doc != nil && len(tablesIn(doc)) > 0 && (!slices.ContainsFunc(doc.Blocks(), isProse) || slices.ContainsFunc(doc.Blocks(), isInText))
}

// tablesIn are the tables of a document, such as one that is in a text.
func tablesIn(doc *render.Document) (tables []render.Block) {
	for _, b := range doc.Blocks() {
		if _, ok := b.(*table.Table); ok {
			tables = append(tables, b)
		}
	}
	return tables
}

// besideWords are the blocks of a document whose words were shown as a message: its tables, files, thoughts, calls of tools and metadata.
func besideWords(doc *render.Document) []render.Block {
	return slices.DeleteFunc(doc.Blocks(), func(b render.Block) bool {
		switch b.(type) {
		case *table.Table, *render.Attachment, *render.Aside:
			return false
		}
		return true
	})
}

// isKnown reports a notice that was told below an earlier turn, unless something is wrong.
func isKnown(b render.Block, told map[string]bool) bool {
	n, ok := b.(*render.Notice)
	return ok && !n.Bad && told[n.Text]
}

// isTechnical reports metadata of a framework alone. They are on the screen of the task; in a chat they would be below each answer.
func isTechnical(b render.Block) bool {
	aside, ok := b.(*render.Aside)
	return ok && aside.IsMetadata && len(aside.Facts()) == 0
}

// readable are the sections of a document without what says nothing to people, and without the notices that were told.
func readable(doc *render.Document, told map[string]bool) *render.Document {
	var shown render.Document
	for _, section := range doc.Sections {
		blocks := section.Blocks
		if section.Blocks = slices.DeleteFunc(slices.Clone(blocks), func(b render.Block) bool { return isTechnical(b) || isKnown(b, told) }); len(section.Blocks) > 0 || len(blocks) == 0 {
			shown.Sections = append(shown.Sections, section)
		}
	}
	return &shown
}

// beginsWithWords reports an artifact that is an answer in words, or has no name: what it is called, such as "result", says nothing above them.
func beginsWithWords(s render.Section) bool {
	isWords := len(s.Blocks) > 0
	if isWords {
		_, isWords = s.Blocks[0].(*render.Prose)
	}
	return isWords || s.Name.IsEmpty()
}

// shownRows are the rows of a table in a chat: its titles stay in sight with them.
const shownRows = 12

// hasMoreRows reports a table of which rows are left out.
func hasMoreRows(doc *render.Document) bool {
	return slices.ContainsFunc(doc.Blocks(), func(b render.Block) bool {
		g, ok := b.(*table.Table)
		return ok && g.Rows() > shownRows && !g.Head().InText
	})
}

// results are the beginning of what the turn resulted in, and what went wrong.
func (d turnDrawer) results(task kit.Task, told map[string]bool) (lines []string) {
	st, now := d.st, task.Snapshot()
	if doc := task.Document(); doc != nil && len(doc.Sections) > 0 {
		doc = readable(doc, told)
		var drawn []string
		style := st.Render
		style.Rows = shownRows
		switch wasSaid := now.Reply == nil && now.ResultMessage() != nil && !isAsData(task); {
		case wasSaid: // among the messages above
			drawn = draw.Blocks(besideWords(doc), max(d.width-4, 1), style).Lines
		case len(doc.Sections) == 1 && (now.Reply != nil || isAsData(task) || beginsWithWords(doc.Sections[0])): // it needs no heading here
			drawn = draw.Blocks(doc.Sections[0].Blocks, max(d.width-4, 1), style).Lines
		default:
			drawn = draw.Lines(doc, max(d.width-4, 1), style)
		}
		lines = append(lines, d.cut(drawn)...)
		if hasMoreRows(doc) {
			lines = append(lines, st.Dim.Render("Tab, then Enter opens the whole table"))
		}
	}
	if now.Plan.AnswerAs != nil && isAnswered(task) && !isAsData(task) {
		offer := "No JSON came. " + shortcut.InProse(chatKeys.InText) + " writes the schema into the message, to send it again."
		if now.Plan.AnswerAs.InText {
			offer = "No JSON came, though the schema was in the message. " + shortcut.InProse(chatKeys.AnswerAs) + " stops asking for it."
		}
		lines = append(lines, kit.Wrap(offer, d.width-4, 2, st.Warn)...)
	}
	if reason := now.Reason(); reason.IsEmpty() || !isSaidLast(now, reason) {
		lines = append(lines, kit.ReasonLines(st, now, d.width-4)...)
	}
	if task.Snapshot().Phase == run.Errored {
		lines = append(lines, kit.ErrorLines(st, task.Snapshot().Err, d.width-4)...)
		if task.WantsCredentials() {
			lines = append(lines, st.Warn.Render(shortcut.InProse(chatKeys.Credentials)+" gives credentials"))
		}
		if task.Snapshot().CanRetry {
			lines = append(lines, st.Dim.Render("Tab, then Enter opens the task, where r sends it again"))
		}
	}
	return lines
}

// isSaidLast reports whether a reason is the last of the agent's messages, which are shown.
func isSaidLast(now *run.Snapshot, reason safe.Raw) bool {
	for i := now.Timeline.Len() - 1; i >= max(now.Timeline.Len()-maxMessages, 0); i-- {
		if e := now.Timeline.Entry(i); e.Kind == run.MessageEntry {
			return e.Text == reason
		}
	}
	return false
}

func indented(lines []string) []string {
	for i, l := range lines {
		lines[i] = "    " + l
	}
	return lines
}

// turnPane is the window on the turns, and the turn at the cursor while the keys are for the turns.
type turnPane struct {
	kit.Scroll
	isScrolled bool // the user chose what to look at
	hasFocus   bool // letters are keys
	cursor     int
	starts     []int // at which lines the turns begin, as they were drawn last
}

// focus goes to the last of so many turns.
func (p *turnPane) focus(turns int) { p.hasFocus, p.cursor = true, turns-1 }

// leave gives the keys back to the message.
func (p *turnPane) leave() { p.hasFocus = false }

// press moves the window or the cursor. It reports false for a key of the message.
func (p *turnPane) press(msg tea.KeyPressMsg, turns int) bool {
	switch isPage := key.Matches(msg, kit.Keys.PageUp, kit.Keys.PageDown); {
	case isPage && turns > 0:
		p.isScrolled = p.Press(msg) && (p.hasFocus || p.HiddenLines() > 0)
	case p.hasFocus:
		p.cursor, _ = kit.MoveCursor(msg, p.cursor, turns, turns)
	default:
		return false
	}
	return true
}

// point goes to the turn at a line of the window, or back to the message. It reports that the turn was at the cursor already.
func (p *turnPane) point(line, turns int) bool {
	if line < 0 || line >= p.Height || turns == 0 {
		p.hasFocus = false
		return false
	}
	next, isStart := slices.BinarySearch(p.starts, p.Top+line)
	turn := next
	if !isStart {
		turn--
	}
	wasThere := p.hasFocus && p.cursor == turn
	p.hasFocus, p.cursor = true, min(max(turn, 0), turns-1)
	return wasThere
}

// show returns the lines in sight of a window of that height: those of the turn at the cursor, else the last ones, until the user scrolls.
func (p *turnPane) show(lines []string, starts []int, height int) []string {
	p.starts, p.Height = starts, height
	p.Set(lines)
	switch {
	case p.isScrolled:
	case p.hasFocus && p.cursor < len(starts):
		p.Reveal(starts[p.cursor])
	default:
		p.Top = len(lines)
	}
	return strings.Split(kit.PadLines(p.View(), height), "\n")
}
