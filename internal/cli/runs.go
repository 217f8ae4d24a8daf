package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/cli/command"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/ui/kit"
)

func newRuns(s *command.Streams) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "runs",
		Short: "List, show, replay and delete recorded runs",
		Long: "The screens record every run, and send does with --record. None of these commands contacts an agent.\n\n" +
			"RUN is a run's id, a prefix that no other id has, the path of a run file, last, or last~1 for the one before. show and replay also take a page that report wrote.",
	}, newRunsList(s), newRunsShow(s), newRunsReplay(s), newRunsExport(s), command.NewRunReport(s, completeRuns(s, true)), command.NewRunNote(s, completeRuns(s, false)), newRunsDiff(s, completeRuns(s, true)), newRunsDelete(s), newRunsPrune(s))
}

// runStore is where runs are kept.
func runStore(s *command.Streams) (*store.Store, error) {
	keep := s.Store()
	if keep == nil {
		return nil, errors.New("there is no home directory for runs: set HOME or A2AFORM_HOME")
	}
	return keep, nil
}

// completeRuns offers the ids of runs, each with what it was.
func completeRuns(s *command.Streams, many bool) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		keep := s.Store()
		if keep == nil || len(args) > 0 && !many {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		list, err := keep.Runs()
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		offers := []string{cobra.CompletionWithDesc("last", "the newest run")}
		for _, r := range list.Runs {
			if strings.HasPrefix(r.ID.Exact(), typed) { //nolint:forbidigo // compared, not drawn
				about := []string{r.Time.Local().Format(timeLayout), command.Line(r.Agent), command.Line(r.Skill), r.Outcome.Line(40).String()}
				offers = append(offers, cobra.CompletionWithDesc(r.ID.Line(80).String(), strings.Join(about, " ")))
			}
		}
		return offers, cobra.ShellCompDirectiveKeepOrder
	}
}

const timeLayout = "2006-01-02 15:04:05"

type runsListOptions struct {
	output       command.OutputFlag
	agent, skill string
	limit        int
}

func newRunsList(s *command.Streams) *cobra.Command {
	var o runsListOptions
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the runs, newest first",
		Example: "  a2aform runs list --skill fight\n  a2aform runs list --limit 0 -o json",
		Args:    command.UsageArgs(cobra.NoArgs),
		RunE:    func(*cobra.Command, []string) error { return o.run(s) },
	}
	f := cmd.Flags()
	f.StringVarP(&o.output.Value, "output", "o", "text", "print as `FORMAT`: text or json")
	f.StringVar(&o.agent, "agent", "", "only runs whose agent has `TEXT` in its name or address")
	f.StringVar(&o.skill, "skill", "", "only runs whose skill has `TEXT` in its id")
	f.IntVar(&o.limit, "limit", 50, "at most `N` runs; 0 for all")
	return cmd
}

func (o *runsListOptions) run(s *command.Streams) error {
	if err := o.output.Check(); err != nil {
		return err
	}
	if o.limit < 0 {
		return command.Usagef("--limit counts runs: 0 for all")
	}
	keep, err := runStore(s)
	if err != nil {
		return err
	}
	list, err := keep.Runs()
	if err != nil {
		return err
	}
	warnStrays(s, list.Strays)
	shown := make([]runfile.Info, 0, len(list.Runs))
	for _, r := range list.Runs {
		if (has(r.Agent, o.agent) || has(r.Source, o.agent)) && has(r.Skill, o.skill) {
			shown = append(shown, r)
		}
	}
	found := len(shown)
	if o.limit > 0 {
		shown = shown[:min(o.limit, found)]
	}
	switch {
	case len(list.Runs) == 0:
		s.Warn("no runs yet: the screens record every run, and send does with --record")
	case found == 0:
		s.Warn(fmt.Sprintf("none of %d runs matches", len(list.Runs)))
	case len(shown) < found:
		s.Warn(fmt.Sprintf("%d more: --limit 0 shows all", found-len(shown)))
	}
	if o.output.JSON() {
		return printRunsJSON(s, shown)
	}
	return printRuns(s, shown)
}

