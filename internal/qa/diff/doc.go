// Package diff lists the differences of two JSON values by place: what was added, removed, changed and moved, and which of it does
// not count by the rules of the user.
package diff
