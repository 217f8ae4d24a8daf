// Package keyboard keeps what is pasted into a terminal from pressing keys: it
// stands between the terminal and Bubble Tea, and marks as pasted what the
// terminal does not mark, or what is to look as if it were typed.
package pasteguard