func has(text safe.Raw, part string) bool {
	return part == "" || strings.Contains(strings.ToLower(text.Exact()), strings.ToLower(part)) //nolint:forbidigo // compared, never printed
}

func warnStrays(s *command.Streams, strays []store.Stray) {
	for _, stray := range strays {
		s.Warn("note: " + stray.Why)
	}
}

// printRuns prints a line for each run, on a terminal below their titles.
func printRuns(s *command.Streams, list []runfile.Info) error {
	var table command.Rows
	if s.OutTTY && len(list) > 0 {
		table.Add("RUN", "BEGAN", "OUTCOME", "TOOK", "AGENT", "SKILL", "ASKED FOR", "USED")
	}
	for _, r := range list {
		took := "-"
		if !r.Ended.IsZero() {
			took = tookText(r.Duration())
		}
		cells := []string{r.ID.Line(80).String(), r.Time.Local().Format(timeLayout), outcomeOf(r), took, command.Line(r.Agent), command.Line(r.Skill), cmp.Or(r.Asked.Line(60).String(), "-")}
		if !r.Usage.IsEmpty() {
			cells = append(cells, command.Line(r.Usage))
		}
		table.Add(cells...)
	}
	return table.Print(s.Text())
}

// outcomeOf is the outcome of a run, with the code of a refusal. Output that breaks
// its schema is marked: ✓ completed ✗ 2.
func outcomeOf(r runfile.Info) string {
	text := r.Outcome.Line(40).String() + run.CodeText(r.Code)
	if r.Problems == 0 {
		return text
	}
	if text == string(a2a.StateCompleted) || text == string(run.Answered) {
		text = "✓ " + text
	}
	return fmt.Sprintf("%s ✗ %d", text, r.Problems)
}

// tookText is how long something took.
func tookText(d time.Duration) string {
	if d < time.Second {
		return strconv.FormatInt(d.Milliseconds(), 10) + " ms"
	}
	if d < time.Minute {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// runJSON is a run in the JSON list.
type runJSON struct {
	ID      string    `json:"id"`
	Time    time.Time `json:"time"`
	Ended   time.Time `json:"ended,omitzero"`
	Agent   string    `json:"agent"`
	Skill   string    `json:"skill,omitempty"`
	Schema  string    `json:"schema,omitempty"`
	Asked   string    `json:"asked,omitempty"`
	Outcome string    `json:"outcome"`
	Code    int       `json:"code,omitempty"`
	Invalid int       `json:"problems,omitempty"`
	Usage   string    `json:"usage,omitempty"`
	Private bool      `json:"private,omitempty"`
	Torn    bool      `json:"torn,omitempty"`
	Source  string    `json:"source"`
	Path    string    `json:"path"`
}

func printRunsJSON(s *command.Streams, list []runfile.Info) error {
	all := make([]runJSON, len(list))
	for i, r := range list {
		all[i] = runJSONOf(r)
	}
	text, err := json.Marshal(all)
	if err != nil {
		return fmt.Errorf("write the list: %w", err)
	}
	return command.PrintRaw(s, text)
}

func runJSONOf(r runfile.Info) runJSON {
	return runJSON{
		ID: r.ID.Exact(), Time: r.Time, Ended: r.Ended, Agent: r.Agent.Exact(), Skill: r.Skill.Exact(), Schema: r.Schema.Exact(), Asked: r.Asked.Exact(), //nolint:forbidigo // -o json is for programs: what is kept, exactly
		Outcome: r.Outcome.Exact(), Code: r.Code, Invalid: r.Problems, Usage: r.Usage.Exact(), Private: r.Private, Torn: r.Torn, Source: r.Source.Exact(), Path: r.Path, //nolint:forbidigo // -o json is for programs: what is kept, exactly
	}
}

type runsShowOptions struct {
	output command.OutputFlag
	thread bool
}

func newRunsShow(s *command.Streams) *cobra.Command {
	var o runsShowOptions
	cmd := &cobra.Command{
		Use:               "show RUN",
		Short:             "Print a run: its outcome, timeline and results",
		Example:           "  a2aform runs show last\n  a2aform runs show last -o csv\n  a2aform runs show last --thread",
		Args:              command.UsageArgs(cobra.ExactArgs(1)),
		ValidArgsFunction: completeRuns(s, false),
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), s, args[0]) },
	}
	o.output.Exports = true
	o.output.Artifact.Add(cmd)
	cmd.Flags().StringVarP(&o.output.Value, "output", "o", "text", "print as `FORMAT`: text, or the result alone as json, jsonl, csv, tsv, md, html")
	cmd.Flags().BoolVar(&o.thread, "thread", false, "print the runs that it is linked to: those whose results filled in a form of the next")
	return cmd
}

