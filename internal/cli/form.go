package cli

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store/runfile"
	"a2aform/render/export"
)

// formFlags choose a form and fill it in.
type formFlags struct {
	skill, schema string
	sets          []setting
	from          string // the run whose result fills in the form
}

// add adds the flags that choose a form and fill it in with a message.
func (f *formFlags) add(cmd *cobra.Command) {
	f.addSettings(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.skill, "skill", "", "the skill's `ID` or name; without it, the message goes to the agent itself, and --set to the only form")
	flags.StringVar(&f.schema, "schema", "", "the `NAME` of the schema, if there are several")
	flags.StringVar(&f.from, "from", "", "fill in fields from the result of a recorded `RUN`, or a part of it (RUN:/POINTER); last is the run recorded last, by --record or the screens")
	command.MoveFlags(cmd, command.AllFlags, "schema")
	excludeFromRaw(cmd, "skill", "schema")
}

// addSettings adds the flags that fill in fields.
func (f *formFlags) addSettings(cmd *cobra.Command) {
	cmd.Flags().Var(settingFlag{list: &f.sets}, "set", "fill in a field, as `NAME=VALUE`; a2aform skills shows the names, and labels work too; nested fields have a path: who.name=Ada, stops.0.place=Rome; may be repeated")
	cmd.Flags().Var(settingFlag{&f.sets, jsonSetting}, "set-json", "a field as `NAME=JSON`, which tells null from \"null\"; may be repeated")
	cmd.Flags().Var(settingFlag{&f.sets, variableSetting}, "set-env", "a secret field, as `NAME=VARIABLE`: the variable holds its text; such a run keeps no input in the history; may be repeated")
	command.MoveFlags(cmd, command.AllFlags, "set-json")
	excludeFromRaw(cmd, "set", "set-json", "set-env")
}

// skillOf finds the skill and the forms that are addressed. Without --skill they are those of the agent itself or, where a form is
// to be filled in, of the only skill that has one.
func (f *formFlags) skillOf(card *a2aclient.Card, isForm bool) (*a2aclient.Skill, []a2aclient.Input, error) {
	if f.skill == "" {
		if !isForm {
			return nil, card.Inputs, nil
		}
		skill, inputs, err := card.OnlyForm()
		if err != nil {
			return nil, nil, command.Usagef("%s; choose one with --skill", err)
		}
		return skill, inputs, nil
	}
	skill := card.SkillNamed(f.skill)
	if skill == nil {
		return nil, nil, noSkill(card, f.skill)
	}
	return skill, skill.Inputs, nil
}

func noSkill(card *a2aclient.Card, id string) error { return command.Usagef("%s", card.NoSkill(id)) }

// input is the form that --schema names, or the only one.
func (f *formFlags) input(inputs []a2aclient.Input) (*a2aclient.Input, error) {
	if len(inputs) == 0 && f.from != "" {
		return nil, command.Usagef("this skill has no form that --from could fill in: use --text or --data")
	}
	return inputNamed(inputs, f.schema)
}

// inputNamed is the form of that name, or the only one where the name is empty.
func inputNamed(inputs []a2aclient.Input, schema string) (*a2aclient.Input, error) {
	var names []string
	for i := range inputs {
		if schema == "" && len(inputs) == 1 || schema != "" && inputs[i].Name.Exact() == schema { //nolint:forbidigo // compared, never printed
			return &inputs[i], nil
		}
		names = append(names, formName(inputs[i].Name))
	}
	switch {
	case len(inputs) == 0:
		return nil, command.Usagef("this skill has no input schema: use --text or --data")
	case schema == "":
		return nil, command.Usagef("the skill has several forms, choose one with --schema: %s", strings.Join(names, ", "))
	}
	return nil, command.Usagef("there is no form %s; there is %s", safe.Text(schema).Line(60), strings.Join(names, ", "))
}

// formName is the name of a form as --schema takes it, "" in quotes for one without.
func formName(name safe.Raw) string { return cmp.Or(command.Line(name), `""`) }

