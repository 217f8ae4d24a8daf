// Package kit is what all screens are made of: the interface of a screen and what it can ask
// for ([Action]), the state that screens share ([Host]), the navigation from one family of
// screens to another, dialogs, styles, keys, scrolling text and lines to type in. The only
// screens that it has itself are those of texts and blocks, which are the same everywhere.
package kit
