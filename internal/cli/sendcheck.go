package cli

import (
	"cmp"
	"slices"
	"strings"

	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
)

// check refuses flags that do not go together, before anything is read.
func (o *sendOptions) check(agentIsInput bool) error {
	for _, name := range o.failOn {
		if !slices.Contains(outcomes, name) {
			return command.Usagef("--fail-on %s is not known: use %s", safe.Text(name).Line(40), strings.Join(outcomes, ", "))
		}
	}
	if err := cmp.Or(o.checkText(), o.checkEach()); err != nil {
		return err
	}
	switch {
	case o.data == "-" && agentIsInput:
		return command.Usagef("standard input cannot hold both the card and --data")
	case o.from != "" && o.data != "":
		return command.Usagef("--from and --data both fill in the whole form: use --set for single fields")
	case o.async && (len(o.answers)+len(o.failOn) > 0 || o.save.Dir != ""):
		return command.Usagef("--async does not wait for a result, so --answer, --fail-on and --save have no effect")
	case o.skill == "" && o.isEmpty(): // else the card is asked first whether it has the skill
		return errNothing
	}
	if o.dryRun && slices.Contains(requestFormats, o.output.Value) {
		return cmp.Or(o.checkTimeout(), o.checkStream())
	}
	return cmp.Or(o.checkTimeout(), o.checkStream(), o.output.Check())
}

func (o *sendOptions) checkTimeout() error {
	switch {
	case o.timeout < 0:
		return command.Usagef("--timeout %s: use a time such as 30s, or 0 to never give up", o.timeout)
	case o.cancelLate && o.timeout == 0:
		return command.Usagef("--cancel-on-timeout needs a --timeout")
	}
	return nil
}

// checkStream refuses --stream with what it does not go with.
func (o *sendOptions) checkStream() error {
	switch {
	case o.stream && o.dryRun:
		return command.Usagef("--dry-run sends nothing, so --stream has no effect")
	case o.stream && o.output.Value != "text" && !o.output.JSON():
		return command.Usagef("--stream goes with -o text or -o json")
	case o.stream && o.async:
		return command.Usagef("--stream and --async do not go together")
	}
	return nil
}

// errNothing says that the flags name nothing to send.
var errNothing = command.Usagef("nothing to send: use --set NAME=VALUE, --data JSON, --text TEXT or --file FILE\n" +
	"  a2aform skills AGENT lists what --skill can be")

func (o *sendOptions) isEmpty() bool {
	return o.from == "" && o.each == "" && (len(o.sets)+len(o.list) == 0 || len(o.sets) == 0 && o.text == "" && o.data == "" && len(o.before)+len(o.files)+len(o.rest) == 0)
}

// checkText refuses what no message can contain.
func (o *sendOptions) checkText() error {
	for _, f := range []struct {
		name   string
		values []string
	}{
		{"--data", o.all(dataContent)}, {"--text", o.all(textContent)}, {"--context-id", []string{o.context}}, {"--task-id", []string{o.task}}, {"--media-type", []string{o.tag}},
	} {
		if slices.ContainsFunc(f.values, isNoText) {
			return command.Usagef("%s: not valid UTF-8", f.name)
		}
	}
	return nil
}
