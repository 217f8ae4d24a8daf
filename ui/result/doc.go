// Package result has the screens of what an agent gave: the result, its data as a tree, the
// answer to a jq query, one file, and the question before an address is opened in the browser.
package result
