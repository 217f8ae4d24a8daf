package cli

import (
	"context"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"a2aform/formgen"
	"a2aform/formgen/assign"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// setting is a --set or --set-json.
type setting struct {
	path, value string
	isJSON      bool
}

func (f setting) flag() string {
	if f.isJSON {
		return "--set-json"
	}
	return "--set"
}

// apply fills in the field of a form.
func (f setting) apply(form *formgen.Form) error {
	set := assign.Text
	if f.isJSON {
		set = assign.JSON
	}
	if err := set(form, f.path, f.value); err != nil {
		return command.Usagef("%s %s: %s", f.flag(), safe.Text(f.path).Line(60), err)
	}
	return nil
}

// settingFlag collects settings in the order of their flags.
type settingFlag struct {
	list   *[]setting
	isJSON bool
}

func (f settingFlag) Set(text string) error {
	path, value, ok := strings.Cut(text, "=")
	s := setting{path, value, f.isJSON}
	switch {
	case !ok && f.isJSON:
		return command.Usagef("%s %s: write NAME=JSON", s.flag(), safe.Text(text).Line(60))
	case !ok:
		return command.Usagef("%s %s: write NAME=VALUE", s.flag(), safe.Text(text).Line(60))
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
	if o.output.JSON() {
		return o.print(ctx, s, r)
	}
	return taskFields(now.TaskID, now.ContextID, now.State).Print(s.Out)
}
