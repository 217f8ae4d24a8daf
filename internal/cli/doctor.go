package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/doctor"
	"a2aform/internal/safe"
)

// doctorOptions are the flags of the command.
type doctorOptions struct {
	agent        command.AgentFlag
	connect      command.ConnectFlags
	ignore       []string
	places       map[known]bool // that --ignore names
	explain      string
	live, yes    bool
	jobs         int
	failOn       []string
	format       string
	reports      reports
	timeout      time.Duration
	environments command.Environments
}

// newDoctor is the command.
func newDoctor(s *command.Streams) *cobra.Command {
	o := doctorOptions{environments: command.Environments{Streams: s}}
	cmd := &cobra.Command{
		Use:   "doctor [AGENT...]",
		Short: "Check agent cards and their schemas against rules",
		Long: "Check agent cards and their schemas against the rules of their version of A2A, of object schemas and of JSON Schema, and say for each\n" +
			"finding where it is, why it matters and how to fix it. A card that no client opens is checked too. Nothing is sent to the agent but the\n" +
			"request for its card.\n\n" +
			"--live also checks the agent itself: how it refuses calls, whether it asks for credentials where its card does, and whether it keeps to\n" +
			"object schemas. It sends messages with the examples of the card and generated values, valid and invalid, checks each answer, and cancels the\n" +
			"tasks that it leaves. A check whose question could not be answered is undecided, never a pass. The core protocol as a whole is checked by\n" +
			"a2aproject/a2a-tck.",
		Example: "  a2aform doctor localhost:9999\n  a2aform doctor localhost:9999 --live --report junit=doctor.xml\n  a2aform doctor --explain O04",
		Args:    command.UsageArgs(cobra.ArbitraryArgs),
		RunE:    func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), s, args) },
	}
	o.agent.Add(cmd)
	o.connect.Add(cmd)
	o.connect.AddDebug(cmd)
	o.reports.add(cmd)
	f := cmd.Flags()
	f.StringVarP(&o.environments.Name, "env", "e", "", "AGENT is one of the environment `NAME` of .a2aform/suite.toml")
	_ = cmd.RegisterFlagCompletionFunc("env", command.CompleteEnvironments)
	f.StringSliceVar(&o.ignore, "ignore", nil, "leave out these `RULES`, such as O04,S*; @FILE for a file that has on each line a rule, or a rule and a place")
	f.StringVar(&o.explain, "explain", "", "explain a `RULE`: what it demands and where that is written, a card that breaks it and one that does not")
	f.BoolVar(&o.live, "live", false, "also check the agent itself: with calls that it must refuse, and with messages, valid and invalid")
	f.BoolVar(&o.yes, "yes", false, "send the messages of --live to an agent of a protected environment, too")
	f.IntVarP(&o.jobs, "jobs", "j", doctor.Jobs, "with --live, have up to `N` messages under way at the same time")
	f.StringSliceVar(&o.failOn, "fail-on", []string{"error"}, "exit with 10 on findings of the levels in this `LIST`, and on worse ones: error, warning, note; none for never")
	f.StringVarP(&o.format, "output", "o", "text", "print as `FORMAT`: text or json")
	f.DurationVar(&o.timeout, "timeout", 0, "stop the whole command after `TIME`, such as 10m, and print what was checked by then; 0 sets no limit")
	return cmd
}

// levels are what --fail-on takes, the mildest first.
var levels = []string{"none", "note", "warning", "error"}

func (o *doctorOptions) check() error {
	switch {
	case !slices.Contains([]string{"text", "json"}, o.format):
		return command.Usagef("-o %s is not known: use text or json", safe.Text(o.format).Line(40))
	case slices.ContainsFunc(o.failOn, func(level string) bool { return !slices.Contains(levels, level) }):
		return command.Usagef("--fail-on %s is not known: use error, warning, note or none", safe.Text(strings.Join(o.failOn, ",")).Line(40))
	case o.jobs < 1:
		return command.Usagef("-j %d: use a number from 1 on", o.jobs)
	case o.timeout < 0:
		return command.Usagef("--timeout %s: use a time such as 30s", o.timeout)
	}
	return nil
}