// apply sets each --set in a form.
func (f *formFlags) apply(s *command.Streams, form *formgen.Form) error {
	failed, err := formgen.SetEach(len(f.sets), func(i int) error {
		set := &f.sets[i]
		set.path = cmp.Or(formgen.Labeled(form, set.path), set.path)
		return set.apply(s, form)
	})
	if err != nil {
		set := f.sets[failed]
		return command.Usagef("%s %s: %s", set.flag(), safe.Text(set.path).Line(60), err)
	}
	return nil
}

// hasVariable reports a field that a variable fills in.
func (f *formFlags) hasVariable() bool {
	return slices.ContainsFunc(f.sets, func(set setting) bool { return set.kind == variableSetting })
}

// masked is data with a mask in place of the secret fields of its schema, which is nil for none, and of those that variables fill in.
func (f *formFlags) masked(doc *schema.Document, data []byte) []byte {
	v, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil || !f.hasVariable() && (doc == nil || !doc.NamesSecrets()) {
		return data
	}
	if doc != nil {
		v = doc.Root().MaskSecrets(v, auth.Mask)
	}
	for _, set := range f.sets {
		tokens := strings.Split(set.path, ".")
		if strings.HasPrefix(set.path, "/") {
			tokens = ojson.Tokens(set.path)
		}
		if set.kind == variableSetting {
			v = maskedAt(v, tokens)
		}
	}
	return v.Compact()
}

// maskedAt is a value with a mask in place of what is at a path.
func maskedAt(v *ojson.Value, tokens []string) *ojson.Value {
	if len(tokens) == 0 {
		return ojson.NewString(auth.Mask)
	}
	members, items := slices.Clone(v.Members()), slices.Clone(v.Items())
	for i := range members {
		if members[i].Name == tokens[0] {
			members[i].Value = maskedAt(members[i].Value, tokens[1:])
		}
	}
	for i := range items {
		if strconv.Itoa(i) == tokens[0] {
			items[i] = maskedAt(items[i], tokens[1:])
		}
	}
	switch {
	case v.Is(ojson.Object):
		return ojson.NewObject(members...)
	case v.Is(ojson.Array):
		return ojson.NewArray(items...)
	}
	return v
}

// setting is a --set, --set-json or --set-env.
type setting struct {
	path, value string
	kind        settingKind
}

// settingKind says what the value of a setting is.
type settingKind uint8

const (
	textSetting     settingKind = iota
	jsonSetting                 // JSON
	variableSetting             // the name of a variable that contains the text
)

// form is what a setting looks like.
func (k settingKind) form() (flag, value string) {
	switch k {
	case jsonSetting:
		return "--set-json", "JSON"
	case variableSetting:
		return "--set-env", "VARIABLE"
	}
	return "--set", "VALUE"
}

func (f setting) flag() string {
	flag, _ := f.kind.form()
	return flag
}

// apply fills in the field of a form.
func (f setting) apply(s *command.Streams, form *formgen.Form) error {
	set, value := formgen.SetText, f.value
	switch f.kind {
	case textSetting:
		s.WarnVariable(f.path, value, func(variable string) string {
			return "use --set-env " + command.ShellWord(safe.Text(f.path)) + "=" + variable
		})
	case jsonSetting:
		set = formgen.SetJSON
	case variableSetting:
		if value = s.Getenv(f.value); value == "" {
			return fmt.Errorf("the variable %s is not set", safe.Text(f.value).Line(60))
		}
	}
	return set(form, f.path, value)
}

// settingFlag collects settings in the order of their flags.
type settingFlag struct {
	list *[]setting
	kind settingKind
}

func (f settingFlag) Set(text string) error {
	path, value, ok := strings.Cut(text, "=")
	s := setting{path, value, f.kind}
	switch _, what := f.kind.form(); {
	case !ok:
		return command.Usagef("%s %s: write NAME=%s", s.flag(), safe.Text(text).Line(60), what)
	case !utf8.ValidString(text):
		return command.Usagef("%s: not valid UTF-8", s.flag())
	}
	*f.list = append(*f.list, s)
	return nil
}

