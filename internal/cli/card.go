package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/signature"
	"a2aform/formgen"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/doctor"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/ui/kit"
)

type cardOptions struct {
	agent    command.AgentFlag
	connect  command.ConnectFlags
	output   command.OutputFlag
	extended bool
	verify   verifyFlags // of the command card
	schema   string      // of the command skills
	about    subject     // the agent in commands
	skill    string      // the only one that the command skills shows; "" for all
}

func newCard(s *command.Streams) *cobra.Command {
	cmd, o := newReader(s, printCard, "card AGENT", "Show an agent's card and its problems")
	o.verify.add(cmd)
	return cmd
}

func newSkills(s *command.Streams) *cobra.Command {
	cmd, o := newReader(s, printSkills, "skills AGENT [SKILL]", "List an agent's skills and their fields")
	cmd.Long = "List an agent's skills and their fields. Of a SKILL, by its id or its name, the command shows what it takes and gives."
	cmd.Example = "  a2aform skills demo\n  a2aform skills demo trip-planner\n  a2aform skills demo --schema trip-planner > trip.schema.json"
	cmd.Args = command.UsageArgs(cobra.MaximumNArgs(2))
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if last := len(args) - 1; last == 1 || last == 0 && o.agent.Value != "" {
			args, o.skill = args[:last], args[last]
		}
		if o.skill != "" && o.schema != "" {
			return command.Usagef("--schema names the skill itself: leave out %s", safe.Text(o.skill).Line(60))
		}
		return run(cmd, args)
	}
	agents := offerAgents(s)
	skills := (&completer{streams: s}).fromCard(completeSkills)
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		switch len(args) {
		case 0:
			return agents(cmd, args, typed)
		case 1:
			return skills(cmd, args, typed)
		}
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	cmd.Flags().StringVar(&o.schema, "schema", "", "print the JSON Schema of what the skill `ID` takes, or the schema of that name, as the card has it")
	return cmd
}

// card is the card to show: the public one, or the one for those the agent
// knows.
func (o *cardOptions) card(ctx context.Context, s *command.Streams, args []string) (*a2aclient.Card, error) {
	public, err := o.connect.Fetch(ctx, s, &o.agent, args)
	if err != nil {
		return nil, err
	}
	if !o.extended {
		for _, p := range o.connect.ProblemsOfSaved() { // who dials is told of them there
			s.Warn("note: " + p)
		}
		return public, nil
	}
	agent, err := o.connect.DialWithNotes(ctx, s, public)
	if err != nil {
		return nil, err
	}
	command.WarnCredentials(s, agent, nil)
	defer agent.Close()
	card, err := agent.Extended(o.connect.Traced(ctx, s))
	if errors.Is(err, a2aclient.ErrUnsupported) {
		return nil, errors.New("the agent's card does not offer an extended card; leave out --extended")
	}
	return card, err
}

// check rejects flags that would have no effect: those for calls matter only if the agent
// is asked for something.
func (o *cardOptions) check() error {
	if !o.extended && o.connect.IsForCalls() {
		return command.Usagef("credentials and the flags for calls need --extended: the public card is read without them")
	}
	if err := o.verify.check(); err != nil {
		return err
	}
	if err := o.connect.Check(); err != nil {
		return err
	}
	return o.output.Check()
}

// newReader is a command that reads a card and prints something of it.
func newReader(s *command.Streams, show func(context.Context, *command.Streams, *cardOptions, *a2aclient.Card) error, use, short string) (*cobra.Command, *cardOptions) {
	o := &cardOptions{}
	cmd := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  command.UsageArgs(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			card, err := o.card(cmd.Context(), s, args)
			if err != nil {
				return err
			}
			o.about.agent, _ = o.agent.Ref(s, args)
			return show(cmd.Context(), s, o, card)
		},
	}
	o.agent.Add(cmd)
	o.connect.Add(cmd)
	o.connect.AddDebug(cmd)
	o.output.Add(cmd)
	cmd.Flags().BoolVar(&o.extended, "extended", false, "fetch the extended card (needs credentials)")
	return cmd, o
}