// rules are the rules that the flags choose.
func (o *doctorOptions) rules() ([]*doctor.Rule, error) {
	ignored, err := o.ignored()
	if err != nil {
		return nil, err
	}
	chosen := slices.DeleteFunc(slices.Clone(doctor.AllRules()), func(r *doctor.Rule) bool { return r.Live && !o.live || slices.Contains(ignored, r) })
	if len(chosen) == 0 {
		return nil, command.Usagef("no rule is left to check; see --ignore and --live")
	}
	return chosen, nil
}

// known is a finding that --ignore names.
type known struct{ rule, pointer string }

// maxIgnored is how large a file of --ignore may be.
const maxIgnored = 1 << 20

// ignored are the rules that --ignore names, by themselves and in files. Rules of one place are kept in places.
func (o *doctorOptions) ignored() (all []*doctor.Rule, err error) {
	o.places = map[known]bool{}
	for _, name := range o.ignore {
		lines := []string{name}
		if path, isFile := strings.CutPrefix(name, "@"); isFile {
			info, err := os.Stat(path)
			if err == nil && info.Size() > maxIgnored {
				return nil, command.Usagef("--ignore %s: it is too large", safe.Text(name).Line(200))
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return nil, command.Usagef("--ignore %s: %s", safe.Text(name).Line(200), command.FileFault(err))
			}
			lines = strings.Split(string(data), "\n")
		}
		for _, line := range lines {
			id, pointer, hasPlace := strings.Cut(strings.TrimSpace(line), " ")
			if id == "" || strings.HasPrefix(id, "#") {
				continue
			}
			if strings.EqualFold(id, client.ID) {
				o.places[known{client.ID, ""}] = true
				continue
			}
			found, err := doctor.SelectRules([]string{id})
			switch {
			case err != nil:
				return nil, command.Usagef("--ignore: %s", err)
			case !hasPlace:
				all = append(all, found...)
			default:
				o.places[known{strings.ToUpper(id), strings.TrimSpace(pointer)}] = true
			}
		}
	}
	return all, nil
}

func (o *doctorOptions) run(ctx context.Context, s *command.Streams, args []string) error {
	if err := o.check(); err != nil {
		return err
	}
	if o.explain != "" {
		return o.explainRule(s, args)
	}
	rules, err := o.rules()
	if err != nil {
		return err
	}
	if err := o.reports.check(s, o.format); err != nil {
		return err
	}
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	d := &doctor.Document{Tool: "doctor"}
	if i := slices.IndexFunc(levels[1:], func(level string) bool { return slices.Contains(o.failOn, level) }); i >= 0 {
		d.FailOn = doctor.Level(levels[i+1])
	}
	for _, r := range rules {
		d.Rules = append(d.Rules, r.Report())
	}
	d.Rules = append(d.Rules, client)
	if len(args) == 0 {
		args = []string{""}
	}
	var failed error // of the first agent that could not be checked
	for _, ref := range args {
		report, err := o.checkOne(ctx, s, ref, rules)
		if err != nil {
			if failed == nil {
				failed = err
			} else {
				s.Warn(err.Error())
			}
		}
		if report == nil {
			d.Unchecked = append(d.Unchecked, doctor.Unchecked{Target: ref, Why: err.Error()})
			continue
		}
		d.Reports = append(d.Reports, report)
	}
	return o.finish(s, d, failed)
}

// finish writes what was found, and decides on the exit code.
func (o *doctorOptions) finish(s *command.Streams, d *doctor.Document, failed error) error {
	for _, r := range d.Reports {
		r.Findings = slices.DeleteFunc(r.Findings, func(f doctor.Finding) bool { return o.places[known{f.Rule, f.Pointer}] })
	}
	if err := o.reports.write(d); err != nil {
		return err
	}
	if len(d.Reports) > 0 {
		if err := o.print(o.reports.beside(s), d); err != nil {
			return err
		}
	}
	for _, r := range d.Reports {
		annotateFindings(s, r)
	}
	if failed != nil {
		return failed
	}
	for _, r := range d.Reports {
		if r.Checked() == 0 && len(o.places) == 0 {
			return command.Usagef("no rule could be checked in %s: the rules that were chosen are about other cards", safe.Text(r.Target).Line(200))
		}
	}
	if n := d.Failed(); n > 0 {
		return command.CheckFailed(failure(n, d.FailOn), nil)
	}
	return nil
}

// messageTime is how long the answer to one message is waited for.
const messageTime = time.Minute

