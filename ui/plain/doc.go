// Package plain is the program line by line: the same form model, runs and
// results as on the screens, as prompts and text. It is for screen readers,
// simple terminals and answers that come through a pipe. It moves no cursor, and
// writes no control character but the new line. Colors and the marks of prompts
// (OSC 133) are written only if [Options] has them.
//
// The prompts read their lines themselves. huh's fields have an accessible mode,
// but (v2.0.3) each of its prompts reads ahead with a scanner of its own and so
// swallows the piped answers of the next, takes the end of the input for an empty
// answer, trims texts, asks for passwords on a terminal only, and knows no
// difference between an empty text, null and nothing.
//
// The package knows the form model. It knows no JSON Schema keyword, no HTTP, and
// nothing of the screens.
package plain
