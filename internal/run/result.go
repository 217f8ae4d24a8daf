package run

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render"
)

// ResultMessage returns the message that is the result, or stands for it; nil for none. It is the reply of a run that was
// answered. Agents also complete a task without an artifact and say the result in the message of the last status, in several
// pieces or a message beside the task while it works, or only in the history: then it is the first of these. An agent that waits
// without a question has answered with what it said before. Of a run that broke off, what it said beside its statuses is all there is. What else an agent says while it works, asks or fails is no result.
//
// Together with the artifacts it is all that a run came to: what shows, prints or checks a result asks it or [Snapshot.Results].
func (s Snapshot) ResultMessage() *a2a.Message {
	switch {
	case s.Reply != nil:
		return s.Reply
	case s.State.Paused() && s.Question == nil && (s.lastStatus == nil || len(s.lastStatus.Parts) == 0):
		return s.lastSaid
	case s.Phase == Errored && len(s.shown()) == 0:
		return s.spoken
	case s.State != a2a.StateCompleted || len(s.shown()) > 0:
		return nil
	case s.lastStatus != nil && len(s.lastStatus.Parts) > 0:
		return s.lastStatus
	case s.spoken != nil:
		return s.spoken
	}
	return s.lastInHistory
}

// Closing is what the agent said as it completed the task, beside the result. It is empty for nothing, and where that is the result.
func (s Snapshot) Closing() safe.Raw {
	if s.State != a2a.StateCompleted || s.lastStatus == nil || s.lastStatus == s.ResultMessage() {
		return safe.Raw{}
	}
	return safe.Text(messageText(s.lastStatus))
}

// AwaitsNext reports a task that waits and asks nothing: it has answered, and the next message goes on with it.
func (s Snapshot) AwaitsNext() bool {
	return s.State == a2a.StateInputRequired && s.Phase == Paused && s.Question == nil && len(s.ResultParts()) > 0
}

// elsewhere says where the result of a task was found if no artifact has it, though A2A wants it there, "" otherwise.
func (s Snapshot) elsewhere() string {
	if s.Phase != Settled {
		return ""
	}
	switch s.ResultMessage() {
	case nil, s.Reply:
		return ""
	case s.lastStatus:
		return "the result was in the message of the last status, not in an artifact"
	case s.spoken:
		return "the result was in a message while the task worked, not in an artifact"
	}
	return "the result was only in the history of the task, not in an artifact"
}

// ResultParts returns the parts of the artifacts and of the message.
func (s Snapshot) ResultParts() (parts []a2a.Part) {
	for _, i := range s.shown() {
		parts = append(parts, s.Artifacts[i].Parts...)
	}
	if m := s.ResultMessage(); m != nil {
		parts = append(parts, m.Parts...)
	}
	return slices.DeleteFunc(parts, a2a.Part.IsThought)
}

// LiveText returns the words of the agent so far: the texts of the artifacts, else of its reply, else what it said last.
func (s Snapshot) LiveText() string {
	var texts []string
	for _, i := range s.shown() {
		a := s.Artifacts[i]
		for _, p := range renderParts(a.Parts, a.joins) {
			if p.Kind == render.TextPart {
				texts = append(texts, p.Text.Exact())
			}
		}
	}
	switch {
	case len(texts) > 0:
		return strings.Join(texts, "\n")
	case s.Reply != nil:
		return messageText(s.Reply)
	case s.lastSaid != nil:
		return messageText(s.lastSaid)
	}
	return ""
}

// shown returns the indexes of the artifacts that are a result: not those without parts, which some agents send around their answer, and not
// live text once the whole has come.
func (s Snapshot) shown() (list []int) {
	hasWhole := slices.ContainsFunc(s.Artifacts, func(a Artifact) bool { return !a.isPartial && len(a.Parts) > 0 })
	for i, a := range s.Artifacts {
		if len(a.Parts) > 0 && !(a.isPartial && hasWhole && (a.closed || s.Phase.IsOver())) {
			list = append(list, i)
		}
	}
	return list
}

