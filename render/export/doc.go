// Package export writes results as files: [Document] a whole result, [Grid] a table or the rows
// and columns that are selected of it, as JSON, JSON Lines, CSV, TSV, Markdown, HTML or text.
// What a format makes of values, and of what is no value, is said in its file.
package export
