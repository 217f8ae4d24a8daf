package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/limit"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// sending is a message to an agent: what it is, how its task is followed, and how the outcome is printed.
type sending struct {
	agent   command.AgentFlag
	connect command.ConnectFlags
	draft   draft
	wait    waiting
	print   printing
	record  bool
}

// sendCommand is send with all that it can do in place of sending one message.
type sendCommand struct {
	sending
	each   eachFlags
	raw    rawFlags
	dryRun bool
}

func newSend(s *command.Streams) *cobra.Command {
	var o sendCommand
	cmd := &cobra.Command{
		Use:   "send AGENT",
		Short: "Fill in a skill's form, send it, wait, and print what comes back",
		Long: "Send a text, or a skill's form, which is checked as on the screens. The result is on standard output, the outcome on standard error.\n\n" +
			"The exit code is 0 whatever the outcome; --fail-on turns outcomes into 10. Input that fails its schema is 2, and nothing is sent.",
		Example: "  a2aform send localhost:9999 --text 'hello'\n" +
			"  a2aform send localhost:9999 --text 'the planets' \\\n    --answer-as 'name, moons: integer' -o csv\n" +
			"  a2aform send localhost:9999 --text 'only those with rings' \\\n    --context-id last\n" +
			"  a2aform send localhost:9999 --skill fight-comparison \\\n    --set a=Lion --set b=Tiger\n" +
			"  a2aform send localhost:9999 --skill fight-comparison \\\n    --data @fight.json -o json",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return errNoFlag(args[1:])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("raw") {
				return o.runRaw(cmd, s, args)
			}
			if o.draft.answer.as == "" && cmd.Flags().Changed("answer-as") {
				return command.Usagef("--answer-as is empty; write columns as 'name, price: number'")
			}
			return o.run(cmd.Context(), s, args)
		},
	}
	o.addAgent(cmd)
	o.connect.AddPolling(cmd)
	o.connect.AddMetadata(cmd)
	o.connect.AddSchema(cmd, &o.draft.form.skill)
	o.draft.add(cmd)
	o.each.add(cmd)
	o.wait.add(cmd)
	o.wait.addAnswers(cmd)
	o.print.add(cmd)
	o.print.addStream(cmd)
	o.raw.add(cmd)
	f := cmd.Flags()
	f.BoolVar(&o.record, "record", false, "record this run, for --from last and a2aform runs")
	f.BoolVar(&o.dryRun, "dry-run", false, "print the payload and send nothing; with -o json, curl or http the whole request, without secrets")
	command.MoveFlags(cmd, command.AllFlags, "artifact", "cancel-on-timeout", "set-env")
	excludeFromRaw(cmd, "from", "each", "jobs", "artifact", "record", "dry-run")
	return cmd
}

// addAgent adds the flags of the agent.
func (o *sending) addAgent(cmd *cobra.Command) {
	o.agent.Add(cmd)
	o.connect.Add(cmd)
	o.connect.AddDebug(cmd)
}

// reached is an agent whose card was read.
type reached struct {
	card     *a2aclient.Card
	agent    *a2aclient.Agent // nil where none can be talked to
	undialed error            // why
}

// close ends the connections of the agent.
func (r *reached) close() {
	if r.agent != nil {
		r.agent.Close()
	}
}

// run sends one message, or one for each row, or prints what would be sent.
func (o *sendCommand) run(ctx context.Context, s *command.Streams, args []string) error {
	if err := o.check(s, args); err != nil {
		return err
	}
	ctx, cancel := o.wait.timeout.within(ctx)
	defer cancel()
	to, err := o.reach(ctx, s, args)
	if err != nil {
		return err
	}
	defer to.close()
	if o.each.rows != "" {
		if to.undialed != nil {
			return to.undialed
		}
		return o.sendEach(ctx, s, to.agent)
	}
	plan, form, err := o.plan(ctx, s, to)
	switch {
	case err != nil:
		return err
	case o.dryRun:
		plan.Data = o.draft.form.masked(form, plan.Data)
		return o.printDry(s, plan, to.undialed)
	case to.undialed != nil:
		return to.undialed
	}
	return o.start(ctx, s, plan)
}

// errNoFlag says how arguments behind the agent are sent: as fields where each is NAME=VALUE, else as a text.
func errNoFlag(words []string) error {
	flags := "--text " + command.ShellWord(safe.Text(strings.Join(words, " ")))
	isSetting := func(word string) bool {
		name, _, ok := strings.Cut(word, "=")
		return ok && name != "" && !strings.ContainsAny(name, " \t\n")
	}
	if !slices.ContainsFunc(words, func(word string) bool { return !isSetting(word) }) {
		flags = ""
		for _, word := range words {
			flags += " --set " + command.ShellWord(safe.Text(word))
		}
		flags = flags[1:]
	}
	return command.Usagef("AGENT is the only argument: write what to send as %s (see a2aform send --help)", flags)
}

