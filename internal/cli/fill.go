package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/plain"
)

type fillOptions struct {
	agent       command.AgentFlag
	connect     command.ConnectFlags
	fill        formFlags
	preferences preferenceFlags
}

func newFill(s *command.Streams) *cobra.Command {
	var o fillOptions
	cmd := &cobra.Command{
		Use:   "fill AGENT",
		Short: "Fill in a form and print its JSON",
		Long: "Open the form of a skill, or of a JSON Schema in a file, on the terminal. Nothing is sent: once you have reviewed it, the JSON is\n" +
			"printed to standard output for another program. Esc on the empty form prints nothing and exits with 130.\n\n" +
			"The form is drawn on the terminal itself, so standard output may be a pipe (a2aform fill AGENT --skill ID | jq).\n" +
			"Without a terminal, what --set and --from give is checked and printed.",
		Example: "  a2aform fill localhost:9999 --skill fight-comparison > lion.json\n  a2aform fill --schema order.json",
		Args:    command.UsageArgs(cobra.MaximumNArgs(1)),
		RunE:    func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), s, args) },
	}
	o.agent.Add(cmd)
	o.connect.Add(cmd)
	o.connect.AddDebug(cmd)
	o.preferences.addPlain(cmd)
	f := cmd.Flags()
	f.StringVar(&o.fill.skill, "skill", "", "the `ID` or name of the skill whose form is filled in")
	f.StringVar(&o.fill.schema, "schema", "", "the `FILE` of a JSON Schema; with an agent the name of one of its schemas, if the skill has several")
	f.StringVar(&o.fill.from, "from", "", "begin with this `JSON`, a file of it (FILE or @FILE), - for standard input, or, as send --from does, with what the result of a run has for fields of the form: its id, last, or RUN:/POINTER")
	f.Var(settingFlag{list: &o.fill.sets}, "set", "begin with a field, as `NAME=VALUE`; may be repeated")
	f.Var(settingFlag{&o.fill.sets, jsonSetting}, "set-json", "begin with a field as `NAME=JSON`; may be repeated")
	f.Var(settingFlag{&o.fill.sets, variableSetting}, "set-env", "begin with a field, as `NAME=VARIABLE`: the variable holds its text; may be repeated")
	return cmd
}

func (o *fillOptions) run(ctx context.Context, s *command.Streams, args []string) error {
	isPlain, err := o.preferences.isPlain(s)
	if err != nil {
		return err
	}
	if isPlain && o.fill.from == "-" {
		return command.Usagef("standard input holds the answers, so it cannot hold the data; save the data to a file")
	}
	f, form, err := o.form(ctx, s, args)
	if err != nil {
		return err
	}
	var data []byte
	f.Done = func(filled []byte) { data = filled }
	isGiven := o.fill.from != "" || len(o.fill.sets) > 0
	if isPlain {
		data, err = o.plain(ctx, s, f)
	} else if err = o.screen(ctx, s, f); errors.Is(err, errNoScreen) && isGiven {
		data, err = submitted(s, form, f.Input.IsGuess, "printed")
	}
	switch {
	case err != nil:
		return err
	case data == nil:
		return context.Canceled
	}
	return command.PrintRaw(s, data)
}

// form is the form that the arguments name, with what the flags fill in.
func (o *fillOptions) form(ctx context.Context, s *command.Streams, args []string) (f ui.Filling, form *formgen.Form, err error) {
	if err := o.find(ctx, s, args, &f); err != nil {
		return f, nil, err
	}
	doc, err := schema.Load(f.Input.Schema)
	if err != nil {
		return f, nil, command.Usagef("the schema %s cannot be used: %s", command.Line(f.Input.Name), err)
	}
	form = formgen.New(doc)
	if o.fill.from != "" {
		if err := o.begin(s, form, doc); err != nil {
			return f, nil, err
		}
	}
	if err := o.fill.apply(s, form); err != nil {
		return f, nil, err
	}
	if v, _ := form.Value(); v != nil && (o.fill.from != "" || len(o.fill.sets) > 0) {
		f.Prefill = v.Compact()
	}
	return f, form, nil
}

