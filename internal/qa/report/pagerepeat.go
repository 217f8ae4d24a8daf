package report

import (
	"html"
	"maps"
	"slices"
	"strings"

	"a2aform/a2aclient/auth"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/store/runfile"
)

// repeat has the commands that send the same again.
func (w *writer) repeat(r *recording) {
	commands := repeatCommands(r)
	if len(commands) == 0 {
		return
	}
	w.section("", "Repeat it")
	for _, c := range commands {
		w.put(`<pre class="command">`, html.EscapeString(c), "</pre>\n")
	}
	if strings.Contains(strings.Join(commands, ""), "A2AFORM_") {
		w.put(`<p class="dim">Set the variables that begin with A2AFORM_ to the secrets first: the run file does not hold them.</p>`, "\n")
	}
	w.put("</section>\n")
}

// repeatCommands are a2aform send and curl, with variables in place of secrets. They are escaped for a shell, so that
// what a terminal would act on is not in them.
func repeatCommands(r *recording) (list []string) {
	plan := r.rec.Plan()
	if plan.Private || plan.Data == nil && plan.Text == "" {
		return nil
	}
	request := r.request()
	command := plan.Command()
	if r.isInvalid() {
		command += " --send-invalid"
	}
	for _, l := range r.lines {
		if l.Kind == runfile.Answer {
			command += answerFlag(exact(l.Text))
		}
	}
	if request == nil {
		return []string{command}
	}
	for _, name := range slices.Sorted(maps.Keys(request.Header)) {
		for _, value := range request.Header[name] {
			before, _, isSecret := strings.Cut(value, auth.Mask)
			if isSecret && name != auth.InAddress {
				command += secretFlag(name, before)
			}
		}
	}
	return []string{command, run.Curl(request, plan.Agent.Streams())}
}

// answerFlag gives an answer: an object is data.
func answerFlag(said string) string {
	if v, err := ojson.Parse([]byte(said), ojson.DataLimits); err == nil && v.Is(ojson.Object) {
		return " --answer-json " + run.ShellWord(said)
	}
	return " --answer " + run.ShellWord(said)
}

// secretFlag passes a masked header to a2aform send.
func secretFlag(name, before string) string {
	variable := "env:" + run.SecretVariable(name)
	switch {
	case strings.EqualFold(name, "Authorization") && strings.HasPrefix(before, "Bearer"):
		return " --bearer " + variable
	case strings.EqualFold(name, "Authorization") && strings.HasPrefix(before, "Basic"):
		return " --basic " + variable
	}
	return " --header " + run.ShellWord(name+"="+variable)
}
