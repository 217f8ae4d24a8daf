package conform

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/doctor"
	"a2aform/internal/qa/doctor/live"
	"a2aform/internal/qa/doctor/rule"
	"a2aform/internal/qa/finding"
	"a2aform/internal/safe"
)

// cardRules are the rules of doctor that are checks here.
var cardRules = map[string][]string{
	"OS1.1": {"O01", "O14"}, "OS1.2": {"O02", "O03", "O11"}, "OS1.3": {"O04", "O05", "O07", "O08"}, "OS1.4": {"O06", "O12"},
	"EX1": {"X01"},
}

// checkCard checks the live card by the rules of doctor.
func (e *engine) checkCard() {
	for _, id := range []string{"OS1.1", "OS1.2", "OS1.3", "OS1.4", "EX1"} {
		if !e.wants(id) {
			continue
		}
		rules, err := rule.Select(cardRules[id])
		if err != nil {
			continue
		}
		report := doctor.Check(e.o.Agent.Card().Raw, doctor.Options{Rules: rules, WithoutSchemas: true})
		e.addFindings(id, report)
	}
}

func (e *engine) addFindings(id string, report *finding.Report) {
	report.Sort()
	var what []string
	for _, f := range report.Findings {
		what = append(what, f.Rule+" "+safe.Text(f.Pointer).Line(120).String()+": "+f.What)
	}
	outcome := Info
	switch {
	case len(what) == 0 && len(report.Held) == 0:
		e.undecided(id, nil, "the card has nothing that this sentence is about", "a card that declares the extension")
		return
	case len(what) == 0:
		e.add(id, nil, Pass, "the card keeps to "+strings.Join(report.Held, ", "))
		return
	case report.Findings[0].Level == finding.Error:
		outcome = outcomeOf[Find(id).Level]
	case report.Findings[0].Level == finding.Warning:
		outcome = Warn
	}
	e.report(&Result{Check: Find(id), Outcome: outcome, What: strings.Join(what, "; "), Found: report.Findings})
}

// unknownExtension is a URI that no agent knows.
const unknownExtension = "https://example.com/a2aform/conform/unknown/v1"

// checkActivation checks what the header of extensions does (EX2 to EX5, EX9).
func (e *engine) checkActivation() {
	ids := []string{"EX2", "EX3", "EX4", "EX5", "EX9"}
	at := slices.IndexFunc(e.list, func(f *form) bool { return f.problem == "" })
	if at < 0 {
		e.undecidedAll(ids, "", "the card has no form with a named schema", "a card that declares schemas")
		return
	}
	f := e.list[at]
	send := func(extensions []string) *reply {
		return e.send(probe{form: f, parts: []json.RawMessage{f.part(f.valid[0])}, extensions: extensions})
	}
	var declared []string
	required := false
	for _, x := range e.o.Agent.Card().Extensions {
		declared, required = append(declared, exact(x.URI)), required || x.Required
	}
	with, without := send(declared), send([]string{})
	if required {
		e.checkRequired(with, without)
		e.undecidedAll([]string{"EX2"}, "", "the card requires an extension", "see EX5")
	} else {
		e.undecidedAll([]string{"EX5"}, "", "the card requires no extension", "a card that requires one")
		e.bothAnswered("EX2", "with the header, and without", e.otherHeader(f, declared), with, without)
	}
	unknown := send(append(slices.Clone(declared), unknownExtension))
	e.bothAnswered("EX4", "without an unknown extension, and with one", "", with, unknown)
	e.checkEcho(declared, with, without, unknown)
	e.checkMetadata(f, declared)
}

// bothAnswered adds the result of two messages that are to be answered alike, and a note.
func (e *engine) bothAnswered(id, what, note string, a, b *reply) {
	what += ": " + a.String() + ", " + b.String() + note
	switch {
	case a.how == check.Nothing && b.how == check.Nothing || !a.isTaken():
		e.undecided(id, nil, what, "an agent that takes valid data", a, b)
	case b.isTaken():
		e.add(id, nil, Pass, what, a, b)
	default:
		e.broken(id, nil, what, a, b)
	}
}

