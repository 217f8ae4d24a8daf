// Package share makes files of a recorded run: a page, Markdown, the run file, and recordings and pictures of the screens.
package share
