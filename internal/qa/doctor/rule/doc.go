// Package rule has the texts of the rules of a2aform doctor: what each demands and where that is
// written, why it matters, how to fix a card, a card that breaks it and one that does not.
//
// They are in rules.toml, which is read when a text is needed.
package rule
