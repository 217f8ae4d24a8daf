package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"a2aform/formgen"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

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

// addSettings adds the flags that fill in fields.
func (o *sendOptions) addSettings(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(settingFlag{list: &o.sets}, "set", "a field, as `NAME=VALUE`; nested fields have a path: who.name=Ada, stops.0.place=Rome; may be repeated")
	f.Var(settingFlag{&o.sets, jsonSetting}, "set-json", "a field as `NAME=JSON`, which tells null from \"null\"; may be repeated")
	f.Var(settingFlag{&o.sets, variableSetting}, "set-env", "a secret field, as `NAME=VARIABLE`: the variable holds its text; such a run keeps no input in the history; may be repeated")
	command.MoveFlags(cmd, command.AllFlags, "set-json")
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

// answer is an --answer or --answer-json.
type answer struct {
	text string
	data json.RawMessage // in place of text
}

func (a answer) send(r *run.Run) error { return r.Answer(a.text, a.data) }

// answerFlag collects answers in the order of their flags.
type answerFlag struct {
	list   *[]answer
	isJSON bool
}

func (f answerFlag) Set(text string) error {
	switch {
	case !utf8.ValidString(text):
		return command.Usagef("--answer: not valid UTF-8")
	case !f.isJSON:
		*f.list = append(*f.list, answer{text: text})
		return nil
	}
	data, err := compact("--answer-json", text)
	*f.list = append(*f.list, answer{data: data})
	return err
}

func (answerFlag) String() string { return "" }

func (answerFlag) Type() string { return "stringArray" }

// compact is the JSON of a flag without space between its values.
func compact(flag, text string) (json.RawMessage, error) {
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		return nil, command.Usagef("%s is not JSON: %s", flag, err)
	}
	return v.Compact(), nil
}

// awaitTask returns once the agent has taken the message as a task, or has answered it.
func awaitTask(ctx context.Context, r *run.Run) error {
	for {
		now := r.Snapshot()
		if now.Phase.IsOver() || now.Phase == run.Paused {
			return endOf(ctx, now)
		}
		if !now.TaskID.IsEmpty() {
			return nil
		}
		select {
		case <-r.Wake():
		case <-r.Stopped():
		case <-ctx.Done():
			return lost(now, ctx.Err())
		}
	}
}

// printTaken says which task the agent has made of the message.
func (o *sendOptions) printTaken(ctx context.Context, s *command.Streams, r *run.Run) error {
	now := r.Snapshot()
	s.Warn("  to wait for its result: a2aform task wait " + o.agentWord() + " " + command.ShellWord(now.TaskID))
	o.noteDemo(s)
	if o.output.JSON() {
		return o.print(ctx, s, r)
	}
	return taskFields(now.TaskID, now.ContextID, now.State).Print(s.Text())
}
