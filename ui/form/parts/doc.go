// Package parts composes a message of several parts: the data of a form, with texts, files
// and more data around it. [List] is the message, [Screen] edits it.
package parts