// printCard prints the card, and fails if it is to be signed and is not.
func printCard(ctx context.Context, s *command.Streams, o *cardOptions, card *a2aclient.Card) error {
	verdicts, failed, err := o.verify.verify(ctx, s, card)
	if err != nil {
		return err
	}
	invalid, err := o.verify.checkSchema(s, card)
	if err != nil {
		return err
	}
	failed = cmp.Or(failed, invalid)
	if o.output.JSON() {
		for _, v := range verdicts {
			s.Warn("note: signature: " + v.Text())
		}
		return cmp.Or(command.PrintRaw(s, card.Raw), failed)
	}
	agent, err := o.connect.Choose(s, card)
	w := cardRows(card, verdicts, agent, err)
	return cmp.Or(w.Print(s.Text()), failed)
}

// cardRows are what is said of a card, a line each.
func cardRows(card *a2aclient.Card, verdicts []signature.Verdict, agent *a2aclient.Agent, dialed error) *command.Rows {
	w := &command.Rows{}
	w.Add("Name:", command.Line(card.Name))
	w.Add("Version:", command.Line(card.Version))
	w.Add("Provider:", command.Line(card.Provider))
	w.Add("About:", card.Description.Line(safe.TextLimit()).String())
	w.Add("Protocol:", string(card.Dialect)+" (detected from "+card.Evidence+")")
	if dialed != nil {
		w.Add("Endpoint:", dialed.Error())
	} else {
		i := agent.Interface()
		w.Add("Endpoint:", fmt.Sprintf("%s at %s (%s)", strings.TrimSpace(command.Line(safe.Text(string(i.Binding)))+" "+command.Line(i.Version)), command.Line(i.URL), agent.Choice()))
		w.Add("Note:", agent.Notice())
	}
	w.Add("Streams:", yesNo(card.Streaming))
	w.Add("Push:", yesNo(card.PushNotifications))
	for _, d := range card.Details() {
		w.Add(d.Label+":", command.Line(d.Text))
	}
	addSignatures(w, card, verdicts)
	if card.HasExtended && !card.IsExtended {
		w.Add("Extended:", "there is an extended card: add --extended")
	}
	for _, e := range card.Extensions {
		w.Add("Extension:", command.Line(e.URI)+" ("+e.Use()+")")
		w.Add("  About:", command.Line(e.Description))
		w.Add("  Params:", command.Line(e.Params))
	}
	w.Add("Sign-in:", command.Line(card.AuthNote))
	for _, schema := range card.Schemas {
		w.Add("Schema:", command.Line(schema.Name))
	}
	for _, skill := range card.Skills {
		w.Add("Skill:", command.Line(skill.ID)+"  "+badge(skill.Inputs, skill.Text, skill.JSON))
		w.Add("  Fields:", fieldNames(skill.Inputs, math.MaxInt))
		addOrigins(w, skill.Inputs, skill.Outputs)
		for _, d := range skill.Details() {
			w.Add("  "+d.Label+":", command.Line(d.Text))
		}
	}
	if len(card.Inputs) > 0 {
		w.Add("Agent:", badge(card.Inputs, card.Text, false))
		addOrigins(w, card.Inputs, card.Outputs)
	}
	for _, text := range doctor.OpenedLines(card, card.Warnings) {
		w.Add("Problem:", text)
	}
	return w
}

// addOrigins says which schemas are input and output, and the rule of the card behind each.
func addOrigins(r *command.Rows, inputs []a2aclient.Input, outputs []a2aclient.Output) {
	for _, in := range inputs {
		r.Add("  Input:", kit.Origin(in.Name, in.Rule))
	}
	for _, out := range outputs {
		r.Add("  Output:", kit.Origin(out.Name, out.Rule))
	}
}

