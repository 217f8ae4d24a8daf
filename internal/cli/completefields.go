package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// maxDepth bounds how deep objects in objects are offered.
const maxDepth = 4

// completeSettings offers the fields of a form as NAME=, and after the = the values of a field that has a list of them.
func completeSettings(card *a2aclient.Card, cmd *cobra.Command, typed string) []string {
	form := completedForm(card, cmd)
	if form == nil {
		return nil
	}
	name, _, hasValue := strings.Cut(typed, "=")
	if !hasValue {
		return completeFields(form.Root(), 0)
	}
	f := form.FindPath(name)
	if f == nil {
		return nil
	}
	return completeValues(name, f)
}

// completedForm is the form of the skill and the schema on the command line; nil where they leave more than one.
func completedForm(card *a2aclient.Card, cmd *cobra.Command) *formgen.Form {
	name, _ := cmd.Flags().GetString("schema")
	list := completeInputs(card, cmd)
	for i := range list {
		if name == "" && len(list) == 1 || name != "" && list[i].Name == safe.Text(name) {
			doc, err := schema.Load(list[i].Schema)
			if err != nil {
				return nil
			}
			return formgen.New(doc)
		}
	}
	return nil
}

// completeFields are the fields below another, objects by their own fields.
func completeFields(of *formgen.Field, depth int) (offers []string) {
	for _, f := range of.Children() {
		if f.Location().IsReadOnly() {
			continue
		}
		if below := f.Children(); len(below) > 0 && depth < maxDepth && f.Kind() == schema.Object {
			offers = append(offers, completeFields(f, depth+1)...)
			continue
		}
		offers = append(offers, described(dotted(f)+"=", safe.Text(f.Label())))
	}
	return offers
}

// dotted is how --set names a field.
func dotted(f *formgen.Field) string {
	if strings.ContainsAny(f.Pointer(), ".~") {
		return f.Pointer()
	}
	return strings.ReplaceAll(strings.TrimPrefix(f.Pointer(), "/"), "/", ".")
}

func completeValues(name string, f *formgen.Field) (offers []string) {
	for _, c := range f.Choices() {
		text := string(c.Value.Compact())
		if c.Value.Is(ojson.String) {
			text = c.Value.Text()
		}
		offers = append(offers, described(name+"="+text, c.Title))
	}
	if f.Kind() == schema.Boolean {
		offers = append(offers, name+"=true", name+"=false")
	}
	return offers
}
