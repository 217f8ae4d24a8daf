package cli

import (
	"fmt"
	"os"
	"strings"

	"a2aform/formgen"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store/runfile"
	"a2aform/render/export"
)

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
