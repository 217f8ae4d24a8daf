// Package terminal shows the screens on the terminal of the process: it starts and ends
// Bubble Tea, pauses with the process, and keeps what others write off the screen. It also
// knows how a terminal is notified and how an address is opened in a browser.
package terminal
