// Command empty is the blank program and nothing else.
package main

import (
	"os"

	"a2aform/internal/bench/blank"
)

func main() { os.Exit(blank.Run()) }