// check refuses flags that do not go together, before anything is read.
func (o *sendCommand) check(s *command.Streams, args []string) error {
	ref, _ := o.agent.Ref(s, args) // without one, fetching says so
	if err := o.draft.settle(); err != nil {
		return err
	}
	if err := cmp.Or(o.print.checkFailOn(), o.draft.checkText(), o.each.check(&o.draft, &o.wait, &o.print), o.draft.check(ref == "-"), o.checkAsync()); err != nil {
		return err
	}
	if o.each.rows == "" {
		if err := o.draft.checkEmpty(); err != nil {
			return err
		}
	}
	if err := o.wait.check(); err != nil {
		return err
	}
	if o.print.stream && o.dryRun {
		return command.Usagef("--dry-run sends nothing, so --stream has no effect")
	}
	if err := o.checkStream(); err != nil || o.dryRun && slices.Contains(requestFormats, o.print.output.Value) {
		return cmp.Or(err, o.connect.Check())
	}
	return cmp.Or(o.print.output.Check(), o.connect.Check())
}

// printDry prints what would be sent. The whole request needs an agent.
func (o *sendCommand) printDry(s *command.Streams, plan *run.Plan, undialed error) error {
	format := o.print.output.Value
	switch {
	case format == "text" && !hasSeveralParts(plan):
		if as := plan.AnswerAs; as != nil {
			s.Warn("note: the message asks for " + as.About() + "; -o json shows the request")
		}
		return command.PrintRaw(s, dryPayload(plan))
	case undialed != nil:
		return undialed
	}
	return printRequest(s, format, plan)
}

// answerTask sends the answer to a task.
func (o *sending) answerTask(ctx context.Context, s *command.Streams, args []string) error {
	if err := o.check(s, args); err != nil {
		return err
	}
	ctx, cancel := o.wait.timeout.within(ctx)
	defer cancel()
	to, err := o.reach(ctx, s, args)
	if err != nil {
		return err
	}
	defer to.close()
	plan, _, err := o.plan(ctx, s, to)
	if err := cmp.Or(err, to.undialed); err != nil {
		return err
	}
	return o.start(ctx, s, plan)
}

// check refuses flags that do not go together, before anything is read.
func (o *sending) check(s *command.Streams, args []string) error {
	ref, _ := o.agent.Ref(s, args) // without one, fetching says so
	if err := o.draft.settle(); err != nil {
		return err
	}
	return cmp.Or(o.print.checkFailOn(), o.draft.checkText(), o.draft.check(ref == "-"), o.draft.checkEmpty(), o.wait.check(), o.print.output.Check(), o.connect.Check())
}

// checkAsync refuses --async with flags about the result.
func (o *sending) checkAsync() error {
	if o.wait.async && (len(o.wait.answers)+len(o.print.failOn) > 0 || o.print.save.Dir != "") {
		return command.Usagef("--async does not wait for a result, so --answer, --fail-on and --save have no effect")
	}
	return nil
}

// checkStream refuses --stream with what it does not go with.
func (o *sending) checkStream() error {
	if err := o.print.checkStream(); err != nil {
		return err
	}
	if o.print.stream && o.wait.async {
		return command.Usagef("--stream and --async do not go together")
	}
	return nil
}

// reach reads the card of the agent, and dials it. A message without what only the agent has can be made of the card alone.
func (o *sending) reach(ctx context.Context, s *command.Streams, args []string) (to reached, err error) {
	if to.card, err = o.connect.Fetch(ctx, s, &o.agent, args); err != nil {
		return to, err
	}
	to.agent, to.undialed = o.connect.Open(ctx, s, to.card)
	switch {
	case to.undialed == nil:
		to.card = to.agent.Card()
	case o.draft.needsAgent():
		return to, to.undialed
	}
	ref, _ := o.agent.Ref(s, args)
	o.print.about = subject{agent: ref, endpoint: o.connect.Endpoint(), skill: o.draft.form.skill, task: o.draft.task, isChat: o.draft.text != "", extensions: o.connect.HasExtensions()}
	return to, nil
}

// plan makes the message, with the schema of its form, nil for none.
func (o *sending) plan(ctx context.Context, s *command.Streams, to reached) (*run.Plan, *schema.Document, error) {
	plan, form, err := o.draft.plan(ctx, s, to.card, to.agent)
	if err != nil {
		o.notePublicCard(s, to.card)
		return nil, nil, err
	}
	plan.Async = o.wait.async
	return plan, form, nil
}

// start sends the message, waits and prints what comes of it.
func (o *sending) start(ctx context.Context, s *command.Streams, plan *run.Plan) error {
	agent := plan.Agent
	if err := o.print.save.Check(); err != nil {
		return err
	}
	command.WarnCredentials(s, agent, plan.Skill)
	if err := checkAnswerable(ctx, plan); err != nil {
		return err
	}
	if pricing := agent.Card().Pricing; !pricing.IsEmpty() {
		s.Warn("note: the card names a price: " + command.Line(pricing))
	}
	if notice := plan.Notice(); notice != "" {
		s.Warn("note: " + notice)
	}
	if o.record {
		defer limitRuns(s)
	}
	o.print.about.asked = plan.AnswerAs
	return o.send(ctx, s, plan)
}

