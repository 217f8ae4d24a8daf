package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/formgen"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
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
	flags.StringVar(&f.skill, "skill", "", "the skill's `ID`; without it, the message goes to the agent itself")
	flags.StringVar(&f.schema, "schema", "", "the `NAME` of the schema, if there are several")
	flags.StringVar(&f.from, "from", "", "fill in what the result of `RUN` has for fields of the form; RUN:/POINTER takes a part of it, last is the last run; a file goes to --data")
	command.MoveFlags(cmd, command.AllFlags, "schema")
	excludeFromRaw(cmd, "skill", "schema")
}

// addSettings adds the flags that fill in fields.
func (f *formFlags) addSettings(cmd *cobra.Command) {
	cmd.Flags().Var(settingFlag{list: &f.sets}, "set", "a field, as `NAME=VALUE`; nested fields have a path: who.name=Ada, stops.0.place=Rome; may be repeated")
	cmd.Flags().Var(settingFlag{&f.sets, jsonSetting}, "set-json", "a field as `NAME=JSON`, which tells null from \"null\"; may be repeated")
	cmd.Flags().Var(settingFlag{&f.sets, variableSetting}, "set-env", "a secret field, as `NAME=VARIABLE`: the variable holds its text; such a run keeps no input in the history; may be repeated")
	command.MoveFlags(cmd, command.AllFlags, "set-json")
	excludeFromRaw(cmd, "set", "set-json", "set-env")
}

// skillOf finds the skill and the form that are addressed.
func (f *formFlags) skillOf(card *a2aclient.Card) (*a2aclient.Skill, []a2aclient.Input, error) {
	if f.skill == "" {
		return nil, card.Inputs, nil
	}
	skill := card.Skill(f.skill)
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
	failed, err := formgen.SetEach(len(f.sets), func(i int) error { return f.sets[i].apply(s, form) })
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
