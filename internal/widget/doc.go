// Package widget has no code. The packages below it are Bubble Tea widgets that
// screens and forms share, and what widgets need. Those with rows draw only the
// rows that can be seen, however many there are.
//
// Widgets know keys, widths and styles. They know no schema and no network;
// the text they are given is safe to draw.
package widget
