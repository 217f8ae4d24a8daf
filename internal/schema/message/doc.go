// Package message puts verdicts of the validator into words: which value breaks what, in
// sentences that need no knowledge of JSON Schema. All texts are safe to show.
package message
