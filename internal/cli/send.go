package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/cli/command"
	"a2aform/internal/limit"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/schema"
	"a2aform/internal/store/runfile"
)

type sendOptions struct {
	agent    command.AgentFlag
	connect  command.ConnectFlags
	output   command.OutputFlag
	save     command.SaveFlag
	skill    string
	schema   string
	sets     []setting
	from     string           // the run whose result fills in the form
	fedBy    *runfile.FedBy   // that, and what of it did; nil for none
	each     string           // where the rows are of which each becomes a message
	jobs     int              // of them at the same time
	filledIn *schema.Document // the schema of the form that the flags fill in; nil for none
	contents
	context string
	task    string
	answers []answer
	async   bool
	stream  bool
	speaks  *a2aclient.Agent
	follows bool   // a task that is there already
	ref     string // the agent, as the user named it
	failOn  []string
	timeout time.Duration
	record  bool
	dryRun  bool

	answerAs     string
	answerInText bool
	skillHint    bool

	raw         string // a file that is sent as it is
	yes         bool
	sendInvalid bool
	cancelLate  bool // after the timeout
}

func newSend(s *command.Streams) *cobra.Command {
	var o sendOptions
	cmd := &cobra.Command{
		Use:   "send AGENT",
		Short: "Fill in a skill's form, send it, wait, and print what comes back",
		Long: "Fill in the same form as the screens, with the same checks, and send it once.\n\n" +
			"The exit code is 0 when the operation was done, whatever the task's outcome; the outcome is on standard\n" +
			"error, and --fail-on turns outcomes into exit code 10. Input that fails its schema is exit code 2.",
		Example: "  a2aform send localhost:9999 --text 'hello'\n" +
			"  a2aform send localhost:9999 --text 'the planets' \\\n    --answer-as 'name, moons: integer' -o csv\n" +
			"  a2aform send localhost:9999 --text 'only those with rings' \\\n    --context-id last\n" +
			"  a2aform send localhost:9999 --skill fight-comparison \\\n    --set a=Lion --set b=Tiger\n" +
			"  a2aform send localhost:9999 --skill fight-comparison \\\n    --data @fight.json -o json",
		Args: command.UsageArgs(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("raw") {
				return runRaw(cmd, s, &o, args)
			}
			if o.answerAs == "" && cmd.Flags().Changed("answer-as") {
				return command.Usagef("--answer-as is empty; write columns as 'name, price: number'")
			}
			return runSend(cmd.Context(), s, &o, args)
		},
	}
	o.agent.Add(cmd)
	o.connect.Add(cmd)
	o.connect.AddDebug(cmd)
	o.connect.AddPolling(cmd)
	o.connect.AddMetadata(cmd)
	o.connect.AddSchema(cmd, &o.skill)
	o.output.AddExports(cmd)
	o.save.Add(cmd)
	f := cmd.Flags()
	f.StringVar(&o.skill, "skill", "", "the skill's `ID`; without it, the message goes to the agent itself")
	f.StringVar(&o.schema, "schema", "", "the `NAME` of the schema, if there are several")
	o.addSettings(cmd)
	f.BoolVar(&o.sendInvalid, "send-invalid", false, "send data that breaks its schema, to test how the agent refuses it")
	f.StringVar(&o.from, "from", "", "fill in what the result of `RUN` has for fields of the form; RUN:/POINTER takes a part of it, last is the last run; a file goes to --data")
	f.StringVar(&o.each, "each", "", "send a message for each row of a `FILE` of CSV or JSON, or of a run's result (RUN:/POINTER): columns go into the fields of the same name, and one table has the answers beside them")
	f.IntVarP(&o.jobs, "jobs", "j", 1, "with --each, send `N` messages at the same time, at most 64")
	o.addContent(cmd)
	f.StringVar(&o.answerAs, "answer-as", "", "ask for an answer to --text as a table with `COLUMNS`, such as 'name, price: number'; as a table of any columns (table); or by a JSON Schema (@FILE, or the schema itself)")
	f.BoolVar(&o.answerInText, "answer-in-text", false, "write the schema of --answer-as into the text, too, for agents that ignore it elsewhere")
	f.BoolVar(&o.skillHint, "skill-hint", false, "send the ID of --skill with any message, as metadata.skillId")
	f.StringVar(&o.context, "context-id", "", "the `ID` of the context that the message belongs to, as the agent named it; continues a chat; last is that of the last chat with the agent")
	f.StringVar(&o.task, "task-id", "", "answer the task with this `ID`, which waits for input")
	f.Var(answerFlag{list: &o.answers}, "answer", "answer the agent's next question with `TEXT`; may be repeated")
	f.Var(answerFlag{&o.answers, true}, "answer-json", "answer the agent's next question with `JSON` data; may be repeated")
	f.BoolVar(&o.async, "async", false, "do not wait for the result: print the task and exit")
	f.BoolVar(&o.stream, "stream", false, "print the agent's words and states when they come; with -o json a line of JSON for each event")
	f.BoolVar(&o.record, "record", false, "save this run to the history")
	f.StringVar(&o.raw, "raw", "", "send a `FILE` (- for standard input) as it is, in place of a message: the body, or {\"method\": …, \"params\": …}; what comes back is printed as it is")
	f.BoolVar(&o.yes, "yes", false, "send --raw without asking")
	f.BoolVar(&o.dryRun, "dry-run", false, "print the payload and send nothing; with -o json, curl or http the whole request, without secrets")
	command.MoveFlags(cmd, command.AllFlags, "send-invalid", "part", "media-type", "raw", "yes", "answer-json", "cancel-on-timeout", "skill-hint",
		"answer-in-text", "artifact", "record", "schema", "set-env", "task-id")
	return cmd
}