func printSkills(_ context.Context, s *command.Streams, o *cardOptions, card *a2aclient.Card) error {
	if o.schema != "" {
		return printSchema(s, card, o.schema)
	}
	if o.skill != "" {
		return o.printSkill(s, card)
	}
	if o.output.JSON() {
		skills, err := skillsOf(card)
		if err != nil {
			return err
		}
		return command.PrintRaw(s, skills.Compact())
	}
	w := &command.Rows{}
	for _, skill := range card.Skills {
		w.Add(command.Line(skill.ID), badge(skill.Inputs, skill.Text, skill.JSON), command.Line(skill.Name), skill.Description.Summary().Line(120).String())
		if names := fieldNames(skill.Inputs, s.Width()-len(fieldsLabel)); names != "" {
			w.Add(fieldsLabel + names)
		}
	}
	if len(card.Inputs) > 0 || card.Text {
		w.Add("-", badge(card.Inputs, card.Text, false), "the agent itself")
	}
	return w.Print(s.Text())
}

// skillsOf are the skills as the card has them.
func skillsOf(card *a2aclient.Card) (*ojson.Value, error) {
	text := ojson.Find(card.Raw, "skills")
	if card.Dialect == a2aclient.DialectSessions {
		text = ojson.Find(card.Raw, "capabilities")
	}
	if text == nil {
		text = []byte("[]")
	}
	skills, err := ojson.Parse(text, ojson.CardLimits)
	if err != nil {
		return nil, fmt.Errorf("the card cannot be read: %w", err)
	}
	return skills, nil
}

// printSkill prints what a skill takes and gives, and how it is used.
func (o *cardOptions) printSkill(s *command.Streams, card *a2aclient.Card) error {
	skill := card.SkillNamed(o.skill)
	if skill == nil {
		return noSkill(card, o.skill)
	}
	if o.output.JSON() {
		skills, err := skillsOf(card)
		if err != nil {
			return err
		}
		for _, each := range skills.Items() {
			if id := skill.ID.Exact(); each.Get("id").Text() == id || each.Get("name").Text() == id { //nolint:forbidigo // compared, never printed
				return command.PrintRaw(s, each.Compact())
			}
		}
		return command.Usagef("the card has no JSON of this skill alone; without it, -o json prints all skills")
	}
	w := &command.Rows{}
	w.Add("Skill:", command.Line(skill.ID)+"  "+badge(skill.Inputs, skill.Text, skill.JSON))
	w.Add("Name:", command.Line(skill.Name))
	w.Add("About:", skill.Description.Line(safe.TextLimit()).String())
	for _, d := range skill.Details() {
		w.Add(d.Label+":", command.Line(d.Text))
	}
	for _, example := range skill.Examples {
		w.Add("Example:", command.Line(example))
	}
	addOrigins(w, skill.Inputs, skill.Outputs)
	how := "--text TEXT"
	if len(skill.Inputs) > 0 {
		how = "--set NAME=VALUE"
	}
	w.Add("Send:", "a2aform send "+o.about.agentWord()+" --skill "+command.ShellWord(skill.ID)+" "+how)
	if err := w.Print(s.Text()); err != nil {
		return err
	}
	for _, in := range skill.Inputs {
		if err := printFields(s, in, len(skill.Inputs) > 1); err != nil {
			return err
		}
	}
	return nil
}

// printFields prints the fields of a form, as --set takes them, below the name of the form where there are several.
func printFields(s *command.Streams, in a2aclient.Input, isNamed bool) error {
	doc, err := schema.Load(in.Schema)
	if err != nil || isUnsendable(in) {
		return nil //nolint:nilerr // the row above names the schema, and doctor says what is wrong with it
	}
	var rows command.Rows
	addFields(&rows, formgen.New(doc).Root(), 0, false)
	heading := "Fields:"
	if isNamed {
		heading = "Fields of --schema " + command.ShellWord(in.Name) + ":"
	}
	if _, err := fmt.Fprintln(s.Text(), heading); err != nil {
		return err
	}
	return rows.Print(s.Text())
}

const fieldsLabel = "  fields: "

