// Package arch holds the plan of the house as tests: which room may import
// which, who may know the terminal and the network, how long a file may be,
// and what must never reach go.mod.
//
// The table of rooms is in arch_test.go. The depguard rules of .golangci.yml
// say the same while one edits; a test holds the two equal. The package has no
// code and nothing imports it.
package arch
