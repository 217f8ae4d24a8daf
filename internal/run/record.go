package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/internal/version"
)

// journal notes on the disk what is about to be sent, and gives it encoded.
func (r *Run) journal(request *a2aclient.Request) (*a2aclient.Preview, error) {
	preview, err := r.plan.Agent.Preview(request)
	if err != nil || r.opts.Store == nil {
		return preview, err
	}
	err = r.opts.Store.Journal(store.Sending{
		Time: time.Now(), RunID: r.state.ID.Exact(), MessageID: request.MessageID, TaskID: request.TaskID,
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

// createFile starts the run file: the head, the card and what is sent. Failing to record
// does not stop a run; the snapshot says so. It writes to the disk, so it belongs in the
// goroutine of the first exchange.
func (r *Run) createFile() {
	if r.recorder.isWanted() && (!r.opts.AfterAnswer || r.Snapshot().Answers > 0) {
		r.wrote(r.recorder.create(r.beginFile))
	}
}

// beginFile is the run file with its first lines. It may fail with the file, where some of
// them are missing.
func (r *Run) beginFile() (*runfile.File, error) {
	create := r.opts.Store.CreateRun
	if r.opts.CreateFile != nil {
		create = r.opts.CreateFile
	}
	file, err := create(r.head())
	if err != nil || r.plan.Private {
		return file, err
	}
	lines, err := r.firstLines()
	for _, line := range lines {
		err = errors.Join(err, file.Append(line))
	}
	return file, err
}

// wrote wakes whoever watches where the file could not be written.
func (r *Run) wrote(err error) {
	if err != nil {
		r.signal()
	}
}

// head is the first line of the run file.
func (r *Run) head() runfile.Line {
	card := r.plan.Agent.Card()
	head := runfile.Line{Time: r.state.Started, ID: r.state.ID, Source: safe.Text(sourceOf(card)), Agent: card.Name, Private: r.plan.Private, Asked: r.plan.Asked(), FedBy: r.plan.FedBy}
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
			line.Time, line.Binding, line.Protocol = r.state.Started, string(i.Binding), i.Version
			if out := attachedOutput(card, r.plan.Skill); out != nil {
				line.Output = &runfile.Output{Schema: out.Attached, From: safe.Text(out.Rule)}
			}
			lines = append(lines, line)
		}
	}
	if r.plan.Data == nil && r.plan.Text == "" && len(r.plan.Files)+len(r.plan.Parts) == 0 {
		return append(lines, toolLine(r.state.Started)), err
	}
	request := r.plan.Request()
	line := runfile.Line{
		Kind: runfile.Input, Time: r.state.Started, Raw: r.plan.Data, Text: safe.Text(r.plan.Text),
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
	return append(lines, line, toolLine(r.state.Started)), err
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
	line := runfile.Line{Kind: runfile.Request, Time: time.Now(), Method: safe.Text(p.Method), URL: safe.Text(p.URL), Header: p.Header, Raw: p.Body}
	if len(p.Body) > limit.KeptRequest.Int() {
		line.Raw, line.Text = nil, safe.Text(fmt.Sprintf("%d bytes with files in them, which are not kept", len(p.Body)))
	}
	r.recorder.request(line)
	r.flush()
}

// recordStop notes that the run has paused or ended. The caller holds the lock.
func (r *Run) recordStop(kind string, at time.Time) {
	line := runfile.Line{
		Kind: kind, Time: at, Outcome: safe.Text(r.state.Outcome()), TaskID: r.state.TaskID, ContextID: r.state.ContextID,
		Code: r.state.Code, Problems: r.state.Problems, Rows: r.state.Rows, Usage: r.state.Details.Usage(),
	}
	if err := r.state.Err; err != nil {
		line.Unsettled, line.Error = errors.Is(err, a2aclient.ErrUnsettled), safe.Text(err.Error())
	} else {
		line.Error = r.state.failure
	}
	r.recorder.stop(line)
}

// keepChat keeps the context of a message as the last chat with the agent. Forms and test cases are no chat. Where it cannot be written, the
// user still sees the context. It writes to the disk, so it belongs in the goroutine of an exchange.
func (r *Run) keepChat() {
	p := r.plan
	if r.opts.Store == nil || r.opts.CreateFile != nil || p.Private || p.Input != nil || p.Data != nil || p.Text == "" && len(p.Files) == 0 {
		return
	}
	if id := r.Snapshot().ContextID; !id.IsEmpty() && id != r.chat {
		r.chat = id
		_ = r.opts.Store.KeepChat(p.Agent.Interface().URL, id)
	}
}

// flush writes what is queued for the run file. It waits for the disk, so the caller must
// not hold the lock.
func (r *Run) flush() { r.wrote(r.recorder.flush()) }

func (r *Run) closeIfOver() {
	if r.Snapshot().Phase.IsOver() {
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

// closeFile puts the run file on the disk. It returns when that is done, whoever
// began it.
func (r *Run) closeFile() {
	r.mu.Lock()
	if r.state.Phase.IsOver() {
		r.recordStop(runfile.End, r.state.Ended)
	}
	r.mu.Unlock()
	_ = r.recorder.close() // the snapshot says so
	r.signal()             // its memory can be released
}

// CompleteFile is the path of the run's file once all of the run is in it, "" before
// that and for a run that is not recorded whole.
func (r *Run) CompleteFile() string {
	path, _ := r.recorder.status()
	return path
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

// toolLine says which build of the program made the run.
func toolLine(at time.Time) runfile.Line {
	tool := version.This()
	return runfile.Line{
		Kind: runfile.Tool, Time: at,
		Tool: safe.Text(tool.Version), Commit: safe.Text(tool.Commit), Go: safe.Text(tool.Go), OS: safe.Text(tool.OS), Zone: safe.Text(tool.Zone),
	}
}

// see takes a frame of the run's calls. It is called from several goroutines.
func (r *Run) see(f a2aclient.Frame) {
	r.traffic.See(f)
	r.recorder.see(f)
}