func (e *engine) checkRequired(with, without *reply) {
	switch {
	case !with.isTaken():
		e.undecided("EX5", nil, "with the required extensions: "+with.String(), "an agent that takes valid data", with)
	case without.isTaken():
		e.broken("EX5", nil, "a message without the required extension is taken", with, without)
	default:
		e.add("EX5", nil, Pass, "without the required extension: "+without.String(), with, without)
	}
}

// checkEcho checks which extensions the replies name (EX3).
func (e *engine) checkEcho(declared []string, with, without, unknown *reply) {
	echoed := func(r *reply) (list []string) {
		for _, uri := range r.now.Activated {
			list = append(list, exact(uri))
		}
		return list
	}
	var wrong []string
	for _, uri := range echoed(without) {
		wrong = append(wrong, uri+" was not asked for")
	}
	for _, uri := range append(echoed(with), echoed(unknown)...) {
		if !slices.Contains(declared, uri) {
			wrong = append(wrong, uri+" is not declared")
		}
	}
	switch {
	case with.how == check.Nothing:
		e.undecided("EX3", nil, with.String(), tryAgain, with)
	case len(wrong) > 0:
		e.broken("EX3", nil, "the agent says that it activated an extension: "+safe.Text(strings.Join(slices.Compact(wrong), "; ")).Line(400).String(), with, without, unknown)
	case len(echoed(with)) == 0:
		e.add("EX3", nil, Info, "the agent does not say which extensions it activated", with)
	default:
		e.add("EX3", nil, Pass, count(len(echoed(with)), "extension")+" echoed, none that was not asked for", with, without, unknown)
	}
}

// wrongTypes are values of each type of JSON but one: of texts, and of objects.
var wrongTypes = map[string][]string{"text": {"null", "5", "true", "[]", "{}"}, "object": {"null", "5", "true", "[]", `"x"`}}

// checkMetadata sends extension metadata of each wrong type: the tag of a part, the metadata of a part as a whole, and what the
// message has for each extension (EX9).
func (e *engine) checkMetadata(f *form, declared []string) {
	if !e.wants("EX9") {
		return
	}
	var crashed []string
	var replies []*reply
	send := func(what string, p probe) bool {
		r := e.send(p)
		replies = append(replies, r)
		if isCrash(r) {
			crashed = append(crashed, what)
		}
		if r.how == check.Nothing {
			e.undecided("EX9", nil, what+": "+r.String(), tryAgain, r)
		}
		return r.how != check.Nothing
	}
	data, good := string(f.valid[0]), []json.RawMessage{f.part(f.valid[0])}
	for _, wrong := range wrongTypes["text"] {
		if !send("metadata.mimeType "+wrong, probe{form: f, parts: []json.RawMessage{e.raw("data", data, `{"mimeType":`+wrong+`}`)}}) {
			return
		}
	}
	for _, wrong := range wrongTypes["object"] {
		if !send("metadata of a part "+wrong, probe{form: f, parts: []json.RawMessage{e.raw("data", data, wrong)}}) {
			return
		}
	}
	for _, uri := range declared {
		for _, wrong := range append(wrongTypes["text"], `"x"`) {
			agent, err := e.o.Agent.Redial(e.o.Agent.Card(), a2aclient.WithMetadata(a2aclient.Metadata{Key: uri, Value: json.RawMessage(wrong)}))
			if err != nil {
				break
			}
			if !send("metadata of the message for "+uri+" "+wrong, probe{form: f, parts: good, agent: agent}) {
				return
			}
		}
	}
	if len(crashed) > 0 {
		e.broken("EX9", nil, "the agent crashes on "+safe.Text(strings.Join(crashed, ", ")).Line(400).String(), replies...)
		return
	}
	e.add("EX9", nil, Pass, count(len(replies), "message")+" with metadata of a wrong type answered", replies...)
}

