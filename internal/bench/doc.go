// Package bench measures a2aform and what it is compared with in the
// same run: the start against an empty Bubble Tea program, a key in a form
// against huh's own form. It is a module of its own, so that nothing that only
// anchors need reaches the go.mod of the program. `make bench` runs all of it;
// docs/BENCHMARKS.md has the figures.
package bench
