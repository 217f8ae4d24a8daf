package chat

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/table"
	"a2aform/ui/kit"
)

// turnView are the drawn lines of a turn, and what they were drawn of.
type turnView struct {
	lines  []string
	width  int
	styles *kit.Styles
	events int
	chunks int
	phase  run.Phase
}

// How much of one turn the chat shows; the rest is in its result and its task. More than a reader scrolls through is not drawn.
const (
	maxMessages    = 100  // messages of the agent
	maxResultLines = 2000 // lines of results
	maxAskedLines  = 12   // lines of the user's own message

	maxScanned = 10_000 // entries, for those messages: an agent may send states alone
)

func (s *Screen) Layout(w, h int) {
	s.Base.Layout(w, h)
	s.size()
}

// inner is the width of what is in the panes, or on the screen.
func (s *Screen) inner() int {
	width, _ := s.FrameRoom()
	return width
}

// size gives the text as much space as it needs, up to a third of the screen.
func (s *Screen) size() {
	if s.Width == 0 {
		return
	}
	s.Area.Prompt = "▌ "
	if s.HasFrame() {
		s.Area.Prompt = "" // the pane shows the focus
	}
	s.Area.SetWidth(s.inner())
	least := 3
	if s.Height < 14 {
		least = 2
	}
	lines := 0
	for line := range strings.SplitSeq(s.Area.Value(), "\n") {
		lines += 1 + lipgloss.Width(line)/max(s.inner(), 1)
	}
	s.Area.SetHeight(min(max(lines, least), max(s.Height/3, least)))
}

func (s *Screen) Restyle() { kit.ColorArea(&s.Area.Model, s.Styles()) }

func (s *Screen) View() string {
	if s.HasFrame() {
		return s.panes()
	}
	bottom := append([]string{s.ruler()}, s.fileLines()...)
	bottom = append(bottom, strings.Split(s.Area.View(), "\n")...)
	body := s.turnLines(max(s.Height-1-len(bottom), 1))
	all := append([]string{ansi.Truncate(s.Styles().Dim.Render(s.about()), s.Width, "…")}, body...)
	all = append(all, bottom...)
	if over := len(all) - s.Height; over > 0 { // the text counts most
		all = append(all[:1], all[1+over:]...)
	}
	return strings.Join(all, "\n")
}

// panes are the turns above the next message.
func (s *Screen) panes() string {
	st := &s.Styles().Pane
	write := append(s.fileLines(), strings.Split(s.Area.View(), "\n")...)
	message := kit.Pane{Title: "Message", Lines: write, Width: s.Width, Height: len(write) + kit.FrameHeight, HasFocus: !s.onTurns}
	if word, style := s.next(); word != "" {
		message.Note, message.IsNoteStyled = style.Render(word), true
	}
	turns := kit.Pane{Title: s.about(), Width: s.Width, Height: max(s.Height-message.Height, 1+kit.FrameHeight), HasFocus: s.onTurns}
	turns.Lines = s.turnLines(turns.Height - kit.FrameHeight)
	return strings.Join(append(st.Draw(turns), st.Draw(message)...), "\n")
}

// whom is the skill that takes the messages, or the agent.
func (s *Screen) whom() string {
	if s.skill == nil {
		return kit.Line(s.agent.Card().Name)
	}
	return s.Title()
}

// about is what the screen is, and with whom. A host that is not the card's comes first, where no name of the agent can hide it.
func (s *Screen) about() string {
	what := "Chat with " + s.Title()
	if len(s.turns) == 0 {
		what = "A text message to " + s.whom()
	}
	if _, to, differ := s.agent.OtherServer(); differ {
		_, host, _ := strings.Cut(to, "://")
		what = "To " + host + ", not the card's host · " + what
	}
	return what
}

// turnLines are the turns in a window of that height.
func (s *Screen) turnLines(height int) []string {
	lines, starts := s.drawTurns()
	s.starts, s.turnsHeight = starts, height
	if len(lines) == 0 && s.HasFrame() {
		lines = s.hint()
	}
	s.body.Height = height
	s.body.Set(lines)
	switch {
	case s.scrolled:
	case s.onTurns && s.cursor < len(starts):
		s.body.Reveal(starts[s.cursor])
	default:
		s.body.Top = len(lines)
	}
	return strings.Split(kit.PadLines(s.body.View(), height), "\n")
}

// hint says what can be written before anything was.
func (s *Screen) hint() []string {
	st := s.Styles()
	lines := kit.Wrap("Write below, and press enter to send. The agent's answers come here.", s.inner(), 0, st.Dim)
	if s.skill == nil {
		return lines
	}
	for _, e := range s.skill.Examples[:min(len(s.skill.Examples), 3)] {
		if isWords(e) {
			lines = append(lines, ansi.Truncate(st.Dim.Render("For example  ")+st.Text.Render(kit.Line(e)), s.inner(), "…"))
		}
	}
	return lines
}

