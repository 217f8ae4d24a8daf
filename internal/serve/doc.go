// Command a2aform-serve shows the screens of a2aform to guests over SSH. Each session is a process of a2aform of its own, in
// kiosk mode, on a terminal of its own and with an empty home directory that is removed afterwards.
package main
