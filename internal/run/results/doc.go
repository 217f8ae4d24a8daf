// Package results reads what an agent says about a task apart from its results: its metadata, such as
// a title, a price or the tokens that it used, and the history of its messages.
//
// An agent may say anything, and as much as it likes, so all of it is bounded.
package results
