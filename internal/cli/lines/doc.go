// Package lines prints the text of commands line by line. On a terminal, it wraps lines between words and colors the marks of verdicts.
package lines