// fieldNames are the names of the fields of the only form, as --set takes them: those that fit, and how many more there are.
func fieldNames(inputs []a2aclient.Input, width int) string {
	inputs = slices.DeleteFunc(slices.Clone(inputs), isUnsendable)
	if len(inputs) != 1 {
		return ""
	}
	text, fields := "", schema.OutlineFields(inputs[0].Schema)
	for i, f := range fields {
		next, more := command.Line(f.Name), ""
		if i > 0 {
			next = text + ", " + next
		}
		if left := len(fields) - i - 1; left > 0 {
			more = fmt.Sprintf(" and %d more", left)
		}
		if i > 0 && ansi.StringWidth(next+more) > width {
			return text + fmt.Sprintf(" and %d more", len(fields)-i)
		}
		text = next
	}
	return text
}

// badge says how a skill can be used, as the card's screen does.
func badge(inputs []a2aclient.Input, text, json bool) string {
	var words []string
	all := len(inputs)
	inputs = slices.DeleteFunc(slices.Clone(inputs), isUnsendable)
	switch n := len(inputs); {
	case n > 1:
		words = append(words, fmt.Sprintf("%d forms", n))
	case n == 1:
		words = append(words, "form")
		if fields := schema.CountFields(inputs[0].Schema); fields > 0 {
			words[0] = english.Plural(fields, "field", "fields")
		}
	}
	switch {
	case text || all == 0:
		words = append(words, "text")
		if json && all == 0 {
			words = append(words, "JSON")
		}
	case len(inputs) == 0:
		words = append(words, "cannot be sent")
	}
	return strings.Join(words, ", ")
}

// isUnsendable reports a form of a named schema whose value is no object: the extension for
// object schemas has no place for it.
func isUnsendable(in a2aclient.Input) bool {
	return takesOnlyObjects(nil, in.Tag) && !in.AsText && schema.StatesNoObject(in.Schema)
}

// takesOnlyObjects reports that data under a tag must be an object. The agent is nil where
// it was not dialed.
func takesOnlyObjects(agent *a2aclient.Agent, tag safe.Raw) bool {
	if agent == nil {
		return a2a.ParseMediaType(tag.Exact()).HasSchema //nolint:forbidigo // parsed, never printed
	}
	return agent.TakesOnlyObjects(tag)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// verifyFlags check the signatures of a card.
type verifyFlags struct {
	on       bool
	files    []string
	validate bool // against the schema of the card's version
}

func (f *verifyFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.on, "verify", false, "check the card's signatures, and exit with 10 if none is valid")
	cmd.Flags().BoolVar(&f.validate, "validate", false, "check the card against the schema of its A2A version, and exit with 10 if it breaks it")
	cmd.Flags().StringArrayVar(&f.files, "keys", nil, "a `FILE` with public keys for --verify, as JSON Web Keys or PEM, besides those in the directory keys of the configuration; may be repeated")
}

func (f *verifyFlags) check() error {
	if len(f.files) > 0 && !f.on {
		return command.Usagef("--keys has no effect without --verify")
	}
	return nil
}

// keys are those of --keys.
func (f *verifyFlags) keys() (list []*signature.Keys, err error) {
	for _, path := range f.files {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, command.Usagef("--keys %s cannot be read", safe.Text(path).Line(200))
		}
		keys, err := signature.ParseKeys(data, safe.Text(path).Line(200).String())
		if err != nil {
			return nil, command.Usagef("--keys %s: %s", safe.Text(path).Line(200), err)
		}
		list = append(list, keys)
	}
	return list, nil
}

// verify checks the signatures of a card. Where no one is valid, failed says so.
func (f *verifyFlags) verify(ctx context.Context, s *command.Streams, card *a2aclient.Card) (verdicts []signature.Verdict, failed, err error) {
	if !f.on {
		return nil, nil, nil
	}
	if card.Signatures == 0 {
		return nil, command.CheckFailed("the card is not signed (--verify)", nil), nil
	}
	keys, err := f.keys()
	if err != nil {
		return nil, nil, err
	}
	if keep := s.Store(); keep != nil {
		trusted, problems := signature.ReadKeys(keep.ConfigDir())
		keys = append(keys, trusted...)
		for _, problem := range problems {
			s.Warn("note: " + problem)
		}
	}
	if verdicts, err = card.VerifySignatures(ctx, keys); err != nil {
		return nil, nil, err
	}
	if !slices.ContainsFunc(verdicts, func(v signature.Verdict) bool { return v.Valid }) {
		failed = command.CheckFailed("no signature of the card is valid (--verify)", nil)
	}
	return verdicts, failed, nil
}

