// Command checkconfig reads the configuration of goreleaser as goreleaser does, without what makes a release: it compiles in
// seconds, and goreleaser in minutes. An unknown key or a value of another type is an error.
package main

import (
	"fmt"
	"os"

	"github.com/goreleaser/goreleaser/v2/pkg/config"
)

func main() {
	for _, file := range os.Args[1:] {
		if _, err := config.Load(file); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", file, err)
			os.Exit(1)
		}
	}
}
