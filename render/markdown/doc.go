// Package markdown reads a text as Markdown: blocks of spans, without HTML and without what an
// agent could act on a terminal or a browser with.
package markdown
