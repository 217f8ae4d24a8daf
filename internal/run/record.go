package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

// journal notes on the disk what is about to be sent, and gives it encoded.
func (r *Run) journal(request *a2aclient.Request) (*a2aclient.Preview, error) {
	preview, err := r.plan.Agent.Preview(request)
	if err != nil || r.opts.Store == nil {
		return preview, err
	}
	err = r.opts.Store.Journal(store.Sending{
		Time: time.Now(), RunID: r.id.Exact(), MessageID: request.MessageID, TaskID: request.TaskID,
		URL: preview.URL, SHA256: store.Digest(preview.Body),
	})
	if err != nil {
		return nil, fmt.Errorf("nothing was sent, because the journal cannot be written: %w; set A2AFORM_HOME to use another directory", err)
	}
	r.recordRequest(preview)
	if r.opts.Leaving != nil && request == r.plan.Request() {
		r.opts.Leaving(request.MessageID)
	}
	return preview, nil
}

// createFile starts the run file: the head, the card and what is sent. Failing to record does not stop a run; the
// snapshot says so. It writes to the disk, so it belongs in the goroutine of the
// first exchange.
func (r *Run) createFile() {
	r.mu.Lock()
	wanted := r.recording && r.file == nil && (r.state.Answers > 0 || !r.opts.AfterAnswer)
	r.mu.Unlock()
	if !wanted {
		return
	}
	create := r.opts.Store.CreateRun
	if r.opts.CreateFile != nil {
		create = r.opts.CreateFile
	}
	file, err := create(r.head())
	if err == nil && !r.plan.Private {
		lines, failed := r.firstLines()
		err = failed
		for _, line := range lines {
			err = errors.Join(err, file.Append(line))
		}
	}
	r.mu.Lock()
	r.file, r.recording = file, file != nil
	r.mu.Unlock()
	if err != nil {
		r.notKept(err)
	}
}

// head is the first line of the run file.
func (r *Run) head() runfile.Line {
	card := r.plan.Agent.Card()
	head := runfile.Line{Time: r.started, ID: r.id, Source: safe.Text(sourceOf(card)), Agent: card.Name, Private: r.plan.Private, Asked: r.plan.Asked()}
	if r.plan.Skill != nil {
		head.Skill, head.SkillName = r.plan.Skill.ID, r.plan.Skill.Name
	}
	if r.plan.Input != nil {
		head.Schema, head.Input = r.plan.Input.Name, store.SchemaDigest(r.plan.Input.Schema)
	}
	return head
}

// firstLines are the card, what is sent, and the tool.
func (r *Run) firstLines() (lines []runfile.Line, err error) {
	if card := r.plan.Agent.Card(); len(card.Raw) <= limit.KeptCard.Int() {
		var line runfile.Line
		if line, err = r.opts.Store.CardLine(card.Raw); err == nil {
			i := r.plan.Agent.Interface()
			line.Time, line.Binding, line.Protocol = r.started, string(i.Binding), i.Version
			if out := attachedOutput(card, r.plan.Skill); out != nil {
				line.Output = &runfile.Output{Schema: out.Attached, From: safe.Text(out.Rule)}
			}
			lines = append(lines, line)
		}
	}
	if r.plan.Data == nil && r.plan.Text == "" && len(r.plan.Files)+len(r.plan.Parts) == 0 {
		return append(lines, toolLine(r.started)), err
	}
	request := r.plan.Request()
	line := runfile.Line{
		Kind: runfile.Input, Time: r.started, Raw: r.plan.Data, Text: safe.Text(r.plan.Text),
		Tag: request.Tag, MessageID: request.MessageID,
	}
	for _, f := range r.plan.Files {
		line.Files = append(line.Files, safe.Text(f.Name))
	}
	keepParts(&line, r.plan)
	line.SkillHint = r.plan.SkillHint
	line.AnswerAs = r.plan.AnswerAs.Line()
	if v, err := ojson.Parse(r.plan.Data, ojson.DataLimits); err == nil && string(v.Compact()) != string(r.plan.Data) {
		line.Exact = string(r.plan.Data)
	}
	return append(lines, line, toolLine(r.started)), err
}

// sourceOf is where the card can be read another day, from any directory.
func sourceOf(card *a2aclient.Card) string {
	if info, err := os.Stat(card.Source); err != nil || !info.Mode().IsRegular() {
		return card.Source
	}
	path, err := filepath.Abs(card.Source)
	if err != nil {
		return card.Source
	}
	return path
}

func (r *Run) recordRequest(p *a2aclient.Preview) {
	defer r.flush()
	r.mu.Lock()
	defer r.mu.Unlock()
	line := runfile.Line{Kind: runfile.Request, Time: time.Now(), Method: safe.Text(p.Method), URL: safe.Text(p.URL), Header: p.Header, Raw: p.Body}
	if len(p.Body) > limit.KeptRequest.Int() {
		line.Raw, line.Text = nil, safe.Text(fmt.Sprintf("%d bytes with files in them, which are not kept", len(p.Body)))
	}
	r.append(line)
	r.sentRequest = true
}