func (settingFlag) String() string { return "" }

func (settingFlag) Type() string { return "stringArray" }

// loadFrom fills a form in with what the result of an earlier run has for its fields.
func loadFrom(s *command.Streams, form *formgen.Form, doc *schema.Document, from string) (*runfile.FedBy, error) {
	v, fedBy, err := resultOf(s, from)
	if err != nil {
		return nil, err
	}
	suited, ok := formgen.SuitedFrom(doc, v, nil)
	if !ok {
		return nil, command.Usagef("--from %s: nothing in that result has the name and the type of a field of the form", safe.Text(from).Line(60))
	}
	s.Warn("note: taken from the result: " + strings.Join(suited.Labels, ", "))
	form.FillIn(suited.Value, formgen.Result)
	for _, label := range suited.Labels {
		fedBy.Fields = append(fedBy.Fields, safe.Text(label))
	}
	return fedBy, nil
}

// resultOf is the result of a run, or what is at a JSON Pointer in it: RUN or RUN:POINTER. A result of
// several values is a list of them, as it is exported.
func resultOf(s *command.Streams, from string) (*ojson.Value, *runfile.FedBy, error) {
	v, fedBy, err := valueOf(s, "--from", from)
	if err != nil {
		return nil, nil, err
	}
	tokens := ojson.Tokens(fedBy.Pointer.Exact())                               //nolint:forbidigo // typed by the user
	if len(tokens) > 0 && !v.Is(ojson.Object) && !v.Index(0).Is(ojson.Object) { // it goes by its name
		return ojson.NewObject(ojson.Member{Name: tokens[len(tokens)-1], Value: v}), fedBy, nil
	}
	return v, fedBy, nil
}

// valueOf is that value as it is.
func valueOf(s *command.Streams, flag, from string) (*ojson.Value, *runfile.FedBy, error) {
	name, pointer := from, ""
	if _, err := os.Stat(from); err != nil {
		if i := strings.LastIndex(from, ":/"); i >= 0 {
			name, pointer = from[:i], from[i+1:]
		}
	}
	rec, info, err := openRun(s, name)
	if err != nil {
		return nil, nil, err
	}
	v, err := export.Value(rec.Run().Document())
	if err != nil {
		return nil, nil, fmt.Errorf("%s %s: %w", flag, safe.Text(name).Line(60), err)
	}
	fedBy := &runfile.FedBy{Run: info.ID, Pointer: safe.Text(pointer)}
	tokens := ojson.Tokens(pointer)
	for i := range tokens {
		above := v
		if v = v.At(ojson.Pointer("", tokens[i])); !v.Exists() {
			return nil, nil, command.Usagef("%s: the result has no %s at %s; %s", flag, safe.Text(tokens[i]).Line(60), shownPointer(tokens[:i]), whatIsThere(above))
		}
	}
	return v, fedBy, nil
}

// shownPointer is where in a result one is.
func shownPointer(tokens []string) string {
	if len(tokens) == 0 {
		return "its top"
	}
	return safe.Text("/" + strings.Join(tokens, "/")).Line(80).String()
}

// whatIsThere says what a pointer into a value begins with.
func whatIsThere(v *ojson.Value) string {
	var names []string
	for _, m := range v.Members() {
		names = append(names, "/"+safe.Text(m.Name).Line(40).String())
	}
	switch {
	case len(names) > 0:
		return "it has " + strings.Join(names[:min(len(names), 10)], ", ")
	case v.Len() > 0:
		return fmt.Sprintf("it is a list, from /0 to /%d", v.Len()-1)
	}
	return "it is a single value"
}

// maxFormData is from how many bytes on valid data is sent without a form, which takes many times its memory. The formats of
// its texts, which agents need not assert, are not checked then.
const maxFormData = 64 << 10