func (s *Screen) HiddenLines() int { return s.body.HiddenLines() }

// noteRoom is how many columns the frame around the message needs beside its title and its note.
const noteRoom = 8

// next is what the next message will be, where it is not just another one.
func (s *Screen) next() (word string, style lipgloss.Style) {
	st := s.Styles()
	switch {
	case s.isRunning():
		return "the agent is working", st.Dim
	case len(s.approvals()) > 0:
		return "the agent asks: enter chooses the answer", st.Warn
	case s.isAsked() && s.last().HasForm():
		return "the agent asks with a form: enter opens it", st.Warn
	case s.isAsked():
		return "your message answers the agent", st.Warn
	case s.as != nil:
		about := "answer: " + s.as.About()
		if s.as.InText {
			about += ", schema in the text"
		}
		return ansi.Truncate(about, max(s.Width-len("Message")-noteRoom, 1), "…"), st.Accent
	}
	return "", st.Dim
}

// ruler is the line above the text on a small screen.
func (s *Screen) ruler() string {
	word, style := s.next()
	if word != "" {
		word = ansi.Truncate(" "+word+" ", s.Width, "…")
	}
	return style.Render(word) + s.Styles().Rule.Render(strings.Repeat("─", max(s.Width-lipgloss.Width(word), 0)))
}

// drawTurns are the lines of all turns, and where each begins.
func (s *Screen) drawTurns() (lines []string, starts []int) {
	for i, t := range s.turns {
		if i > 0 {
			lines = append(lines, "")
		}
		starts = append(starts, len(lines))
		lines = append(lines, s.youLines(t, s.onTurns && i == s.cursor)...)
		lines = append(lines, s.agentLine(t.now()))
		lines = append(lines, s.answerLines(t)...)
	}
	return lines, starts
}

func (s *Screen) youLines(t *turn, isChosen bool) []string {
	st := s.Styles()
	marker := "  "
	if isChosen {
		marker = st.Accent.Render("▸ ")
	}
	lines := []string{marker + st.Accent.Render("you") + st.Dim.Render("  "+t.at.Format("15:04:05"))}
	if strings.TrimSpace(t.text) != "" {
		lines = append(lines, indented(kit.Wrap(safe.Text(t.text).Block(0).String(), s.inner()-4, maxAskedLines, st.Text))...)
	}
	for _, f := range t.with {
		lines = append(lines, indented(kit.Wrap("+ "+f, s.inner()-4, 2, st.Dim))...)
	}
	return lines
}

// agentLine shows the phase of the turn and how long it took.
func (s *Screen) agentLine(t kit.Task) string {
	end := t.Snapshot().Ended
	if end.IsZero() {
		end = t.Run().Now()
	}
	st := s.Styles()
	phase := "  " + st.Accent.Render("agent") + "  " + t.PhaseText()
	took := "  " + kit.Seconds(end.Sub(t.Snapshot().Started))
	if lipgloss.Width(phase+took) > s.inner() { // a number is never cut
		return phase
	}
	return phase + st.Dim.Render(took)
}

// answerLines are what came of a turn. They are drawn again only where something
// has.
func (s *Screen) answerLines(t *turn) []string {
	task := t.now()
	now := turnView{
		width: s.inner(), styles: s.Styles(), events: task.Snapshot().Events + task.Snapshot().Timeline.Len(),
		chunks: task.CountChunks(), phase: task.Snapshot().Phase,
	}
	if old := t.view; old.lines == nil || old.width != now.width || old.styles != now.styles || old.events != now.events || old.chunks != now.chunks || old.phase != now.phase {
		now.lines = indented(append(s.said(task), s.results(task, s.toldBefore(t))...))
		t.view = now
	}
	return t.view.lines
}

