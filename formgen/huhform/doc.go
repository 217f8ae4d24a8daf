// Package huhform shows a form in a terminal, with Bubble Tea and huh's fields.
//
// # A form on the screen
//
//	package main
//
//	import (
//		"fmt"
//		"log"
//		"os"
//
//		tea "charm.land/bubbletea/v2"
//
//		"a2aform/formgen"
//		"a2aform/formgen/huhform"
//	)
//
//	func main() {
//		schema, err := os.ReadFile("order.schema.json")
//		if err != nil {
//			log.Fatal(err)
//		}
//		input, err := formgen.Open(schema)
//		if err != nil {
//			log.Fatal(err)
//		}
//		model := huhform.NewModel(input)
//		if _, err := tea.NewProgram(model).Run(); err != nil {
//			log.Fatal(err)
//		}
//		if model.State() == huhform.Submitted {
//			fmt.Println(string(model.Value())) // valid JSON
//		}
//	}
//
// The last line of the form lists its keys, and f1 explains them. The comment of package formgen says how a program of
// another module gets the two packages. The example of [Model] is a program that shows the form beside other things.
//
// # What is stable
//
// [NewModel], [Model], [Colors], [State] with its values, [SubmitMsg] and [CancelMsg] are the stable part of this package: programs of others may
// count on them. All other exported names, whose comments end with "Not stable", serve the programs of this module and can change with any
// release.
//
// # The page inside
//
// huh edits, the model stores. A huh field is made for the row that has the
// focus and for no other; it changes the model only where the user changed its
// text, through the model's methods. JSON and long texts have our own editor, as
// huh lays a text out whole on every key. Choices are our own control, the same for
// 2 and for 2,000: huh's select takes milliseconds a key with many options, writes its
// value with every arrow, and cannot say that nothing matches. The container is our own: it scrolls,
// moves freely (an invalid field never holds the focus), shows problems at
// their rows, and costs the same for ten rows and for thousands, where huh's
// own container redraws every field on every key.
//
// This is the only code that knows both the form model and huh. It knows no
// network.
package huhform
