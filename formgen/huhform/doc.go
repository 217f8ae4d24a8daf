// Package huhform shows a page of a form with huh's fields.
//
// huh edits, the model stores. A huh field is made for the row that has the
// focus and for no other; it changes the model only where the user changed its
// text, through the model's methods. JSON and long texts have our own editor, as
// huh lays a text out whole on every key. Choices are our own control, the same for
// 2 and for 2,000: huh's select takes milliseconds a key with many options, writes its
// value with every arrow, and cannot say that nothing matches. The container is our own: it scrolls,
// moves freely (an invalid field never holds the focus), shows problems at
// their rows, and costs the same for ten rows and for thousands, where huh's
// own container redraws every field on every key.
//
// This is the only code that knows both the form model and huh. It knows no
// network.
package huhform
