// Package generated makes test cases of the values that package gen makes for a skill: to write them to files, or to send them and
// say how the agent took each.
package generated
