// Package complete lets the shell complete what the card of an agent declares: skills, schemas, fields and the values of
// enumerations; and the words that a flag takes.
//
// A shell waits for a completion, so the package takes the card from a cache, or fetches it within a short time and without
// credentials. If that fails, it offers nothing.
package complete
