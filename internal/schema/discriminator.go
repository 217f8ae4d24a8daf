package schema

import (
	"slices"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
	"a2aform/internal/schema/normalize"
)

// tagged is the position of the branch that the discriminator of a value names, -1 where
// it names none.
func (u Variants) tagged(v *ojson.Value) int {
	if u.of == nil || !u.in.doc.compiled.Mention("discriminator") {
		return -1
	}
	union := u.in.Node(u.of)
	tag := v.Get(message.TagName(union))
	if !tag.Is(ojson.String) {
		return -1
	}
	return slices.IndexFunc(u.Branches, func(b Branch) bool {
		return slices.Contains(message.TagsOf(union, u.in.Node(b.schema)), tag.Text())
	})
}

// addTag adds the value that the discriminator of a union has for the picked branch.
func (c *collector) addTag(u Variants) {
	if !c.doc.compiled.Mention("discriminator") {
		return
	}
	key := u.Key + "\n" + strconv.Itoa(u.Picked)
	known, ok := c.doc.made.Load(key)
	if !ok {
		known, _ = c.doc.made.LoadOrStore(key, c.makeTag(u, u.Branches[u.Picked].schema))
	}
	c.add(known.(*jsonschema.Schema))
}

// makeTag is a schema of the values that the discriminator of a union has for a branch,
// nil where the branch says them itself, or refuses them.
func (c *collector) makeTag(u Variants, branch *jsonschema.Schema) *jsonschema.Schema {
	union := c.doc.compiled.Node(u.of.Location)
	name := message.TagName(union)
	if name == "" {
		return nil
	}
	member := c.doc.locationOf(c.shape.scope, branch).Property(name)
	if !member.IsKnown() || member.Only() != nil {
		return nil
	}
	var choices []Choice
	for _, tag := range message.TagsOf(union, c.doc.compiled.Node(branch.Location)) {
		if v := ojson.NewString(tag); !isWrong(member.Validate(v)) {
			choices = append(choices, Choice{Value: v})
		}
	}
	if len(choices) == 0 {
		return nil
	}
	return &jsonschema.Schema{
		Location:   normalize.UncheckedURL,
		Properties: map[string]*jsonschema.Schema{name: choiceSchema(choices)},
	}
}
