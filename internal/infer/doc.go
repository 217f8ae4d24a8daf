// Package infer guesses a JSON Schema from examples of a value.
//
// Most agents describe the JSON that they take only by examples. The schema of this
// package lets a form be made of them. It is a guess: every example satisfies it, and so
// do values that are like the examples; what else the agent takes, nobody declared. So a
// form must not refuse a value because of it.
//
// The package knows JSON and nothing of cards, forms or screens.
package infer