// send sends the message of a plan, waits and prints what comes of it.
func (o *sending) send(ctx context.Context, s *command.Streams, plan *run.Plan) error {
	options := o.print.options(s, plan.Agent, o.connect.PrintFrame(s))
	options.Store, options.Record = s.Store(), o.record
	r := run.Start(ctx, plan, options)
	defer r.Close()
	return o.finish(ctx, s, r)
}

// finish waits for the result of a run, or with --async for its task, and prints it.
func (o *sending) finish(ctx context.Context, s *command.Streams, r *run.Run) error {
	if err := o.wait.follow(ctx, s, r, o.print.words(s)); err != nil {
		return o.print.concludeBroken(ctx, s, r, o.wait.cancelAfter(ctx, r, err))
	}
	if plan := o.wait.reply(r.Snapshot()); plan != nil {
		s.Warn("  agent: " + safe.Text(r.Snapshot().LiveText()).Line(safe.TextLimit()).String())
		s.Warn("  you: " + plan.Asked().Line(safe.TextLimit()).String())
		return o.send(ctx, s, plan)
	}
	if now := r.Snapshot(); o.wait.async && !now.Phase.IsOver() && now.Phase != run.Paused {
		return o.print.printTaken(ctx, s, r)
	}
	return o.print.conclude(ctx, s, r, len(o.wait.answers))
}

// notePublicCard says that a skill which is missing may be on the card for those whom the
// agent knows.
func (o *sending) notePublicCard(s *command.Streams, card *a2aclient.Card) {
	if o.connect.IsPublic && !o.connect.Debug && o.draft.form.skill != "" && card.SkillNamed(o.draft.form.skill) == nil {
		s.Warn("note: " + run.NotePublicCard)
	}
}

// limitRuns keeps the run files within their limit once another one is there.
func limitRuns(s *command.Streams) {
	keep := s.Store()
	if keep == nil {
		return
	}
	deleted, err := keep.LimitRuns()
	if len(deleted) > 0 {
		s.Warn(fmt.Sprintf("note: the history is limited to %s, so the %d oldest runs were deleted; %s", limit.History, len(deleted), limit.History.Hint()))
	}
	if err != nil {
		s.Warn("note: " + err.Error())
	}
}

// requestFormats are the formats that --dry-run prints a whole request in.
var requestFormats = []string{"json", "curl", "http"}

// requestJSON is a request as --dry-run prints it.
type requestJSON struct {
	Method  string          `json:"method"`
	URL     string          `json:"url"`
	Headers http.Header     `json:"headers"`
	Body    json.RawMessage `json:"body"`
}

// hasSeveralParts reports a message of more than one part.
func hasSeveralParts(plan *run.Plan) bool {
	n := len(plan.Parts) + len(plan.Files)
	if plan.Data != nil {
		n++
	}
	if plan.Text != "" {
		n++
	}
	return n > 1
}

// partsOf are the parts of a message as a request has them: those of JSON-RPC are in params.
func partsOf(body []byte) (parts [][]byte) {
	type message struct{ Parts []json.RawMessage }
	var r struct {
		Message message
		Params  struct{ Message message }
	}
	_ = json.Unmarshal(body, &r) // we wrote it
	for _, part := range append(r.Message.Parts, r.Params.Message.Parts...) {
		parts = append(parts, part)
	}
	return parts
}

func dryPayload(plan *run.Plan) []byte {
	switch {
	case plan.Data != nil && (plan.Input == nil || plan.Input.Template == nil):
		return plan.Data
	case plan.Text == "" && len(plan.Parts) > 0:
		return plan.Parts[0]
	}
	return []byte(plan.Request().Text)
}

// printRequest prints what would be sent; secrets are masked, or variables for curl. As text
// it is the parts of the message, a line each.
func printRequest(s *command.Streams, format string, plan *run.Plan) error {
	if format == "curl" {
		text, err := plan.Curl()
		if err != nil {
			return err
		}
		return command.PrintRaw(s, []byte(text))
	}
	request, err := plan.Preview()
	if err != nil {
		return err
	}
	if format == "text" {
		return command.PrintRaw(s, bytes.Join(partsOf(request.Body), []byte("\n")))
	}
	if format == "json" {
		return command.PrintJSON(s, requestJSON{request.Method, request.URL, request.Header, request.Body})
	}
	return command.PrintRaw(s, requestText(request))
}

// requestText is a request as HTTP/1.1 writes it, with line ends of a text.
func requestText(request *a2aclient.Preview) []byte {
	var b bytes.Buffer
	target, host := request.URL, ""
	if u, err := url.Parse(request.URL); err == nil {
		target, host = u.RequestURI(), u.Host
	}
	b.WriteString(request.Method + " " + target + " HTTP/1.1\nHost: " + host + "\n")
	for _, name := range slices.Sorted(maps.Keys(request.Header)) {
		b.WriteString(name + ": " + strings.Join(request.Header[name], ", ") + "\n")
	}
	b.WriteByte('\n')
	b.Write(request.Body)
	return b.Bytes()
}
