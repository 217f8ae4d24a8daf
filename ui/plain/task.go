package plain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/schema"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/table"
)

// defaultWidth is the width of results where none is known.
const defaultWidth = 80

// send sends, follows the task as lines, answers what the agent asks, and writes
// the result.
func (s *session) send(plan *run.Plan, accepted func()) error {
	s.printf("")
	r := run.Start(s.ctx, plan, run.Options{Store: s.opts.Store, Record: s.opts.Record})
	defer r.Close()
	var shown run.Tail
	s.chat.written = nil
	for {
		now := s.follow(r, &shown)
		if now.IsAccepted() {
			accepted()
		}
		if err := s.ctx.Err(); err != nil && now.Err != nil {
			return interrupted(now, err)
		}
		if now.Phase != run.Paused || now.State == a2a.StateAuthRequired {
			return s.conclude(r, now)
		}
		s.chat.received = now.SaidFiles
		if err := s.answer(r, now); errors.Is(err, run.ErrBusy) {
			s.printf("The agent continued without an answer. Yours was not sent.")
		} else if err != nil {
			return s.leave(now, err)
		}
	}
}

// interrupted names the task that may go on.
func interrupted(now run.Snapshot, cause error) error {
	if now.TaskID.IsEmpty() {
		return fmt.Errorf("interrupted; the agent had not returned a task yet, but may have started one: %w", cause)
	}
	return fmt.Errorf("interrupted; task %s may continue on the agent: %w", now.TaskID.Line(0), cause)
}

// leave names the task that is left waiting.
func (s *session) leave(now run.Snapshot, err error) error {
	s.printf("the agent still needs an answer for task %s", now.TaskID.Line(0))
	return err
}

// drawTime is how often the words of an answer are looked at as they come.
const drawTime = time.Second

// follow writes what happens until the run can be answered or ends: also the words of an answer in a chat, passage by passage.
func (s *session) follow(r *run.Run, shown *run.Tail) run.Snapshot {
	done := make(chan run.Snapshot, 1)
	safego.Go(func() {
		done <- r.Wait(context.WithoutCancel(s.ctx))
	})
	var draw <-chan time.Time
	for {
		var quiet <-chan time.Time
		if shown.IsBehind(r.Snapshot().Timeline) {
			quiet = time.After(run.GrowTime)
		}
		select {
		case <-r.Wake():
			s.printEntries(r, shown.Next(r.Snapshot().Timeline, false))
			if s.chat.isOpen && draw == nil {
				draw = time.After(drawTime)
			}
		case <-draw:
			draw = nil
			s.printPassages(r.Document())
		case <-quiet:
			s.printEntries(r, shown.Next(r.Snapshot().Timeline, true))
		case now := <-done:
			s.printEntries(r, shown.Next(now.Timeline, true))
			return now
		}
	}
}

// printPassages writes those passages of an answer that stand: an empty line and something else follow them.
func (s *session) printPassages(d *render.Document) {
	lines := s.drawn(d)
	for i := len(lines) - 1; i > len(s.chat.written); i-- {
		if lines[i] == "" && slices.Equal(lines[:len(s.chat.written)], s.chat.written) {
			s.printLines(lines[len(s.chat.written):i])
			s.chat.written = lines[:i]
			return
		}
	}
}

// printEntries writes entries of the timeline, without the reason of the outcome, which comes behind the result.
func (s *session) printEntries(r *run.Run, entries []run.Entry) {
	now := r.Snapshot()
	for _, e := range entries {
		if now.RepeatsReason(e) {
			continue
		}
		text := ""
		switch e.Kind {
		case run.StateEntry:
			text = e.StateText()
		case run.MessageEntry:
			text = "agent: " + strings.ReplaceAll(strings.TrimSpace(e.Text.Block(0).String()), "\n", "\n  ")
		case run.DetailEntry:
			text = "  " + e.Text.Line(safe.TextLimit()).String()
		case run.UserEntry:
			text = "you: " + e.Said().Line(safe.TextLimit()).String()
		default:
			text = "! " + e.Note
		}
		s.printf("%s %s", e.At.Format("15:04:05"), text)
	}
}

// answer asks what the agent asks, by a form where it came with one.
func (s *session) answer(r *run.Run, now run.Snapshot) error {
	question := now.Question
	if again := now.AskedAgain(); again != "" {
		s.printf("! %s", again)
	}
	if question != nil {
		if f, ok := question.Form(); ok {
			return s.answerForm(r, f)
		}
	}
	return s.answerInWords(r, "Your answer")
}

// answerInWords answers with a text, and the files that are to go with it.
func (s *session) answerInWords(r *run.Run, prompt string) error {
	text, err := s.askMessage(prompt, false, answerCommands)
	if err != nil {
		return err
	}
	files := s.chat.files
	s.chat.files = nil
	return r.AnswerWithFiles(text, files)
}

