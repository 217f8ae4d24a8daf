// Package bind joins inputs to the fields of a form: it gives an input the value of the
// field, and changes the field only where the user edits. It knows no input, so that any
// library of inputs can use it.
package bind
