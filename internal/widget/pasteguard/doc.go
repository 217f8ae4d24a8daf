// Package pasteguard prevents pasted text from acting as key presses. It reads from the
// terminal for Bubble Tea and marks as pasted what the terminal does not mark, and what
// is made to look like typed keys.
package pasteguard