func (r *Run) recordNotice(at time.Time, n *a2a.Notice) {
	line := runfile.Line{Kind: runfile.Notice, Time: at, Text: safe.Text(n.Text)}
	line.Extensions = n.Extensions
	r.append(line)
}

// recordStop notes that the run has paused or ended.
func (r *Run) recordStop(kind string, at time.Time) {
	line := runfile.Line{
		Kind: kind, Time: at, Outcome: safe.Text(r.state.Outcome()), TaskID: r.state.TaskID, ContextID: r.state.ContextID,
		Code: r.state.Code, Problems: r.state.Problems, Rows: r.state.Rows, Repeats: r.repeats,
	}
	if !r.hidden {
		line.Usage = r.state.Details.Usage()
	}
	if r.state.Err != nil {
		line.Unsettled = errors.Is(r.state.Err, a2aclient.ErrUnsettled)
		if !r.hidden { // an agent may repeat in an error what it was sent
			line.Error = safe.Text(r.state.Err.Error())
		}
	}
	r.write(line)
}

// append adds a line, unless the run is private.
func (r *Run) append(line runfile.Line) {
	if !r.hidden {
		r.write(line)
	}
}

// queuedLine is a line for the run file: an event as it was received, or any other.
type queuedLine struct {
	at    time.Time
	event []byte // nil for any other line
	other runfile.Line
}

// write queues a line. The caller holds mu, and calls Run.flush once it has
// released mu.
func (r *Run) write(line runfile.Line) {
	if r.recording {
		r.queue = append(r.queue, queuedLine{other: line})
	}
}

// flush writes the queued lines in their order. It waits for the disk, so the caller
// must not hold mu: screens ask for snapshots meanwhile.
func (r *Run) flush() {
	r.flushing.Lock()
	defer r.flushing.Unlock()
	r.mu.Lock()
	file, lines := r.file, r.queue
	if file == nil { // not created yet
		r.mu.Unlock()
		return
	}
	r.queue, r.spare = r.spare, nil
	r.mu.Unlock()
	var failed error
	for _, line := range lines {
		var err error
		if line.event != nil {
			err = file.AppendEvent(line.at, line.event)
		} else {
			err = file.Append(line.other)
		}
		failed = errors.Join(failed, err)
	}
	clear(lines)
	r.spare = lines[:0]
	if failed != nil {
		r.notKept(failed)
	}
}

// hide keeps nothing of what follows but how the run ends.
func (r *Run) hide(at time.Time) {
	if !r.hidden {
		r.append(runfile.Line{Kind: runfile.Notice, Time: at, Text: safe.Text("the rest is not saved: an answer contained a secret")})
	}
	r.hidden = true
}

func (r *Run) closeIfOver() {
	if r.isOver() {
		r.countOutput()
		r.closeFile()
	}
}

// countOutput counts the rows of the output and its problems. A panic in it is no fault of
// the run: whoever draws the output reports it.
func (r *Run) countOutput() {
	defer func() { _ = recover() }()
	if phase := r.Snapshot().Phase; phase != Settled && phase != Answered {
		return
	}
	d := r.Document()
	problems, rows := d.Problems()+len(d.Unchecked()), d.Rows()
	r.mu.Lock()
	defer r.mu.Unlock()
	if problems != r.state.Problems || rows != r.state.Rows {
		r.state.Problems, r.state.Rows = problems, rows
		r.signal()
	}
}

func (r *Run) isOver() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state.Phase.IsOver()
}

// closeFile puts the run file on the disk. It returns when that is done, whoever
// began it.
func (r *Run) closeFile() {
	r.mu.Lock()
	if r.ended {
		r.ended = false
		r.recordStop(runfile.End, r.state.Ended)
	}
	r.mu.Unlock()
	r.flush()
	r.closing.Lock()
	defer r.closing.Unlock()
	r.flushing.Lock() // nobody writes to it any more
	r.mu.Lock()
	file := r.file
	r.file, r.recording, r.queue = nil, false, nil
	r.mu.Unlock()
	r.flushing.Unlock()
	if file == nil {
		return
	}
	if err := file.Close(); err != nil {
		r.notKept(err)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state.RecordErr == nil && !r.hidden {
		r.complete = file.Path()
		r.signal() // its memory can be released
	}
}

// CompleteFile is the path of the run's file once all of the run is in it, "" before
// that and for a run that is not recorded whole.
func (r *Run) CompleteFile() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.complete
}

// notKept says why the run file is not complete, where nothing was said yet.
func (r *Run) notKept(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state.RecordErr == nil {
		r.state.RecordErr = err
	}
	r.signal()
}

// maxKeptPart is how large a part may be that the line of what is sent repeats, in bytes.
const maxKeptPart = 1 << 20

// keepParts notes the parts besides the data and the text, so that they can be sent again. A
// larger one is counted only: its content is in the request.
func keepParts(line *runfile.Line, plan *Plan) {
	for i, part := range plan.Parts {
		switch {
		case len(part) > maxKeptPart:
			line.Dropped++
		case i < plan.PartsBefore:
			line.PartsBefore++
			fallthrough
		default:
			line.Parts = append(line.Parts, part)
		}
	}
}
