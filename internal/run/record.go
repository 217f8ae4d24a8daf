package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
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
	problems := d.Problems() + len(d.Unchecked())
	var rows *int
	if n := d.Rows(); n > 0 || d.IsTable() {
		rows = &n
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if problems != r.state.Problems || !sameCount(rows, r.state.Rows) {
		r.state.Problems, r.state.Rows = problems, rows
		r.signal()
	}
}

func sameCount(a, b *int) bool { return a == b || a != nil && b != nil && *a == *b }

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

// recorder writes the file of a run. Lines are queued, which never waits, and written by
// create, flush and close, which wait for the disk. The zero recorder records nothing. It
// may be used by several goroutines.
type recorder struct {
	mu      sync.Mutex
	on      bool // lines are queued
	hidden  bool // nothing more goes into the file but how the run pauses and ends
	isEnded bool // the end is queued, or was
	queue   []queuedLine
	path    string // of a file that has all of the run
	err     error  // why the file is not complete
	repeats int    // statuses that said nothing new, which are not in the file

	// Bytes of events: with results, without, and changes of state beyond the limit of
	// those.
	resultBytes, statusBytes, changeBytes int

	response response

	writing sync.Mutex // held while the file is created, written and closed; before mu
	file    *runfile.File
}

// queuedLine is a line for the run file: an event as it was received, or any other.
type queuedLine struct {
	at    time.Time
	event []byte // nil for any other line
	other runfile.Line
}

// add queues a line, unless the rest of the run is private.
func (c *recorder) add(line runfile.Line) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.write(line)
}

// stop queues that the run has paused or ended. An end is queued once.
func (c *recorder) stop(line runfile.Line) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.on || c.isEnded {
		return
	}
	c.isEnded = line.Kind == runfile.End
	line.Repeats = c.repeats
	if c.hidden { // an agent may repeat in an error what it was sent
		line.Usage, line.Error = safe.Raw{}, safe.Raw{}
	}
	c.queue = append(c.queue, queuedLine{other: line})
}

// write is add for a caller who holds the lock.
func (c *recorder) write(line runfile.Line) {
	if c.on && !c.hidden {
		c.queue = append(c.queue, queuedLine{other: line})
	}
}

// isWanted reports whether there is a file, or is to be one.
func (c *recorder) isWanted() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.on
}

// status is the path of the file once all of the run is in it, "" before, and why it is not
// complete.
func (c *recorder) status() (path string, fault error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.path, c.err
}

// errDropped says what is missing of a run whose results were dropped.
var errDropped = errors.New("its result was dropped to save memory; recorded runs keep theirs on disk")

// drop notes that the run was dropped from memory.
func (c *recorder) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = errDropped
}

// hide keeps nothing of what follows but how the run ends.
func (c *recorder) hide() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.write(runfile.Line{Kind: runfile.Notice, Time: time.Now(), Text: safe.Text("the rest is not saved: an answer contained a secret")})
	c.hidden = true
}

// create starts the file with its first lines. A run whose file cannot be created goes on
// without.
func (c *recorder) create(begin func() (*runfile.File, error)) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	if c.file != nil {
		return nil
	}
	file, err := begin()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.file, c.on = file, file != nil
	return c.fail(err)
}