// addContent adds the flags of a message and of waiting for what comes of it.
func (o *sendOptions) addContent(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(contentFlag{&o.contents, dataContent}, "data", "the whole value as `JSON`, a file of it (FILE or @FILE), or - for standard input; repeat it for more data parts, which are not checked")
	f.Var(contentFlag{&o.contents, textContent}, "text", "send `TEXT`, alone or with data; may be repeated")
	f.Var(contentFlag{&o.contents, fileContent}, "file", "send a `FILE`, or the address of one (https://…), which the agent gets itself; may be repeated")
	f.Var(contentFlag{&o.contents, partContent}, "part", "one more part as `JSON` of the agent's A2A version, sent as it is; may be repeated")
	f.Var(mediaTypeFlag{&o.contents}, "media-type", "the media `TYPE` of the --text, --data or --file before it")
	f.StringSliceVar(&o.failOn, "fail-on", nil, "exit with 10 on the outcomes of this `LIST`: "+strings.Join(outcomes, ", "))
	f.DurationVar(&o.timeout, "timeout", 0, "stop the whole command after `TIME`, such as 30s; 0 sets no limit")
	f.BoolVar(&o.cancelLate, "cancel-on-timeout", false, "ask the agent to cancel the task when --timeout expires")
}

func runSend(ctx context.Context, s *command.Streams, o *sendOptions, args []string) error {
	o.ref, _ = o.agent.Ref(s, args) // without one, fetching says so
	if err := o.settle(len(o.sets) > 0); err != nil {
		return err
	}
	if err := o.check(o.ref == "-"); err != nil {
		return err
	}
	if _, err := o.connect.Options(); err != nil { // also where nothing is sent
		return err
	}
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	card, err := o.connect.Fetch(ctx, s, &o.agent, args)
	if err != nil {
		return err
	}
	agent, undialed := o.connect.Open(ctx, s, card)
	if undialed == nil {
		defer agent.Close()
		card = agent.Card()
	}
	if undialed != nil && (o.answersForm() || o.context == lastContext) { // which only the agent knows
		return undialed
	}
	if o.each != "" && undialed != nil {
		return undialed
	}
	if o.each != "" {
		return o.sendEach(ctx, s, agent)
	}
	plan, err := o.plan(ctx, s, card, agent)
	if err != nil {
		o.notePublicCard(s, card)
		return err
	}
	if o.dryRun {
		plan.Data = o.masked(plan.Data)
	}
	plan.Agent, plan.FedBy = agent, o.fedBy
	switch {
	case o.dryRun && o.output.Value == "text" && !hasSeveralParts(plan):
		if as := plan.AnswerAs; as != nil {
			s.Warn("note: the message asks for " + as.About() + "; -o json shows the request")
		}
		return command.PrintRaw(s, dryPayload(plan))
	case undialed != nil:
		return undialed
	}
	if o.dryRun {
		return o.printRequest(s, plan)
	}
	return o.start(ctx, s, plan)
}

