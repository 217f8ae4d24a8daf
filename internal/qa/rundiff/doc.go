// Package rundiff compares what two runs came to, or a run with a golden file, and writes the differences as text, JSON, Markdown
// and HTML.
package rundiff