// Results are the artifacts and the message, in the shape that render takes. Calls of tools that are artifacts of their own come last.
// Where one tool was called and the agent sent no other data, what the tool returned is data, too.
func (s Snapshot) Results() []render.Artifact {
	list := make([]render.Artifact, 0, len(s.Artifacts)+1)
	var steps render.Artifact
	var last Artifact
	var metadata *metadataOf
	if s.isDone() { // a stream has thousands of pieces with the same
		metadata = &metadataOf{}
	}
	replyAt := -1
	for _, i := range s.shown() {
		a := s.Artifacts[i]
		if replyAt < 0 && i >= s.replyAt {
			replyAt = len(list)
		}
		if goesOn(&last, &a) {
			last.joins = append(slices.Clip(last.joins), len(last.Parts))
			for _, at := range a.joins {
				last.joins = append(last.joins, len(last.Parts)+at)
			}
			last.Parts = slices.Concat(last.Parts, a.Parts)
			last.Metadata = a.Metadata
			if isNumbered(&last, &a) { // the number is no title
				last.Name, list[len(list)-1].Name = a.Name, safe.Raw{}
			}
			list[len(list)-1].Parts = metadata.withMetadata(last.Parts, last.joins, last.Metadata)
			continue
		}
		if isStep(a) {
			steps.Parts = append(steps.Parts, renderPart(a.Parts[0]))
			continue
		}
		list = append(list, render.Artifact{ID: a.ID, Name: a.Name, Description: a.Description, Parts: metadata.withMetadata(a.Parts, a.joins, a.Metadata)})
		last = a
	}
	if m := s.ResultMessage(); m != nil {
		at := len(list)
		if s.Reply != nil && replyAt >= 0 {
			at = replyAt
		}
		list = slices.Insert(list, at, render.Artifact{Name: safe.Text("Message"), Parts: metadata.withMetadata(m.Parts, nil, m.Metadata)})
	}
	if len(steps.Parts) > 0 {
		list = append(list, steps)
	}
	if metadata != nil {
		list = s.addTaskMetadata(list, metadata)
	}
	if s.hasOneToolResult() {
		showLastAsData(list)
	}
	return list
}

// addTaskMetadata adds the metadata of the task and of its last status behind the results.
func (s Snapshot) addTaskMetadata(list []render.Artifact, metadata *metadataOf) []render.Artifact {
	if m := s.lastStatus; m != nil && m != s.ResultMessage() && !saysFacts(&a2a.Status{State: s.State, Message: m}) {
		metadata.add(m.Metadata)
	}
	for _, raw := range s.lastMetadata {
		metadata.add(raw)
	}
	reason := s.Reason() // which is shown as such
	metadata.shown = slices.DeleteFunc(metadata.shown, func(f Fact) bool { return f.Text == reason })
	p, ok := metadata.last()
	switch {
	case !ok || p.Shown == 0 && len(list) == 0:
		return list
	case len(list) == 0:
		return append(list, render.Artifact{Parts: []render.Part{p}})
	}
	last := &list[len(list)-1]
	if n := len(last.Parts); p.Shown == 0 && n > 0 && last.Parts[n-1].Kind == render.MetadataPart { // they share its line
		p.Text, p.Shown = safe.Text(last.Parts[n-1].Text.Exact()+"\n"+p.Text.Exact()), last.Parts[n-1].Shown
		last.Parts = last.Parts[:n-1]
	}
	last.Parts = append(last.Parts, p)
	return list
}

// hasOneToolResult reports that one tool was called and returned something, and that there is no other data.
func (s Snapshot) hasOneToolResult() bool {
	calls, results := 0, 0
	for _, p := range s.ResultParts() {
		_, _, isCall := p.ToolCall()
		switch {
		case p.IsToolResult():
			results++
		case isCall:
			calls++
		case p.Kind == a2a.PartData:
			return false
		}
	}
	return calls == 1 && results == 1
}

// showLastAsData makes the last part with data beside the answer one of it.
func showLastAsData(list []render.Artifact) {
	for _, a := range slices.Backward(list) {
		for i := range slices.Backward(a.Parts) {
			if p := &a.Parts[i]; p.Kind == render.AsidePart && p.Data != nil {
				*p = render.Part{Kind: render.DataPart, Data: p.Data}
				return
			}
		}
	}
}

// isStep reports an artifact that has a call of a tool or what the tool returned, which some agents send beside their answer.
func isStep(a Artifact) bool {
	if !a.Name.IsEmpty() || len(a.Parts) != 1 {
		return false
	}
	_, _, ok := a.Parts[0].ToolCall()
	return ok
}

// isNumbered reports two artifacts whose names are nothing but a number and the one after it: Spring AI Alibaba counts the pieces of a text.
func isNumbered(last, next *Artifact) bool {
	n, err := strconv.Atoi(last.Name.Exact())
	return err == nil && next.Name.Exact() == strconv.Itoa(n+1)
}

// goesOn reports an artifact of text that goes on with the one before, under the same name or the next number: some
// agents give each piece of a text an id of its own. Others list the pieces of a text under one id.
func goesOn(last, next *Artifact) bool {
	isOther := func(p a2a.Part) bool { return p.Kind != a2a.PartText }
	isSame := !next.ID.IsEmpty() && next.ID == last.ID && agree(last.Name, next.Name) && agree(last.Index, next.Index)
	isNext := isNumbered(last, next)
	if !isSame && !isNext && (next.Name.IsEmpty() || next.Name != last.Name) || len(last.Parts) == 0 || len(next.Parts) == 0 ||
		slices.ContainsFunc(last.Parts, isOther) || slices.ContainsFunc(next.Parts, isOther) {
		return false
	}
	a, b := last.Parts[len(last.Parts)-1], next.Parts[0]
	isPiece := isNext || isSame && len(last.joins) > 0 && last.joins[len(last.joins)-1] == len(last.Parts)-1
	return continues(a, b) && isSeam(a.Text.Exact(), b.Text.Exact(), isPiece)
}

