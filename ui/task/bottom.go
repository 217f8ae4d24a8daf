package task

import (
	"strings"

	"a2aform/internal/run"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// bottom is what is below the other parts of a run: what went wrong, or the answer that is typed. It is made for each draw.
type bottom struct {
	now           *run.Snapshot
	reply         *reply
	st            *kit.Styles
	width, height int // of the screen
	hasPanes      bool
	isAside       bool // a screen beside this one has the keys
}

// bottom are the lines below the other parts.
func (s *Screen) bottom() []string {
	if s.replay != nil {
		return s.replay.lines(s.Width)
	}
	return s.atBottom().lines()
}

func (s *Screen) atBottom() bottom {
	return bottom{now: &s.snapshot, reply: &s.reply, st: s.Styles(), width: s.Width, height: s.Height, hasPanes: s.shown().hasPanes(), isAside: s.isAside}
}

// lines are under the timeline: what went wrong, or the answer.
func (b bottom) lines() []string {
	st := b.st
	switch {
	case b.now.Phase == run.Paused:
		return b.answerLines()
	case b.reply.isOpen:
		return b.framed(kit.Pane{Title: "Your answer", Lines: append(kit.Wrap(wentOn, b.contentWidth(), 0, st.Warn), b.reply.line.View()), HasFocus: !b.isAside})
	case b.now.Phase == run.Errored:
		lines := kit.ErrorLines(st, b.now.Err, b.contentWidth())
		if b.now.CanRetry {
			lines = append(lines, kit.Bullet("→ ", shortcut.InProse(kit.Keys.Resend)+" sends the same message again, under the same id. The agent may then do it twice.", b.contentWidth(), st.Text)...)
		}
		lines = append(lines, st.Dim.Render("  Esc goes back. What you filled in is still there."))
		if !b.hasPanes {
			return append([]string{""}, lines...)
		}
		return b.framed(kit.Pane{Title: sentence(b.now.OutcomeText()), Lines: lines})
	case b.now.Violation != "":
		return kit.Bullet("! ", b.now.Violation, b.width, st.Warn)
	case b.now.RecordErr != nil:
		return kit.Bullet("! ", "The run file is not complete: "+b.now.RecordErr.Error(), b.width, st.Warn)
	}
	return nil
}

// maxQuestion is how many lines of a question are shown above the answer: of more the last
// ones. All of it is among the messages.
func (b bottom) maxQuestion() int {
	const rail, answer = 1, 1
	return max(b.height-rail-minPane-answer-kit.FrameHeight, 1)
}

// contentWidth is how many columns the answer and errors have.
func (b bottom) contentWidth() int {
	if b.hasPanes {
		return b.width - kit.FrameWidth
	}
	return b.width
}

// framed puts lines into a pane, where the screen has panes.
func (b bottom) framed(p kit.Pane) []string {
	if !b.hasPanes {
		return p.Lines
	}
	p.Width, p.Height = b.width, len(p.Lines)+kit.FrameHeight
	return b.st.Pane.Draw(p)
}

// wentOn says why what is typed is not sent.
const wentOn = "The agent went on without an answer. What you typed is kept here until it asks again."

func (b bottom) answerLines() []string {
	st, width := b.st, b.contentWidth()
	lines := b.reply.questionLines(width, b.height, st)
	if b.hasPanes {
		lines = lines[max(len(lines)-b.maxQuestion(), 0):]
		return b.framed(kit.Pane{Title: "Your answer", Note: b.reply.mode(), Lines: append(lines, b.reply.line.View()), HasFocus: !b.isAside})
	}
	lines = append([]string{st.Rule.Render(strings.Repeat("─", width))}, lines...)
	return append(lines, st.Dim.Render(strings.TrimSpace("Your answer "+b.reply.mode())), b.reply.line.View())
}
