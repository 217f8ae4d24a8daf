// Package prompt asks for one line, such as a path or a name. It may be given
// offers of what the line could become; what is wrong with it is said below it.
package prompt