// checkMethods checks a method of an extension, and the specifications at the URIs (EX10, EX11).
func (e *engine) checkMethods() {
	if e.wants("EX10") {
		e.checkMethod()
	}
	if !e.wants("EX11") {
		return
	}
	extensions := e.o.Agent.Card().Extensions
	if !e.o.Online || len(extensions) == 0 {
		e.undecided("EX11", nil, "nothing was fetched", "a card with extensions, and --online")
		return
	}
	for _, x := range extensions {
		page, err := live.Get(e.ctx, exact(x.URI))
		said := "it could not be requested"
		if err == nil {
			_ = page.Body.Close()
			said = fmt.Sprint("HTTP ", page.StatusCode)
		}
		if err != nil || page.StatusCode/100 != 2 {
			e.undecided("EX11", nil, x.URI.Line(200).String()+": "+said, "a page at the URI")
			return
		}
	}
	e.add("EX11", nil, Info, count(len(extensions), "URI")+" with a page")
}

// names are what the versions of A2A call things: the method to read a task, and the header of the other version.
func (e *engine) names() (get, otherHeader, otherVersion string) {
	if e.o.Agent.Card().Dialect == a2aclient.DialectV10 {
		return "GetTask", "X-A2A-Extensions", "0.3"
	}
	return "tasks/get", "A2A-Extensions", "1.0"
}

func (e *engine) checkMethod() {
	core, _, _ := e.names()
	switch {
	case e.o.Method == "":
		e.undecided("EX10", nil, "no method of an extension is known", "the name of a method: --method NAME")
		return
	case e.o.Agent.Interface().Binding != a2aclient.BindingJSONRPC:
		e.undecided("EX10", nil, "methods are called over JSON-RPC alone", "an agent with JSON-RPC")
		return
	}
	var answers [2]*live.Answer
	for i, method := range []string{core, e.o.Method} {
		if err := e.wait(e.ctx); err != nil {
			e.undecided("EX10", nil, err.Error(), tryAgain)
			return
		}
		e.count(1)
		body := `{"jsonrpc":"2.0","id":"1","method":` + strconv.Quote(method) + `,"params":{"id":"a2aform-conform-no-such-task"}}`
		var err error
		if answers[i], err = live.Post(e.ctx, e.o.Agent.Interface(), nil, body); err != nil {
			e.undecided("EX10", nil, method+" got no answer", tryAgain)
			return
		}
	}
	switch {
	case !answers[0].WantsCredentials():
		e.undecided("EX10", nil, fmt.Sprintf("%s needs no credentials: HTTP %d", core, answers[0].Status), "an agent that asks for credentials")
	case answers[1].WantsCredentials():
		e.add("EX10", nil, Pass, fmt.Sprintf("without credentials the agent refuses %s as it does %s: HTTP %d", e.o.Method, core, answers[1].Status))
	default:
		e.broken("EX10", nil, fmt.Sprintf("without credentials the agent refuses %s, but not %s: HTTP %d", core, e.o.Method, answers[1].Status))
	}
}

