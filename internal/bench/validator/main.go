// Command validator is the empty program with the validator of JSON Schema linked in and
// never called: its package compiles the metaschemas of five drafts before main, which an
// importer cannot delay.
package main

import (
	"os"

	_ "github.com/santhosh-tekuri/jsonschema/v6" // for its init

	"a2aform/internal/bench/blank"
)

func main() { os.Exit(blank.Run()) }
