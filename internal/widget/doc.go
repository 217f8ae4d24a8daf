// Package widget holds the Bubble Tea parts that screens and forms share, one
// package each. Those with rows are virtual: they draw the rows that can be seen
// and no others, however many there are.
//
// Widgets know keys, widths and styles. They know no schema and no network;
// the text they are given is safe to draw.
package widget