// said are the last messages of the agent, the answers in between, and the last
// word on the connection.
func (s *Screen) said(task kit.Task) (lines []string) {
	st, timeline := s.Styles(), task.Snapshot().Timeline
	result := resultEntry(task)
	from, n := timeline.Len(), 0
	for ; from > 0 && n < maxMessages && timeline.Len()-from < maxScanned; from-- {
		if k := timeline.Entry(from - 1).Kind; k == run.MessageEntry || k == run.UserEntry {
			n++
		}
	}
	if from > 0 {
		lines = append(lines, st.Dim.Render(fmt.Sprintf("… %s before; enter opens the task", kit.Plural(from, "entry", "entries"))))
	}
	for i := from; i < timeline.Len(); i++ {
		e := timeline.Entry(i)
		switch e.Kind {
		case run.MessageEntry:
			if i == result { // it is below, as what was asked for
				continue
			}
			if !isStatusLine(task, i) {
				lines = append(lines, s.textLines(e.Text)...)
			} else if !isReplaced(task, i) {
				lines = append(lines, kit.Wrap(e.Text.Line(safe.TextLimit()).String(), s.inner()-4, 2, st.Dim)...)
			}
		case run.DetailEntry:
			lines = append(lines, kit.Wrap(e.Text.Block(0).String(), s.inner()-4, maxResultLines, st.Dim)...)
		case run.UserEntry:
			lines = append(lines, kit.Bullet("you: ", e.Said().Block(0).String(), s.inner()-4, st.Accent)...)
		case run.NoticeEntry:
			if i == timeline.Len()-1 {
				lines = append(lines, kit.Bullet("! ", e.Note, s.inner()-4, st.Warn)...)
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

// toldBefore are the notices below the turns before one: what an agent does with each answer is told once.
func (s *Screen) toldBefore(t *turn) map[string]bool {
	told := map[string]bool{}
	for _, before := range s.turns {
		if before == t {
			break
		}
		if doc := before.now().Document(); doc != nil {
			for _, b := range doc.Blocks() {
				if n, ok := b.(*render.Notice); ok {
					told[n.Text] = true
				}
			}
		}
	}
	return told
}

// textLines is a text of the agent, as Markdown where it is that.
func (s *Screen) textLines(text safe.Raw) []string {
	drawn := draw.Blocks([]render.Block{render.NewProse(text, safe.Raw{})}, max(s.inner()-4, 1), s.Styles().Render).Lines
	return s.cut(drawn)
}

// cut leaves out the lines that are too many, and says so.
func (s *Screen) cut(drawn []string) []string {
	more := len(drawn) - maxResultLines
	if more <= 0 {
		return drawn
	}
	return append(drawn[:maxResultLines:maxResultLines], s.Styles().Dim.Render(fmt.Sprintf("… %s; tab, then enter opens all", kit.Plural(more, "more line", "more lines"))))
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
func (s *Screen) results(task kit.Task, told map[string]bool) (lines []string) {
	st, now := s.Styles(), task.Snapshot()
	if doc := task.Document(); doc != nil && len(doc.Sections) > 0 {
		doc = readable(doc, told)
		var drawn []string
		style := st.Render
		style.Rows = shownRows
		switch wasSaid := now.Reply == nil && now.ResultMessage() != nil && !isAsData(task); {
		case wasSaid: // among the messages above
			drawn = draw.Blocks(besideWords(doc), max(s.inner()-4, 1), style).Lines
		case len(doc.Sections) == 1 && (now.Reply != nil || isAsData(task) || beginsWithWords(doc.Sections[0])): // it needs no heading here
			drawn = draw.Blocks(doc.Sections[0].Blocks, max(s.inner()-4, 1), style).Lines
		default:
			drawn = draw.Lines(doc, max(s.inner()-4, 1), style)
		}
		lines = append(lines, s.cut(drawn)...)
		if hasMoreRows(doc) {
			lines = append(lines, st.Dim.Render("tab, then enter opens the whole table"))
		}
	}
	if now.Plan.AnswerAs != nil && isAnswered(task) && !isAsData(task) {
		offer := "No JSON came. " + chatKeys.InText.Help().Key + " writes the schema into the message, to send it again."
		if now.Plan.AnswerAs.InText {
			offer = "No JSON came, though the schema was in the message. " + chatKeys.AnswerAs.Help().Key + " stops asking for it."
		}
		lines = append(lines, kit.Wrap(offer, s.inner()-4, 2, st.Warn)...)
	}
	if reason := now.Reason(); reason.IsEmpty() || !isSaidLast(now, reason) {
		lines = append(lines, kit.ReasonLines(st, now, s.inner()-4)...)
	}
	if task.Snapshot().Phase == run.Errored {
		lines = append(lines, kit.ErrorLines(st, task.Snapshot().Err, s.inner()-4)...)
		if task.WantsCredentials() {
			lines = append(lines, st.Warn.Render(chatKeys.Credentials.Help().Key+" gives credentials"))
		}
		if task.Snapshot().CanRetry {
			lines = append(lines, st.Dim.Render("tab, then enter opens the task, where r sends it again"))
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

func (s *Screen) Help() []string {
	lines := []string{
		"A chat in plain text, for agents and skills that take text. Each message is a task of its own, and all belong to one context. While the agent asks, what you send is the answer.",
		"",
		"Answer as… asks for a table or for JSON; where none comes, Ask again writes the schema into the message. What you wrote stays here when you go back.",
	}
	if id := s.contextID(); !id.IsEmpty() {
		lines = append(lines, "", "Context "+id.Line(80).String())
	}
	return lines
}