func (o *runsShowOptions) run(ctx context.Context, s *command.Streams, name string) error {
	if err := o.output.Check(); err != nil {
		return err
	}
	if o.thread {
		return o.printThread(s, name)
	}
	name, done, err := command.UnpackRun(name)
	if err != nil {
		return err
	}
	defer done()
	rec, info, err := openRun(s, name)
	if err != nil {
		return err
	}
	r := rec.Run()
	if o.output.Value != "text" {
		return exportRun(ctx, s, s.Out, r, o.output.Artifact, o.output.Value, info)
	}
	document, err := o.output.Artifact.Pick(r.Document())
	if err != nil {
		return err
	}
	if err := printRun(s, r, info); err != nil {
		return err
	}
	return command.PrintDocument(s, document)
}

// openRun reads the file of a run, and warns of what is wrong with it.
func openRun(s *command.Streams, name string) (*run.Recording, runfile.Info, error) {
	info, err := command.FindRun(s, name)
	if err != nil {
		return nil, info, err
	}
	rec, err := run.OpenRecording(info.Path)
	if err != nil {
		return nil, info, fmt.Errorf("open the run: %w", err)
	}
	if rec.Damaged != nil {
		s.Warn("note: " + rec.Damaged.Error())
	}
	if info.Private {
		s.Warn("note: the form held a secret, so only the outcome of this run was saved")
	}
	return rec, info, nil
}

// printRun prints the facts of a run and its timeline.
func printRun(s *command.Streams, r *run.Run, info runfile.Info) error {
	now := r.Snapshot()
	var facts command.Rows
	facts.Add("Run:", info.ID.Line(80).String())
	facts.Add("Agent:", command.Line(info.Agent)+"  "+command.Line(info.Source))
	facts.Add("Skill:", command.Line(info.Skill))
	facts.Add("Began:", info.Time.Local().Format(timeLayout))
	facts.Add("Title:", command.Line(now.Details.Title()))
	facts.Add("Outcome:", outcomeOf(info))
	if now.HasFailed() {
		facts.Add("Reason:", cmp.Or(now.Reason().Line(safe.TextLimit()).String(), run.NoReason))
	}
	facts.Add("Used:", command.Line(info.Usage))
	if !info.Ended.IsZero() {
		facts.Add("Took:", tookText(info.Duration()))
	}
	facts.Add("Task:", now.TaskID.Line(0).String())
	if now.Err != nil {
		facts.Add("Error:", safe.Text(now.Err.Error()).Line(safe.TextLimit()).String())
	}
	facts.Add("Sent:", safe.Text(sentText(now.Plan)).Line(safe.TextLimit()).String())
	if err := facts.Print(s.Text()); err != nil {
		return err
	}
	for i := range now.Timeline.Len() {
		if i == 0 {
			if _, err := fmt.Fprintln(s.Text()); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintln(s.Text(), entryText(now.Timeline.Entry(i))); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintln(s.Text()); err != nil {
		return err
	}
	return command.PrintRunNotes(s.Text(), info.Path)
}

func newRunsReplay(s *command.Streams) *cobra.Command {
	var speed float64
	var step bool
	var preferences preferenceFlags
	cmd := &cobra.Command{
		Use:   "replay RUN",
		Short: "Replay a run in the screens, without an agent or a network",
		Long: "Replay a run in the screens at its original speed, from its form to its table. Waits of more than 3 seconds are shortened.\n\n" +
			"space pauses, n shows the next event, + and - change the speed, 0 begins again, l opens the agent and goes on live.",
		Example:           "  a2aform runs replay last --speed 4\n  a2aform runs replay fight.jsonl --step",
		Args:              command.UsageArgs(cobra.ExactArgs(1)),
		ValidArgsFunction: completeRuns(s, false),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case step && cmd.Flags().Changed("speed"):
				return command.Usagef("--speed and --step do not go together")
			case !(speed > 0 && speed <= 64): // NaN is neither
				return command.Usagef("--speed is above 0 and at most 64")
			}
			if why := s.NoTerminal(); why != "" {
				return command.Usagef("%s, but a replay needs one; print the run with a2aform runs show", why)
			}
			if step {
				speed = 0
			}
			name, done, err := command.UnpackRun(args[0])
			if err != nil {
				return err
			}
			defer done()
			rec, _, err := openRun(s, name)
			if err != nil {
				return err
			}
			return runTUI(cmd.Context(), s, &preferences, kit.Options{Replay: &kit.Playback{Recording: rec, Speed: speed}})
		},
	}
	preferences.addScreens(cmd)
	cmd.Flags().Float64Var(&speed, "speed", 1, "play `N` times as fast, such as 4 or 0.5; at most 64")
	cmd.Flags().BoolVar(&step, "step", false, "wait for a key before each event")
	return cmd
}

