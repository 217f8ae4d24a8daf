// Command a2aform opens any A2A agent in a terminal, turns the input schemas it
// declares into forms, and shows what it answers as tables.
package main

import (
	"os"

	"a2aform/internal/cli"
	"a2aform/internal/cli/command"
)

func main() { os.Exit(cli.Main(command.System())) }
