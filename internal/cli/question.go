package cli

import (
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

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
	addFields(&fields, form.Root(), 0)
	s.Warn(how + " --set NAME=VALUE")
	_ = fields.Print(s.Notes()) // a note
}

// maxFieldDepth is how deep in objects the fields of a question are listed.
const maxFieldDepth = 3

// addFields adds a row for each field below x: the path that --set takes, and what goes there.
func addFields(rows *command.Rows, x *formgen.Field, depth int) {
	for _, c := range x.Children() {
		if c.Kind() == schema.Object && c.IsRequired() && depth < maxFieldDepth {
			c.SetPresence(formgen.Set) // so that it has fields
			addFields(rows, c, depth+1)
			continue
		}
		about := []string{hintOf(c)}
		if c.IsRequired() {
			about = append(about, "required")
		}
		if value := words.Summary(c); value != "" {
			about = append(about, "now "+value)
		}
		rows.Add("    "+setPath(c), c.Label(), strings.Join(about, ", "))
	}
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
