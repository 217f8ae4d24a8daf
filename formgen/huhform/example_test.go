package huhform_test

import (
	"fmt"
	"log"
	"os"

	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
)

// A program that asks for the value of a schema and prints it. Its screen is:
//
//	Order                                                            0 of 2 required
//
//	▌ ○ Item *
//	▌               Text, at least 2 characters. Name or number of the article.
//	  ○ Quantity *  Required
//	  ○ Express     ( ) yes  ( ) no  Optional
//
//	  [ Submit ]
//	tab Next field • ctrl+s Submit • esc Cancel • f1 Help • f2 Edit as JSON …
func ExampleNewModel() {
	schema, err := os.ReadFile("order.schema.json")
	if err != nil {
		log.Fatal(err)
	}
	input, err := formgen.Open(schema)
	if err != nil {
		log.Fatal(err)
	}
	model := huhform.NewModel(input)
	if _, err := tea.NewProgram(model).Run(); err != nil {
		log.Fatal(err)
	}
	if model.State() == huhform.Submitted {
		fmt.Println(string(model.Value()))
	}
}