// begin fills the form in with the JSON of --from, or with the result of the run that it names.
func (o *fillOptions) begin(s *command.Streams, form *formgen.Form, doc *schema.Document) error {
	if isRun(s, o.fill.from) {
		_, err := loadFrom(s, form, doc, o.fill.from)
		return err
	}
	text, err := command.ReadData(s, "--from", o.fill.from)
	if err != nil {
		return err
	}
	v, err := ojson.Parse(text, ojson.DataLimits)
	if err != nil {
		return command.Usagef("--from is not JSON: %s", err)
	}
	form.Load(v)
	return nil
}

// isRun reports whether a value of --from names a run: it is not standard input, JSON or a file of it.
func isRun(s *command.Streams, from string) bool {
	if from == "-" || strings.ContainsAny(from[:1], "@{[\"") || strings.HasSuffix(from, ".json") {
		return false
	}
	_, notJSON := ojson.Parse([]byte(from), ojson.DataLimits)
	_, noFile := os.Stat(from)
	if notJSON != nil && noFile != nil {
		return true
	}
	_, err := command.FindRun(s, from) // an id can be a number, and a run a file
	return err == nil
}

// find finds the schema: of a skill, or in a file where no agent is named.
func (o *fillOptions) find(ctx context.Context, s *command.Streams, args []string, f *ui.Filling) error {
	if len(args) == 0 && o.agent.Value == "" && o.fill.schema != "" {
		raw, err := schema.ReadFile(o.fill.schema)
		if err != nil {
			return command.Usagef("--schema: %s", command.FileFault(err))
		}
		f.Input = &a2aclient.Input{Name: safe.Text(o.fill.schema), Schema: raw}
		return nil
	}
	card, err := o.connect.Fetch(ctx, s, &o.agent, args)
	if err != nil {
		return err
	}
	if err := o.findIn(card, f); err != nil {
		return err
	}
	if isUnsendable(*f.Input) {
		s.Warn("note: " + noObject(f.Input).Error())
	}
	return nil
}

// findIn finds the form of a skill.
func (o *fillOptions) findIn(card *a2aclient.Card, f *ui.Filling) error {
	skill, inputs, err := o.fill.skillOf(card, true)
	if err != nil {
		return err
	}
	if len(inputs) == 0 {
		return command.Usagef("there is no form: choose a skill that has one with --skill, or a JSON Schema with --schema")
	}
	f.Skill = skill
	f.Input, err = o.fill.input(inputs)
	return err
}

// errNoScreen says that a form cannot be drawn. What the flags fill in is printed without it.
var errNoScreen = command.Usagef("there is no terminal that can show the form: fill it in with --set or --from, or use --plain, which asks line by line")

// screen shows the form on the terminal, wherever standard input and output lead.
func (o *fillOptions) screen(ctx context.Context, s *command.Streams, f ui.Filling) error {
	config, err := o.preferences.config(s)
	if err != nil {
		return err
	}
	if s.IsDumb() {
		return errNoScreen
	}
	in, out, done, err := openTerminal(s)
	if err != nil {
		return errNoScreen
	}
	defer done()
	options := preferences(kit.Options{}, config)
	options.Hints, options.PasteGuard = false, pasteGuard
	t := command.Terminal{In: in, Out: out, Err: s.Err, Warn: s.Warn, OwnsProcess: s.IsProcess}
	return t.Play(ctx, ui.NewFilling(ctx, options, f))
}

// openTerminal returns the terminal itself where a stream leads elsewhere.
func openTerminal(s *command.Streams) (in io.Reader, out io.Writer, done func(), err error) {
	if s.InTTY && s.OutTTY {
		return s.In, s.Out, func() {}, nil
	}
	if !s.IsProcess {
		return nil, nil, nil, errors.New("no terminal")
	}
	input, output, err := command.OpenTerminal()
	if err != nil {
		return nil, nil, nil, err
	}
	return input, output, func() { _ = errors.Join(input.Close(), output.Close()) }, nil
}

// plain asks line by line, on standard error.
func (o *fillOptions) plain(ctx context.Context, s *command.Streams, f ui.Filling) ([]byte, error) {
	data, err := plain.Fill(ctx, linesBesideOutput(s), f.Input, f.Prefill)
	if plain.IsInput(err) {
		return nil, command.Usagef("%s", err)
	}
	return data, err
}