// addSignatures says whether a card is signed, and what is known of its signatures.
func addSignatures(r *command.Rows, card *a2aclient.Card, verdicts []signature.Verdict) {
	if verdicts == nil && card.Signatures > 0 {
		r.Add("Signed:", "yes, but not verified; add --verify")
	}
	for _, v := range verdicts {
		r.Add("Signed:", v.Text())
	}
}

// versionOf is the A2A version of a dialect that has a schema for cards, else its name.
func versionOf(d a2aclient.Dialect) string { return strings.TrimPrefix(string(d), "A2A ") }

// checkSchema says on standard error where a card breaks the schema of its version. Failed
// is the error if it does anywhere.
func (f *verifyFlags) checkSchema(s *command.Streams, card *a2aclient.Card) (failed, err error) {
	if !f.validate {
		return nil, nil
	}
	problems, err := a2aclient.ValidateCard(card.Raw, versionOf(card.Dialect))
	if err != nil {
		return nil, err
	}
	for _, p := range problems {
		s.Warn("invalid: " + cmp.Or(command.Line(p.Pointer), "the card") + ": " + p.Message)
	}
	if len(problems) > 0 {
		return command.CheckFailed(fmt.Sprintf("the card breaks the schema of %s in %s (--validate)", card.Dialect, english.Plural(len(problems), "place", "places")), nil), nil
	}
	s.Warn("the card is valid by the schema of " + string(card.Dialect))
	return nil, nil
}

// printSchema prints a schema of the card. What a2aform reads in another way than it is written is noted on standard error.
func printSchema(s *command.Streams, card *a2aclient.Card, id string) error {
	raw, err := findSchema(s, card, id)
	if err != nil {
		return err
	}
	doc, err := schema.Load(raw)
	if err != nil {
		return err
	}
	for _, notice := range doc.Notices() {
		s.Warn("note: " + notice.Text)
	}
	v, err := ojson.Parse(raw, ojson.DataLimits)
	if err != nil {
		return command.PrintRaw(s, raw)
	}
	return command.PrintRaw(s, v.Indent("  "))
}

// findSchema is what the skill of that id takes, or the schema of that name.
func findSchema(s *command.Streams, card *a2aclient.Card, id string) ([]byte, error) {
	skill := card.SkillNamed(id)
	raw, isName := card.Schema(id)
	switch {
	case skill != nil && len(skill.Inputs) > 0:
		input, err := inputNamed(skill.Inputs, "")
		if err != nil {
			return nil, err
		}
		if input.IsGuess || input.IsAttached {
			s.Warn("note: " + input.Rule)
		}
		return input.Schema, nil
	case isName:
		return raw, nil
	case skill != nil:
		return nil, command.Usagef("the skill %s has no input schema", safe.Text(id).Line(60))
	}
	var ids, names []string
	for _, known := range card.Skills {
		ids = append(ids, known.ID.Line(60).String())
	}
	for _, known := range card.Schemas {
		names = append(names, known.Name.Line(60).String())
	}
	if near := cmp.Or(safe.Nearest(id, slices.Concat(ids, names)), safe.NearestID(id, ids), safe.NearestID(id, names)); near != "" {
		return nil, command.Usagef("the card has no skill or schema %s; did you mean %s?", safe.Text(id).Line(60), near)
	}
	return nil, command.Usagef("the card has no skill or schema %s; its schemas are %s", safe.Text(id).Line(60), schemaNames(card))
}

// maxNamedSchemas bounds how many schemas an error names.
const maxNamedSchemas = 20

// schemaNames are the names of the schemas of a card, as far as they fit.
func schemaNames(card *a2aclient.Card) string {
	var names []string
	for _, known := range card.Schemas[:min(len(card.Schemas), maxNamedSchemas)] {
		names = append(names, command.Line(known.Name))
	}
	if len(names) == 0 {
		return "none"
	}
	if n := len(card.Schemas) - len(names); n > 0 {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}
