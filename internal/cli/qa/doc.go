// Package qa holds the commands that test the skills of agents: test runs cases, cases lists, shows, checks and
// writes them.
package qa
