// Package formgen turns a JSON Schema into a form that has no screen: fields
// with their labels, bounds and states, methods that edit them, problems located
// at them, and the exact bytes to submit.
//
// # Fill in a value
//
// Open a schema, set values by JSON Pointer (RFC 6901), ask what is wrong, and submit:
//
//	input, err := formgen.Open(schema) // the text of a JSON Schema
//	if err != nil {
//		log.Fatal(err)
//	}
//	if err := input.Set("/stops/0/city", []byte(`"Oslo"`)); err != nil { // of the first of the stops
//		log.Fatal(err)
//	}
//	for _, problem := range input.Problems() {
//		fmt.Println(problem) // Stops › 1 › Nights: required
//	}
//	data, err := input.Submit() // compact JSON, or what is wrong
//
// [Input.Set] takes a value as JSON: encode a Go value with [encoding/json.Marshal]. [Input.SetText] takes what a person types, as on a
// command line. Neither validates: a text that is no number stays with its problem, and is not in the value; a choice that SetText does not
// find is an error at once. [Input.Problems] are what the schema demands and the value does not have yet, with the place of each
// and its words for people; a form that was just opened has one for each required field. [Input.Warnings] do not stop the value from being
// submitted, and [Input.Notices] say what of the schema is not checked.
//
// [OpenAt] takes a schema out of a document: a tool of an MCP server, a request body of OpenAPI, a custom resource of Kubernetes.
//
// Package [a2aform/formgen/huhform] puts an input on the screen of a terminal.
//
// # Use it in another module
//
// The module cannot be downloaded by its name. A program uses a copy of the repository, here beside its own folder:
//
//	go mod edit -require=a2aform@v0.0.0 -replace=a2aform=../a2aform
//	go mod tidy
//
// # What is stable
//
// [Open], [OpenAt], [Input], [Problem] and [InvalidError] are the stable part of this package: programs of others may
// count on them. All other exported names, whose comments end with "Not stable", and package [a2aform/formgen/words] serve the programs of
// this module and can change with any release.
//
// # Limits
//
// A schema has at most 20,000 subschemas and 128 levels, a value 256 levels, a number 1,000 digits and an exponent of 400. What is beyond a
// limit is an error of [Open] or [Input.Set].
//
// # The form inside
//
// The form owns every value. A widget edits one field at a time, through the
// form's methods; text that is not a value yet stays in its field with its problem.
// Omitted, null and empty are three different states. Nothing typed is thrown
// away: a field keeps its text while it is omitted, and each edit can be taken
// back, to the start.
//
// The form asks [a2aform/internal/schema] what applies at a location and what is
// valid there; it interprets no keyword itself.
//
// Every location that the schema describes has a typed field. Where a schema
// offers several shapes, the chosen one is part of the form's state and never
// guessed from the value; each shape keeps what was typed in it. Members that
// depend on a condition keep what was typed while they are gone, and are not
// sent. A location that the schema does not describe is a JSON editor, validated
// by the same schema; any location can be turned into one and back.
//
// The package knows no terminal and no network.
package formgen