// DropResults drops what the agent said and sent.
func (s *Snapshot) DropResults() {
	s.Timeline, s.Artifacts, s.Reply = Timeline{}, nil, nil
	s.forgetSaid()
}

// forgetSaid drops what the agent said so far, as the user has answered it.
func (s *Snapshot) forgetSaid() {
	s.lastStatus, s.spoken, s.lastSaid, s.lastInHistory = nil, nil, nil, nil
}

// OfTask returns the snapshot of a task that was read at once.
func OfTask(task *a2a.Task) *Snapshot {
	s := &Snapshot{
		State: task.Status.State, lastStatus: task.Status.Message, lastInHistory: lastAnswer(task.History),
		lastMetadata: [2][]byte{task.Status.Metadata}, // those of the task are facts of their own
	}
	for _, a := range task.Artifacts {
		one := Artifact{Artifact: a, closed: true, isPartial: a.IsPartial()}
		if one.isPartial {
			one.Artifact = *liveText(&a)
		}
		one.joins = seams(one.Parts)
		s.Artifacts = append(s.Artifacts, one)
	}
	return s
}

// TaskDocument is the visible contents of a task's result.
func TaskDocument(card *a2aclient.Card, task *a2a.Task) *render.Document {
	return render.NewBuilder(OutputSchemas(card, nil)).Document(OfTask(task).Results())
}

// lastAnswer returns the last message that the agent wrote after the last one of the user; nil for none.
func lastAnswer(history []a2a.Message) *a2a.Message {
	if n := len(history); n > 0 && history[n-1].Role != a2a.RoleUser && len(history[n-1].Parts) > 0 {
		return &history[n-1]
	}
	return nil
}

// NoReason is what is said of a task that failed or was rejected without a word.
const NoReason = "the agent gave no reason"

// HasFailed reports a run whose task failed or was rejected.
func (s *Snapshot) HasFailed() bool {
	return s.Phase == Settled && (s.State == a2a.StateFailed || s.State == a2a.StateRejected)
}

// HasSucceeded reports a run that went well, and to whose result nothing is added.
func (s *Snapshot) HasSucceeded() bool {
	return s.Phase == Answered || s.Phase == Settled && s.State == a2a.StateCompleted
}

// CountChunks counts the chunks of the artifacts, to notice new ones.
func (s *Snapshot) CountChunks() int {
	n := 0
	for _, a := range s.Artifacts {
		n += a.Chunks
		if a.Complete {
			n += 1 << 20
		}
	}
	if s.ResultMessage() != nil {
		n++
	}
	return n
}

// Reason returns why the task failed or was rejected, in the agent's words: the message of the last status, else the error with which the
// agent broke off its stream, else what the metadata of the status names as the error. What it said while it worked is no reason. It is
// empty where the agent gave none, and for a run that ended otherwise.
func (s *Snapshot) Reason() safe.Raw {
	if !s.HasFailed() {
		return safe.Raw{}
	}
	if s.lastStatus != nil {
		if text := messageText(s.lastStatus); text != "" {
			return reasonOf(s.lastStatus, text)
		}
		if text := reasonIn(s.lastStatus.Metadata); !text.IsEmpty() {
			return text
		}
	}
	if !s.failure.IsEmpty() {
		return s.failure
	}
	for _, metadata := range s.lastMetadata {
		if text := reasonIn(metadata); !text.IsEmpty() {
			return text
		}
	}
	return safe.Raw{}
}

// reasonOf is the text of a message about a failure: where all of it is one error as JSON, as data or in a text, what that says.
func reasonOf(m *a2a.Message, text string) safe.Raw {
	if len(m.Parts) == 1 {
		data := m.Parts[0].Data
		if m.Parts[0].Kind == a2a.PartText {
			data = []byte(text)
		}
		if reason := reasonIn(data); !reason.IsEmpty() {
			return reason
		}
	}
	return safe.Text(text)
}

// maxReason bounds a reason behind an outcome, in cells.
const maxReason = 300

// RepeatsReason reports an entry of the timeline that says the reason of the outcome, and no more.
func (s *Snapshot) RepeatsReason(e Entry) bool {
	return e.Kind == MessageEntry && s.HasFailed() && oneLine(e.Text) == oneLine(s.Reason())
}

