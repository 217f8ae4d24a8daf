// Package arch holds the plan of the code as tests: which package may import which, who may
// know the terminal and the network, how large a package and a file may be, which words no
// name has, and what must never reach go.mod.
//
// The tables are in arch_test.go. The depguard rules of .golangci.yml are written from them
// by "go test ./internal/arch -update". The package has no code and nothing imports it.
package arch
