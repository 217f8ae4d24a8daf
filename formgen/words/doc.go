// Package words says what a form shows beside its fields: hints, placeholders, summaries, what is wrong and what may be
// wrong. It reads forms and changes none.
//
// What a field is called, and the complaints that errors of [a2aform/formgen] are made of, are in that package.
package words