// flush writes the queued lines in their order.
func (c *recorder) flush() error {
	c.mu.Lock()
	isEmpty := len(c.queue) == 0
	c.mu.Unlock()
	if isEmpty { // nor does it wait for a file that is being closed
		return nil
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	return c.writeQueue()
}

func (c *recorder) writeQueue() error {
	if c.file == nil { // not created yet
		return nil
	}
	c.mu.Lock()
	lines := c.queue
	c.queue = nil
	c.mu.Unlock()
	var failed error
	for _, line := range lines {
		var err error
		if line.event != nil {
			err = c.file.AppendEvent(line.at, line.event)
		} else {
			err = c.file.Append(line.other)
		}
		failed = errors.Join(failed, err)
	}
	if failed == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.fail(failed)
}

// close puts the file on the disk. It returns when that is done, whoever began it.
func (c *recorder) close() error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_ = c.writeQueue()
	file := c.file
	c.file = nil
	var err error
	if file != nil {
		err = file.Close()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.on, c.queue = false, nil
	if file != nil && c.fail(err) == nil && c.err == nil && !c.hidden {
		c.path = file.Path()
	}
	return c.err
}

// fail notes why the file is not complete, where nothing was said yet, and returns err. The
// caller holds the lock.
func (c *recorder) fail(err error) error {
	if c.err == nil {
		c.err = err
	}
	return err
}

// lineOverhead is what a line of the run file takes besides its event, in bytes, about.
const lineOverhead = 72

// event queues an event for the run file. An agent may send for ever: a status that
// repeats the one before is counted only, and what the rest may take is limited. before is
// the state of the task so far.
func (c *recorder) event(e a2a.Event, isRepeat bool, before a2a.State) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.on || c.hidden {
		return
	}
	c.takeResponse(false)
	size := lineOverhead + len(e.Raw)
	switch {
	case isRepeat:
		c.repeats++
		return
	case hasResult(e):
		if c.resultBytes += size; c.resultBytes > limit.RunBytes.Int() {
			c.err = fmt.Errorf("its events with results take more than %s; %s", limit.RunBytes, limit.RunBytes.Hint())
			return
		}
	default:
		if c.statusBytes += size; c.statusBytes > limit.RunStatus.Int() {
			c.err = fmt.Errorf("its events without results take more than %s, so only changes of state are kept of later ones", limit.RunStatus)
			if !c.keepsChange(e, size, before) {
				return
			}
		}
	}
	c.queue = append(c.queue, queuedLine{at: e.At, event: e.Raw})
}

// hasResult reports an event that brings something that is shown as a result.
func hasResult(e a2a.Event) bool {
	status := e.Status
	if e.Task != nil {
		status = &e.Task.Status
	}
	return e.Artifact != nil || e.Message != nil || e.Task != nil && (len(e.Task.Artifacts) > 0 || lastAnswer(e.Task.History) != nil) ||
		status != nil && status.State == a2a.StateCompleted && status.Message != nil
}

// keepsChange reports whether an event beyond the limit changes the state, and is
// kept: a question and an end always, other changes for as much again.
func (c *recorder) keepsChange(e a2a.Event, size int, before a2a.State) bool {
	status := e.Status
	if e.Task != nil {
		status = &e.Task.Status
	}
	if status == nil || status.State == before {
		return false
	}
	if status.State.Settled() || status.State.Paused() {
		return true
	}
	c.changeBytes += size
	return c.changeBytes <= limit.RunStatus.Int()
}

// maxResponse bounds the body of a response that the run file keeps.
const maxResponse = 64 << 10

// response is the answer to a request that has no line yet: whether its body is kept
// shows only with what comes after it.
type response struct {
	isDue bool          // the response to a request did not come yet
	line  *runfile.Line // nil for none
	body  []byte        // at most maxResponse of bytes
	bytes int
}

// see takes what the file needs of a frame.
func (c *recorder) see(f a2aclient.Frame) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch p := &c.response; {
	case f.Sent || !c.on:
	case f.Header != nil:
		c.takeResponse(true)
		status, _, _ := strings.Cut(f.Head.Exact(), " ")
		code, _ := strconv.Atoi(status)
		if p.isDue || code/100 != 2 {
			p.line = &runfile.Line{Kind: runfile.Response, Time: f.At, Status: code, Text: f.Head, Header: f.Header}
		}
		p.isDue = false
	case p.line != nil && f.Head == safe.Text("body"):
		p.body = f.Body[:min(len(f.Body), maxResponse)]
		p.bytes = len(f.Body)
	}
}

// request queues a request, whose response is due.
func (c *recorder) request(line runfile.Line) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.write(line)
	c.response.isDue = true
}

// endResponse queues the response that came last: no event follows.
func (c *recorder) endResponse() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.takeResponse(true)
}

// takeResponse queues the response that came last, if there is one. Its body is left out
// where it is an event, which has a line of its own. The caller holds the lock.
func (c *recorder) takeResponse(withBody bool) {
	line, body := c.response.line, c.response.body
	if line == nil {
		return
	}
	c.response.line, c.response.body = nil, nil
	switch {
	case !withBody || body == nil:
	case c.response.bytes == len(body) && json.Valid(body):
		line.Raw = body
	default:
		line.Body = safe.Text(string(body))
		if c.response.bytes > len(body) {
			line.Body = safe.Text(fmt.Sprintf("%s … (%d bytes in all)", strings.ToValidUTF8(string(body), ""), c.response.bytes))
		}
	}
	c.write(*line)
}
