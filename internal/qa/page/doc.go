// Package page writes reports as HTML: that of a recorded run for a developer, and that of test cases. A page is one file that
// fetches nothing and runs nothing; all text from outside is cleaned and escaped.
package page
