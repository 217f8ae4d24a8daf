// Package apptest opens the program on a terminal of package uitest: with the demo agent, an agent by script, or files. The tests of ui and of
// each family of screens use it.
package apptest