// start sends the message, waits and prints what comes of it.
func (o *sendOptions) start(ctx context.Context, s *command.Streams, plan *run.Plan) error {
	agent := plan.Agent
	if err := o.save.Check(); err != nil {
		return err
	}
	command.WarnCredentials(s, agent, plan.Skill)
	if err := checkAnswerable(ctx, plan); err != nil {
		return err
	}
	o.speaks = agent
	if pricing := agent.Card().Pricing; !pricing.IsEmpty() {
		s.Warn("note: the card names a price: " + command.Line(pricing))
	}
	if notice := plan.Notice(); notice != "" {
		s.Warn("note: " + notice)
	}
	defer o.limitRuns(s)
	return o.send(ctx, s, plan)
}

// send sends the message of a plan, waits and prints what comes of it.
func (o *sendOptions) send(ctx context.Context, s *command.Streams, plan *run.Plan) error {
	r := run.Start(ctx, plan, run.Options{Store: s.Store(), Record: o.record, See: o.connect.PrintFrame(s), Protocol: o.output.JSON() && !o.stream, Event: o.printEvent(s)})
	defer r.Close()
	return o.finish(ctx, s, r)
}

// reply is the next answer as a message in the context of a run that was answered with a message; nil for none. A message with a question
// leaves no task to answer (A2A 1.0 §3.4.3).
func (o *sendOptions) reply(now run.Snapshot) *run.Plan {
	if !now.IsReply() || now.ContextID.IsEmpty() || len(o.answers) == 0 {
		return nil
	}
	answer := o.answers[0]
	o.answers = o.answers[1:]
	return &run.Plan{Agent: now.Plan.Agent, Skill: now.Plan.Skill, Text: answer.text, Data: answer.data, ContextID: now.ContextID}
}

// finish waits for the result of a run, or with --async for its task, and prints it.
func (o *sendOptions) finish(ctx context.Context, s *command.Streams, r *run.Run) error {
	wait := func() error { return o.follow(ctx, s, r) }
	if o.async {
		wait = func() error { return awaitTask(ctx, r) }
	}
	if err := wait(); err != nil {
		return o.concludeBroken(ctx, s, r, o.cancelAfter(ctx, r, err))
	}
	if plan := o.reply(r.Snapshot()); plan != nil {
		s.Warn("  agent: " + safe.Text(r.Snapshot().LiveText()).Line(safe.TextLimit()).String())
		s.Warn("  you: " + plan.Asked().Line(safe.TextLimit()).String())
		return o.send(ctx, s, plan)
	}
	if now := r.Snapshot(); o.async && !now.Phase.IsOver() && now.Phase != run.Paused {
		return o.printTaken(ctx, s, r)
	}
	return o.conclude(ctx, s, r)
}

// notePublicCard says that a skill which is missing may be on the card for those whom the
// agent knows.
func (o *sendOptions) notePublicCard(s *command.Streams, card *a2aclient.Card) {
	if o.connect.IsPublic && !o.connect.Debug && o.skill != "" && card.Skill(o.skill) == nil {
		s.Warn("note: " + run.NotePublicCard)
	}
}

