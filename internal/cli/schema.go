package cli

import (
	"cmp"
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// printSchema prints a schema of the card. What a2aform reads in another way than it is written is noted on standard error.
func printSchema(s *command.Streams, card *a2aclient.Card, id string) error {
	raw, err := findSchema(s, card, id)
	if err != nil {
		return err
	}
	doc, err := schema.Load(raw)
	if err != nil {
		return err
	}
	for _, notice := range doc.Notices() {
		s.Warn("note: " + notice.Text)
	}
	v, err := ojson.Parse(raw, ojson.DataLimits)
	if err != nil {
		return command.PrintRaw(s, raw)
	}
	return command.PrintRaw(s, v.Indent("  "))
}

// findSchema is what the skill of that id takes, or the schema of that name.
func findSchema(s *command.Streams, card *a2aclient.Card, id string) ([]byte, error) {
	skill := card.Skill(id)
	raw, isName := card.Schema(id)
	switch {
	case skill != nil && len(skill.Inputs) > 0:
		input, err := inputNamed(skill.Inputs, "")
		if err != nil {
			return nil, err
		}
		if input.IsGuess || input.IsAttached {
			s.Warn("note: " + input.Rule)
		}
		return input.Schema, nil
	case isName:
		return raw, nil
	case skill != nil:
		return nil, command.Usagef("the skill %s has no input schema", safe.Text(id).Line(60))
	}
	var ids, names []string
	for _, known := range card.Skills {
		ids = append(ids, known.ID.Line(60).String())
	}
	for _, known := range card.Schemas {
		names = append(names, known.Name.Line(60).String())
	}
	if near := cmp.Or(safe.Nearest(id, slices.Concat(ids, names)), safe.NearestID(id, ids), safe.NearestID(id, names)); near != "" {
		return nil, command.Usagef("the card has no skill or schema %s; did you mean %s?", safe.Text(id).Line(60), near)
	}
	return nil, command.Usagef("the card has no skill or schema %s; its schemas are %s", safe.Text(id).Line(60), schemaNames(card))
}

// maxNamedSchemas bounds how many schemas an error names.
const maxNamedSchemas = 20

// schemaNames are the names of the schemas of a card, as far as they fit.
func schemaNames(card *a2aclient.Card) string {
	var names []string
	for _, known := range card.Schemas[:min(len(card.Schemas), maxNamedSchemas)] {
		names = append(names, command.Line(known.Name))
	}
	if len(names) == 0 {
		return "none"
	}
	if n := len(card.Schemas) - len(names); n > 0 {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}