// otherHeader says what the header of the other version's spelling does alone (EX2), "" where that cannot be tried: it is sent
// without credentials.
func (e *engine) otherHeader(f *form, declared []string) string {
	_, name, version := e.names()
	if len(declared) == 0 || !e.wants("EX2") || e.o.Agent.HasCredentials() || e.o.Agent.Interface().Binding != a2aclient.BindingJSONRPC || e.wait(e.ctx) != nil {
		return ""
	}
	preview, err := e.o.Agent.Preview(&a2aclient.Request{Parts: []json.RawMessage{f.part(f.valid[0])}, Extensions: []string{}, Mode: a2aclient.ModePoll})
	if err != nil {
		return ""
	}
	e.count(1)
	preview.Header.Set(name, strings.Join(declared, ", "))
	answer, err := live.Post(e.ctx, e.o.Agent.Interface(), preview.Header, string(preview.Body))
	if err != nil {
		return ""
	}
	if v, err := ojson.Parse(answer.Body, ojson.DataLimits); err == nil {
		for _, id := range []string{v.Get("result").Get("task").Get("id").Text(), v.Get("result").Get("id").Text()} {
			if id != "" {
				e.cancel(safe.Text(id))
			}
		}
	}
	does := "activates nothing"
	if answer.Header.Get("A2A-Extensions")+answer.Header.Get("X-A2A-Extensions") != "" {
		does = "activates extensions too"
	}
	return fmt.Sprintf("; the header %s of A2A %s alone %s (HTTP %d)", name, version, does, answer.Status)
}

// allowed are the members of core objects, by a member that tells the object, up to 1.0.
var allowed = map[string]string{
	"task":     " id contextId status artifacts history metadata kind ",
	"status":   " state message timestamp ",
	"message":  " messageId contextId taskId role parts metadata extensions referenceTaskIds kind ",
	"part":     " text data file raw url filename mediaType metadata kind ",
	"artifact": " artifactId name description parts metadata extensions ",
	"update":   " taskId contextId status artifact append lastChunk final metadata kind index ",
}

const enums = " submitted working input-required completed canceled failed rejected auth-required unknown unspecified user agent task message status-update artifact-update text data file "

// checkCore looks at all that came: members and values of core objects (EX7, EX8).
func (e *engine) checkCore() {
	e.collect.Lock()
	events := e.events
	e.collect.Unlock()
	found := &coreFindings{}
	for _, event := range events {
		v, err := ojson.Parse(event.Raw, ojson.DataLimits)
		if err != nil || event.Raw == nil {
			continue
		}
		for _, name := range []string{"task", "message", "statusUpdate", "artifactUpdate"} {
			if inner := v.Get(name); inner.Is(ojson.Object) && v.Len() == 1 {
				v = inner
			}
		}
		found.events++
		found.object(kindOf(v), v)
	}
	for id, list := range map[string][]string{"EX7": found.members, "EX8": found.values} {
		switch {
		case found.events == 0:
			e.undecided(id, nil, "nothing came that could be looked at", tryAgain)
		case len(list) > 0:
			e.broken(id, nil, safe.Text(strings.Join(list, ", ")).Line(400).String())
		default:
			e.add(id, nil, Pass, count(found.events, "event"))
		}
	}
}

func kindOf(v *ojson.Value) string {
	switch {
	case v.Get("messageId").Exists():
		return "message"
	case v.Get("taskId").Exists():
		return "update"
	}
	return "task"
}

// coreFindings are unknown members and values of core objects.
type coreFindings struct {
	events          int
	members, values []string
}

func (c *coreFindings) note(list *[]string, text string) {
	if !slices.Contains(*list, text) && len(*list) < maxFrames {
		*list = append(*list, text)
	}
}

func (c *coreFindings) object(kind string, v *ojson.Value) {
	for _, m := range v.Members() {
		if !strings.Contains(allowed[kind], " "+m.Name+" ") {
			c.note(&c.members, kind+"."+m.Name)
		}
		switch m.Name {
		case "state", "role", "kind":
			said := strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(m.Value.Text(), "TASK_STATE_"), "ROLE_"))
			if !strings.Contains(enums, " "+strings.ReplaceAll(said, "_", "-")+" ") {
				c.note(&c.values, m.Name+" "+m.Value.Text())
			}
		case "status", "message", "artifact":
			c.object(m.Name, m.Value)
		case "history", "artifacts", "parts":
			inner := map[string]string{"history": "message", "artifacts": "artifact", "parts": "part"}[m.Name]
			for _, item := range m.Value.Items() {
				c.object(inner, item)
			}
		}
	}
}