// sentText is the text or the data of a message, as it was sent.
func sentText(plan *run.Plan) string {
	if plan.Input != nil && plan.Input.AsText && plan.Data != nil {
		return plan.Input.Text(plan.Data)
	}
	return string(plan.Data) + plan.Text
}

// printThread prints the runs that a run is a part of, each with what of the one before it filled in its form.
func (o *runsShowOptions) printThread(s *command.Streams, name string) error {
	if v := o.output.Value; v != "text" && v != "json" {
		return command.Usagef("--thread is printed as text or json, not as %s", v)
	}
	info, err := command.FindRun(s, name)
	if err != nil {
		return err
	}
	keep, err := runStore(s)
	if err != nil {
		return err
	}
	list, err := keep.Runs()
	if err != nil {
		return err
	}
	thread, _ := store.Thread(list.Runs, info.ID)
	if thread == nil { // a file that lies elsewhere
		thread = []runfile.Info{info}
	}
	if o.output.JSON() {
		return printThreadJSON(s, thread)
	}
	var rows command.Rows
	if s.OutTTY {
		rows.Add("RUN", "BEGAN", "AGENT", "SKILL", "OUTCOME", "FILLED IN FROM")
	}
	for i, r := range thread {
		cells := []string{r.ID.Line(80).String(), r.Time.Local().Format(timeLayout), command.Line(r.Agent), kit.RunName(r), outcomeOf(r)}
		if r.Rows != nil {
			cells[len(cells)-1] += ", " + english.Plural(*r.Rows, "row", "rows")
		}
		if r.FedBy != nil {
			cells = append(cells, fedByText(r.FedBy, i == 0))
		}
		rows.Add(cells...)
	}
	return rows.Print(s.Text())
}

// fedByText says what of which result filled in which fields. The run is the one before, unless that one was deleted.
func fedByText(f *runfile.FedBy, isDeleted bool) string {
	var fields []string
	for _, field := range f.Fields {
		fields = append(fields, command.Line(field))
	}
	text := f.Part()
	if list := strings.Join(fields, ", "); list != "" && list != text {
		text += ": " + list
	}
	if isDeleted {
		text += fmt.Sprintf(" (of %s, which is not there)", f.Run.Line(80))
	}
	return text
}

// threadRunJSON is a run of a thread.
type threadRunJSON struct {
	runJSON
	Rows  *int           `json:"rows,omitempty"`
	FedBy *runfile.FedBy `json:"fedBy,omitempty"`
}

func printThreadJSON(s *command.Streams, thread []runfile.Info) error {
	all := make([]threadRunJSON, len(thread))
	for i, r := range thread {
		all[i] = threadRunJSON{runJSONOf(r), r.Rows, r.FedBy}
	}
	text, err := json.Marshal(all)
	if err != nil {
		return fmt.Errorf("write the thread: %w", err)
	}
	return command.PrintRaw(s, text)
}