// limitRuns keeps the run files within their limit once another one is there.
func (o *sendOptions) limitRuns(s *command.Streams) {
	keep := s.Store()
	if keep == nil || !o.record {
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

func dryPayload(plan *run.Plan) []byte {
	switch {
	case plan.Data != nil && (plan.Input == nil || plan.Input.Template == nil):
		return plan.Data
	case plan.Text == "" && len(plan.Parts) > 0:
		return plan.Parts[0]
	}
	return []byte(plan.Request().Text)
}

func isNoText(value string) bool { return !utf8.ValidString(value) }

// follow prints the timeline and waits until the task ends, or waits for an answer that
// was not given.
func (o *sendOptions) follow(ctx context.Context, s *command.Streams, r *run.Run) error {
	return watch(ctx, s, r, o.words(s), o.wait)
}

// watch writes the timeline to standard error, and words to standard output, until wait returns.
func watch(ctx context.Context, s *command.Streams, r *run.Run, words *wordPrinter, wait func(context.Context, *run.Run) error) error {
	stop, printed := make(chan struct{}), make(chan struct{})
	safego.Go(func() {
		defer close(printed)
		printTimeline(s, r, words, stop)
	})
	err := wait(ctx, r)
	close(stop)
	<-printed
	return err
}

// wait answers the agent for as long as there are answers, and is done with the
// first question that has none. A run that came to its end is done, even where the
// time ran out in the same moment.
func (o *sendOptions) wait(ctx context.Context, r *run.Run) error {
	whole := context.WithoutCancel(ctx)
	for {
		now := r.Wait(whole)
		if now.Phase != run.Paused || now.State == a2a.StateAuthRequired || len(o.answers) == 0 { // an answer is no credential
			return endOf(ctx, now)
		}
		err := o.answers[0].send(r)
		if errors.Is(err, run.ErrBusy) { // it has just gone on
			continue
		}
		if err != nil {
			return err
		}
		o.answers = o.answers[1:]
	}
}

// waitStopped is done once the task waits for an answer, or has ended.
func waitStopped(ctx context.Context, r *run.Run) error {
	return endOf(ctx, r.Wait(context.WithoutCancel(ctx)))
}

// endOf is the error that a run ended with.
func endOf(ctx context.Context, snapshot run.Snapshot) error {
	if err := ctx.Err(); err != nil && snapshot.Err != nil {
		return lost(snapshot, err)
	}
	return snapshot.Err
}

// stopped says that the wait ended here, not at the agent.
type stopped struct {
	text  string
	cause error
}

func (e *stopped) Error() string { return e.text }

func (e *stopped) Unwrap() error { return e.cause }

// lost words an end that came from here, with the task to look for.
func lost(snapshot run.Snapshot, cause error) error {
	why := "interrupted"
	if errors.Is(cause, context.DeadlineExceeded) {
		why = "the --timeout has expired"
	}
	if isUnsent(snapshot.Err) {
		return &stopped{why + ", and nothing was sent: " + snapshot.Err.Error(), cause}
	}
	if snapshot.TaskID.IsEmpty() {
		return &stopped{why + "; the agent had not returned a task yet, but may have started one", cause}
	}
	return &stopped{fmt.Sprintf("%s; task %s may continue on the agent", why, snapshot.TaskID.Line(0)), cause}
}

// isUnsent reports a message that did not leave.
func isUnsent(err error) bool {
	var wire *a2aclient.TransportError
	return !errors.Is(err, a2aclient.ErrUnsettled) && errors.As(err, &wire) && !wire.Sent
}

func noSkill(card *a2aclient.Card, id string) error { return command.Usagef("%s", card.NoSkill(id)) }

// skillOf finds the skill and the form that are addressed.
func (o *sendOptions) skillOf(card *a2aclient.Card) (*a2aclient.Skill, []a2aclient.Input, error) {
	if o.skill == "" {
		return nil, card.Inputs, nil
	}
	skill := card.Skill(o.skill)
	if skill == nil {
		return nil, nil, noSkill(card, o.skill)
	}
	return skill, skill.Inputs, nil
}