func (s *session) answerForm(r *run.Run, f a2a.Form) error {
	doc, err := schema.Load(f.Schema)
	if err != nil {
		s.printf("! the form that the agent asks with cannot be used: %s", err)
		return s.answerInWords(r, "Your answer in words")
	}
	doc.SetNotSecret(s.notSecret())
	doc.SetNumberWarning(s.agent.NumberWarning())
	form := formgen.New(doc)
	if v, err := ojson.Parse(f.Prefill, ojson.DataLimits); err == nil && f.Prefill != nil {
		form.Load(v)
	}
	s.introduce(form)
	data, err := s.complete(form, false)
	if err != nil {
		return err
	}
	return r.AnswerForm(f, data, form.HasSecret())
}

// conclude writes the result and how the run ended.
func (s *session) conclude(r *run.Run, now run.Snapshot) error {
	if now.Err != nil {
		return now.Err
	}
	document := r.Document()
	if s.chat.isOpen {
		s.chat.turns, s.chat.contextID = append(s.chat.turns, turnOf(now, document)), now.ContextID
	}
	s.printDocument(document)
	s.printBriefs(document)
	for _, note := range []string{now.Violation, problemOf(now.RecordErr)} {
		if note != "" {
			s.printf("! %s", note)
		}
	}
	s.printf("outcome: %s", now.WholeOutcome())
	if now.Outcome() == "completed" || now.Outcome() == "answered" {
		s.answered(now.Plan, document)
	}
	if now.State == a2a.StateAuthRequired {
		s.printf("the agent needs credentials to continue task %s: a2aform auth login keeps them", now.TaskID.Line(0))
	}
	return nil
}

// printDocument writes a result, but not again what was written while it came.
func (s *session) printDocument(d *render.Document) {
	lines := s.drawn(d)
	if n := len(s.chat.written); n <= len(lines) && slices.Equal(lines[:n], s.chat.written) {
		lines = lines[n:]
	} else {
		s.printf("The answer as a whole:")
		s.printf("")
	}
	s.chat.written = nil
	s.printLines(lines)
}

// drawn are the lines of a document, and an empty one before them.
func (s *session) drawn(d *render.Document) []string {
	width, style := s.opts.Width, s.opts.Style
	if width <= 0 {
		width = defaultWidth
	}
	style.NoGlyphs = true
	return append([]string{""}, draw.Lines(d, width, style)...)
}

func (s *session) printLines(lines []string) {
	for _, line := range lines {
		s.printf("%s", line)
	}
}

// maxBriefed is how many rows a table has at most for its brief to be worked out: the user waits.
const maxBriefed = 100_000

// printBriefs prints what the long tables of a result come to, as the screens have it above them.
func (s *session) printBriefs(d *render.Document) {
	for _, b := range d.Blocks() {
		t, ok := b.(*table.Table)
		if !ok || s.opts.NoBrief || t.Rows() < table.MinBrief || t.Rows() > maxBriefed {
			continue
		}
		brief, err := t.View().Brief(s.ctx)
		if err != nil {
			return // the session has ended
		}
		var words []string
		if brief.Span != "" {
			words = append(words, brief.Span)
		}
		for _, figure := range brief.Figures {
			words = append(words, figure.Text)
		}
		label := "In short"
		if title := t.Head().Title; title != "" && len(d.Blocks()) > 1 {
			label += ", " + title
		}
		if len(words) > 0 {
			s.printf("%s: %s", label, strings.Join(words, " · "))
		}
	}
}

func problemOf(err error) string {
	if err == nil {
		return ""
	}
	return "the run file is incomplete: " + safe.Text(err.Error()).Line(safe.TextLimit()).String()
}

// IsInput reports an error of the answers, not of the agent: the input ended too
// early, or goes on for ever.
func IsInput(err error) bool {
	var end *EndError
	var input *InputError
	return errors.As(err, &end) || errors.As(err, &input)
}

// Answer asks what the agent of a paused run asks, line by line, and answers it. About is what the run belongs to, safe to write. It fails
// with an [*EndError] where the input ends too early. Of the options it uses those of input and output, and the store.
func Answer(ctx context.Context, o Options, about string, r *run.Run) error {
	now := r.Snapshot()
	t := &terminal{ctx: ctx, in: bufio.NewReader(o.In), out: o.Out, isPiped: o.IsPiped, hasMarks: o.HasMarks, width: o.Wrap, secret: o.Secret}
	s := &session{filler: filler{t}, opts: o, agent: now.Plan.Agent}
	s.printf("%s asks in %s:", now.Plan.Agent.Card().Name.Line(0), about)
	if question := now.Question; question != nil {
		for _, part := range question.Parts {
			if text := strings.TrimSpace(part.Text.Block(0).String()); text != "" {
				s.printf("%s", text)
			}
		}
	}
	return errors.Join(s.answer(r, now), t.err)
}