// validData is such data as it is sent, nil for data that needs a form.
func validData(doc *schema.Document, text []byte) []byte {
	if len(text) <= maxFormData || doc.NamesSecrets() || !utf8.Valid(text) {
		return nil
	}
	v, err := ojson.Parse(text, ojson.DataLimits)
	if err != nil || !v.Is(ojson.Object) || len(v.Repeated()) > 0 || len(doc.Validate(v)) > 0 {
		return nil
	}
	return v.Compact()
}

// noObject says that the value of a form is no object, though only objects can be sent.
func noObject(input *a2aclient.Input) error {
	return command.Usagef("the form %s cannot be sent: its value is not an object, and the agent takes only objects", formName(input.Name))
}

// submitted is the data of a form, which is to be sent or printed. What differs from a schema
// that is a guess is noted only.
func submitted(s *command.Streams, form *formgen.Form, isGuess bool, done string) ([]byte, error) {
	data, err := form.Submit()
	if err != nil && isGuess {
		problems, _ := problemsOf(err)
		for _, p := range problems {
			s.Warn("note: not as in the card's examples: " + p)
		}
		data, err = form.SubmitAnyway(form.Validate()())
	}
	if err != nil {
		return nil, refusal(err, done)
	}
	return data, nil
}

// warnDoubts says which values can be sent, though the agent may refuse them, such as a text
// that does not have the format of its field. What a secret is says nothing of it.
func warnDoubts(s *command.Streams, form *formgen.Form) {
	var walk func(*formgen.Field)
	walk = func(x *formgen.Field) {
		for _, w := range x.Warnings() {
			if w.Keyword != schema.Rounding { // said by the agent's binding
				s.Warn("note: " + words.Doubt(x, w))
			}
		}
		for _, c := range x.Children() {
			walk(c)
		}
	}
	walk(form.Root())
}

// notSecretOf are the member names that the user said contain no secret for this agent.
func notSecretOf(s *command.Streams, agent *a2aclient.Agent) []string {
	if agent == nil {
		return nil
	}
	credentials, err := auth.NewCredentialSet(agent.Interface().URL)
	if err != nil {
		return nil
	}
	return s.Store().NotSecret(credentials.Origin())
}

// refusal lists every problem of a form that cannot be sent.
func refusal(err error, done string) error {
	problems, ok := problemsOf(err)
	if !ok {
		return err
	}
	if len(problems) == 0 {
		return command.Usagef("%s", err)
	}
	return command.Usagef("the input does not fit the schema, so nothing was %s:\n  %s", done, strings.Join(problems, "\n  "))
}

// problemsOf are the problems of a form that was refused, a line each.
func problemsOf(err error) (lines []string, ok bool) {
	refused, ok := err.(*formgen.Refused) //nolint:errorlint // Submit returns it bare
	if !ok {
		return nil, false
	}
	for _, line := range refused.Lines() {
		text := line.Text
		if name := words.SetName(line.Field); name != "" {
			text += " (--set " + name + "=…)"
		}
		lines = append(lines, text)
	}
	return lines, true
}

// noteForm says what of the form of a question cannot be used.
func noteForm(s *command.Streams, question *a2a.Message) {
	for _, notice := range question.FormNotices() {
		s.Warn("note: " + notice)
	}
}

// loadPrefill fills a form in with what the agent knows already.
func loadPrefill(form *formgen.Form, prefill []byte) {
	if v, err := ojson.Parse(prefill, ojson.DataLimits); err == nil {
		form.LoadFrom(v, formgen.Asked)
	}
}