// WholeOutcome is [Snapshot.OutcomeText] with the whole reason, whose lines after the first are indented.
func (s *Snapshot) WholeOutcome() string {
	reason := strings.TrimSpace(s.Reason().Block(safe.TextLimit()).String())
	if reason == "" {
		return s.OutcomeText()
	}
	return s.Outcome() + ": " + strings.ReplaceAll(reason, "\n", "\n  ") + CodeText(s.Code)
}

func oneLine(text safe.Raw) string { return strings.Join(strings.Fields(text.Exact()), " ") }

// reasonText is the reason behind the outcome of a task that failed or was rejected, in one line.
func (s *Snapshot) reasonText() string {
	if !s.HasFailed() {
		return ""
	}
	reason := s.Reason()
	if reason.IsEmpty() {
		return ": " + NoReason
	}
	return ": " + safe.Text(oneLine(reason)).Line(maxReason).String()
}

// reasonNames are the names of members of metadata and of errors that say why something failed, without the prefix of a framework.
var reasonNames = [][]string{{"error", "message"}, {"error"}, {"reason"}, {"detail"}, {"exception"}, {"failure"}, {"message"}}

// reasonIn returns the reason that metadata give of a failure, empty for none: a text, or the message of an object.
func reasonIn(metadata json.RawMessage) safe.Raw {
	v, err := ojson.Parse(metadata, ojson.DataLimits)
	if err != nil {
		return safe.Raw{}
	}
	for _, name := range reasonNames {
		for _, m := range v.Members() {
			words := safe.Words(m.Name)
			if len(words) < len(name) || !slices.Equal(words[len(words)-len(name):], name) {
				continue
			}
			switch {
			case m.Value.Is(ojson.String) && m.Value.Text() != "":
				return safe.Text(m.Value.Text())
			case m.Value.Get("message").Is(ojson.String):
				return safe.Text(withCode(m.Value.Get("message").Text(), m.Value.Get("code")))
			}
		}
	}
	return safe.Raw{}
}

func withCode(text string, code *ojson.Value) string {
	if !code.Is(ojson.Number) {
		return text
	}
	return fmt.Sprintf("%s (%s)", text, code.Compact())
}

// amount says of a number what it counts.
type amount struct {
	isUse, isMoney, isTokens, isTotal bool
	currency                          string
}

// of is the amount of a member of an object that has the amount itself.
func (a amount) of(name string, object *ojson.Value) amount {
	all := safe.Words(name)
	has := func(wanted ...string) bool {
		return slices.ContainsFunc(all, func(w string) bool { return slices.Contains(wanted, w) })
	}
	if has("id", "index", "limit", "max") { // they count nothing that was used
		return amount{}
	}
	a.isMoney = a.isMoney || has("amount", "cost", "costs", "price", "charge", "fee")
	a.isTokens = a.isTokens || has("token", "tokens")
	a.isTotal = has("total")
	a.isUse = a.isUse || a.isMoney || a.isTokens || has("usage", "credits")
	if unit := object.Get("currency"); unit.Is(ojson.String) && len(unit.Text()) <= maxCurrency {
		a.currency = unit.Text()
	}
	for _, unit := range []string{"usd", "eur", "gbp"} {
		if a.isMoney && has(unit) {
			a.currency = strings.ToUpper(unit)
		}
	}
	return a
}

// maxCurrency is how long the name of a currency may be.
const maxCurrency = 8

// Usage says in short what the task used or cost, such as "1234 tokens, 0.02 EUR"; empty for
// nothing known. The figures are those of the agent, digit for digit.
func (d Details) Usage() safe.Raw {
	var tokens, money, other *Fact
	for i := range d.Facts {
		f := &d.Facts[i]
		switch a := f.amount; {
		case !a.isUse:
		case a.isMoney:
			money = better(money, f)
		case a.isTokens:
			tokens = better(tokens, f)
		default:
			other = better(other, f)
		}
	}
	var texts []string
	if tokens != nil {
		texts = append(texts, tokens.figure()+" tokens")
	}
	if money != nil {
		texts = append(texts, strings.TrimSpace(money.figure()+" "+money.amount.currency))
	}
	if len(texts) == 0 && other != nil {
		name := other.Name.Exact()
		if i := strings.LastIndex(name, factPathMark); i >= 0 {
			name = name[i+len(factPathMark):]
		}
		texts = append(texts, other.figure()+" "+name)
	}
	return safe.Text(strings.Join(texts, ", "))
}

// maxFigure is how long a number may be to stand in a column.
const maxFigure = 24

func (f *Fact) figure() string {
	text := f.Text.Exact()
	if len(text) > maxFigure {
		return text[:maxFigure] + "…"
	}
	return text
}

// better is the fact that says more: a total, else the first one.
func better(known, f *Fact) *Fact {
	if known == nil || f.amount.isTotal && !known.amount.isTotal {
		return f
	}
	return known
}