// checkLive adds what the rules about the agent itself find to a report.
func (o *doctorOptions) checkLive(ctx context.Context, s *command.Streams, in *received, rules []*doctor.Rule, report *doctor.Report) error {
	live := slices.DeleteFunc(slices.Clone(rules), func(r *doctor.Rule) bool { return !r.Live })
	if in.card == nil {
		s.Warn("note: the agent is not checked (--live), because its card is not opened: " + in.err.Error())
		report.NotAsked(in.data, live, "the card is not opened", "a card that a2aform opens")
		return nil
	}
	agent := doctor.LiveAgent{Card: in.card}
	dialed, err := in.connect.DialWithNotes(ctx, s, in.card)
	if command.IsUntrusted(err) {
		return err
	}
	if err == nil {
		defer dialed.Close()
		agent.Dialed = dialed
	} else {
		s.Warn("note: " + err.Error())
	}
	ctx = in.connect.Traced(ctx, s)
	found := doctor.CheckLive(ctx, agent)
	found.AddTo(report, in.data, rules)
	asking := slices.DeleteFunc(live, func(r *doctor.Rule) bool { return !r.SendsMessages() })
	switch isAway := slices.ContainsFunc(found.Findings, func(f doctor.LiveFinding) bool { return f.Rule == "L01" }); {
	case isAway:
		report.NotAsked(in.data, asking, "no message was sent, see L01", "an agent that answers")
	case len(asking) > 0:
		show, end := o.progress(s)
		begin := func(n int) { s.Warn("note: " + planned(n, o.jobs)) }
		found := doctor.CheckMessages(ctx, dialed, doctor.MessageOptions{Timeout: messageTime, Jobs: o.jobs, Begin: begin, See: show})
		end()
		found.AddTo(report, in.data, rules)
	}
	if ctx.Err() == nil {
		return nil
	}
	err = &stopped{"interrupted before all rules were checked", ctx.Err()}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		err = &stopped{fmt.Sprintf("--timeout %s expired before all rules were checked", o.timeout), ctx.Err()}
	}
	report.Stopped = err.Error()
	return err
}

// planned says how many messages are sent, and how long that takes.
func planned(n, jobs int) string {
	rounds := (n + jobs - 1) / jobs
	return fmt.Sprintf("about %s to the agent, %d at a time (-j): %d s if an answer takes 1 s", english.Plural(n, "message", "messages"), jobs, rounds)
}

// clearLine goes to the start of a terminal's line and clears it.
const clearLine = "\r\x1b[K"

// progress tells on a terminal how far the checks are, in a line that end removes.
func (o *doctorOptions) progress(s *command.Streams) (show func(id string), end func()) {
	if o.format != "text" || !s.OutTTY || s.IsDumb() {
		return func(string) {}, func() {}
	}
	n := 0
	write := func(text string) { _, _ = fmt.Fprint(s.Out, clearLine, ansi.Truncate(text, s.Width()-1, "…")) } // the report can be read without it
	write("Sending messages to the agent…")
	return func(id string) {
		n++
		write(fmt.Sprintf("Checking %s: %s (%d results so far)", id, doctor.FindRule(id).Text, n))
	}, func() { write("") }
}

// checkProtected refuses to send messages to an agent of a protected environment without --yes.
func (o *doctorOptions) checkProtected(ref string) error {
	if !o.live || o.yes {
		return nil
	}
	if err := o.environments.Read(); err != nil {
		return err
	}
	if in := o.environments.ProtectedAgent(ref); in != nil {
		return command.Usagef("the environment %s is protected, so nothing was sent: --live sends many messages, some with invalid data; allow it with --yes", in.Name)
	}
	return nil
}

// explainRule prints what a rule demands, and its examples.
func (o *doctorOptions) explainRule(s *command.Streams, args []string) error {
	if len(args) > 0 {
		return command.Usagef("--explain needs no agent")
	}
	r := doctor.FindRule(o.explain)
	if r == nil {
		return command.Usagef("--explain: %s", doctor.UnknownRule(o.explain))
	}
	if o.format != "text" {
		return command.PrintJSON(s, explanationOf(r))
	}
	var sb strings.Builder
	fmt.Fprintf(&sb, "%s  %s  (%s)\n\n", r.ID, r.Text, r.Level)
	if len(r.Dialects) > 0 {
		fmt.Fprintf(&sb, "cards:  %s\n", strings.Join(r.Dialects, ", "))
	}
	fmt.Fprintf(&sb, "source: %s\nwhy:    %s\nfix:    %s\n", r.Source, r.Why, r.Fix)
	if r.Live {
		sb.WriteString("\nThis rule is checked with --live.\n")
	} else {
		fmt.Fprintf(&sb, "\nA card that breaks it%s has:\n\n%s\nA card that keeps it has:\n\n%s", from(r), indent(r.TripsPart()), indent(r.HoldsPart()))
		if len(r.Entails) > 0 {
			fmt.Fprintf(&sb, "\nThe first card also breaks %s.\n", strings.Join(r.Entails, ", "))
		}
		sb.WriteString("\nWith -o json, both cards are printed whole.\n")
	}
	_, err := command.NewLines(s).Write([]byte(sb.String()))
	return err
}