// printQuestion says how to answer a task that waits, and the fields of the form that the agent
// asks with, if it does.
func printQuestion(s *command.Streams, ref string, id safe.Raw, waits string, question *a2a.Message) {
	how := "  " + waits + ": a2aform task answer " + ref + " " + command.ShellWord(id)
	asked, isForm := question.Form()
	if !isForm {
		s.Warn(how + " --text TEXT")
		return
	}
	if choices := asked.Approvals(); choices != nil { // the agent tells nobody again what it asked
		s.Warn(how + " --data JSON")
		var rows command.Rows
		for _, c := range choices {
			data, _ := asked.Answer(c.Value)
			rows.Add("    "+command.ShellWord(safe.Text(string(data))), c.Title)
		}
		_ = rows.Print(s.Notes()) // a note
		return
	}
	doc, err := schema.Load(asked.Schema)
	if err != nil {
		s.Warn(how + " --text TEXT")
		s.Warn("note: the form that the agent asks with cannot be used: " + err.Error())
		return
	}
	form := formgen.New(doc)
	loadPrefill(form, asked.Prefill)
	var fields command.Rows
	addFields(&fields, form.Root(), 0, false)
	s.Warn(how + " --set NAME=VALUE")
	_ = fields.Print(s.Notes()) // a note
}

// maxFieldDepth is how deep in objects the fields of a question are listed.
const maxFieldDepth = 3

// addFields adds a row for each field below x: the path that --set takes, and what goes there. Of a list it is the first item. Fields
// of what may be left out are not called required.
func addFields(rows *command.Rows, x *formgen.Field, depth int, isOptional bool) {
	for _, c := range x.Children() {
		isOptional := isOptional || !c.IsRequired()
		if depth == 0 || depth < maxFieldDepth && !isOptional {
			if below := membersOf(c); below != nil {
				addFields(rows, below, depth+1, isOptional)
				continue
			}
		}
		about := []string{hintOf(c)}
		if !isOptional {
			about = append(about, "required")
		}
		if value := words.Summary(c); value != "" {
			about = append(about, "now "+value)
		}
		rows.Add("    "+setPath(c), c.Label(), strings.Join(about, ", "))
	}
}

// addMissing adds a row for each required field below x without a value: the --set that fills it in, and what goes there. It returns
// how many there are.
func addMissing(rows *command.Rows, x *formgen.Field, depth int) (n int) {
	for _, c := range x.Children() {
		if !c.IsRequired() {
			continue
		}
		if depth < maxFieldDepth {
			if below := membersOf(c); below != nil {
				n += addMissing(rows, below, depth+1)
				continue
			}
		}
		if words.Summary(c) == "" {
			n++
			cells := []string{"  --set " + command.ShellWord(safe.Text(setPath(c))) + "=…"}
			if hint := hintOf(c); hint != "" {
				cells = append(cells, hint)
			}
			rows.Add(cells...)
		}
	}
	return n
}

// membersOf is an object with its members, or the first item of an empty list of objects; nil for any other field.
func membersOf(f *formgen.Field) *formgen.Field {
	before, below := f.Presence(), f
	if f.Kind() == schema.Array && len(f.Children()) == 0 {
		below = f.Append()
	}
	if below.Kind() == schema.Object {
		if below.SetPresence(formgen.Set); len(below.Children()) > 0 {
			return below
		}
	}
	if f.Presence() != before {
		f.SetPresence(before)
	}
	return nil
}

// maxNamedChoices is how many choices of a field are named.
const maxNamedChoices = 12

// hintOf says what a field takes: its choices, if they are few.
func hintOf(x *formgen.Field) string {
	n := len(x.Choices())
	switch {
	case x.Kind() == schema.Boolean:
		return "true or false"
	case n == 0 || n > maxNamedChoices:
		return words.Hint(x)
	}
	labels := formgen.ChoiceLabels(x.Choices())
	if x.Kind() == schema.MultiEnum {
		return "any of " + strings.Join(labels, ",")
	}
	return "one of " + strings.Join(labels, ", ")
}

// setPath is the path of a field as --set takes it.
func setPath(x *formgen.Field) string {
	tokens := ojson.Tokens(x.Pointer())
	path := strings.Join(tokens, ".")
	for _, token := range tokens {
		if token == "" || strings.ContainsAny(token, ".=") {
			path = x.Pointer()
		}
	}
	return safe.Text(path).Line(0).String()
}
