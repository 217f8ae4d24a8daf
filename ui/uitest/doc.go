// Package uitest drives a Bubble Tea program in process, on a terminal
// emulator, as a person at a keyboard would: keys go in as the bytes a terminal
// sends, and what is asserted is the screen that the bytes of the program leave
// behind.
//
// Nothing here sleeps. A key returns when the program has received it;
// [Driver.WaitFor] and its kin look again after each write of the program, until
// a deadline, and print the screen when they fail. While a program runs, every
// view it draws is checked to be no wider and no higher than the terminal.
//
// The package knows terminals and testing. It knows no screen of ours, no form, no
// agent.
package uitest