// from says where a card is that breaks its rule by that alone.
func from(r *doctor.Rule) string {
	if r.From == "" {
		return ""
	}
	return ", at " + r.From + ","
}

func indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ") + "\n"
}

// explanation is a rule with its examples.
type explanation struct {
	doctor.ReportRule
	Dialects []string      `json:"cards,omitempty"`
	Live     bool          `json:"live,omitempty"`
	From     string        `json:"from,omitempty"`
	Trips    exampleOfRule `json:"breaks,omitempty"`
	Holds    exampleOfRule `json:"holds,omitempty"`
	Entails  []string      `json:"alsoBreaks,omitempty"`
}

// exampleOfRule is a card: as JSON, or as text where it is none.
type exampleOfRule any

func explanationOf(r *doctor.Rule) explanation {
	e := explanation{ReportRule: r.Report(), Dialects: r.Dialects, Live: r.Live, From: r.From, Entails: r.Entails}
	if !r.Live {
		e.Trips, e.Holds = asJSON(r.TripsCard()), asJSON(r.HoldsCard())
	}
	return e
}

func asJSON(card []byte) exampleOfRule {
	if _, err := ojson.Parse(card, ojson.Limits{}); err != nil {
		return string(card)
	}
	return json.RawMessage(card)
}

// reports is the flag --report.
type reports struct {
	values []string
	files  []command.ReportFile
}

// add adds the flag.
func (r *reports) add(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&r.values, "report", nil, "write a report as `FORMAT=FILE`, with junit as FORMAT and - as FILE for standard output; several with commas, or the flag again")
}

// check checks the values of the flag and the directories of the files, before anything is sent.
func (r *reports) check(s *command.Streams, output string) (err error) {
	r.files, err = command.ParseReportFiles(s, r.values, doctor.Formats, output)
	return err
}

// beside returns the streams for the text of the command: standard error in place of a standard output that has a report.
func (r *reports) beside(s *command.Streams) *command.Streams {
	if !slices.ContainsFunc(r.files, func(f command.ReportFile) bool { return f.IsOutput() }) {
		return s
	}
	text := *s
	text.Out, text.OutTTY = s.Err, false
	return &text
}

// write writes the reports.
func (r *reports) write(d *doctor.Document) error {
	for _, f := range r.files {
		err := f.Create()
		if err == nil {
			err = f.Close(d.Write(&f, f.Format))
		}
		if err != nil {
			return fmt.Errorf("the report %w", err)
		}
	}
	return nil
}

// annotateFindings shows errors and warnings at the card file, in a workflow of GitHub.
func annotateFindings(s *command.Streams, r *doctor.Report) {
	file := ""
	if info, err := os.Stat(r.Target); err == nil && info.Mode().IsRegular() {
		file = r.Target
	}
	for _, f := range r.Findings {
		if f.Level != doctor.Note {
			s.Annotate(string(f.Level), file, f.Line, f.Rule, f.What+"\nwhy: "+f.Why+"\nfix: "+f.Fix)
		}
	}
}

// print prints what was found.
func (o *doctorOptions) print(s *command.Streams, d *doctor.Document) error {
	if o.format == "text" {
		return d.WriteText(command.NewLines(s))
	}
	return d.Write(command.JSONWriter(s), o.format)
}

func failure(n int, level doctor.Level) string {
	return fmt.Sprintf("%s (--fail-on %s)", english.Plural(n, "finding fails", "findings fail"), level)
}

// copyLimited copies at most one byte more than the limit.
func copyLimited(w io.Writer, r io.Reader, most int) (int, error) {
	n, err := io.Copy(w, io.LimitReader(r, int64(most)+1))
	return int(n), err
}
