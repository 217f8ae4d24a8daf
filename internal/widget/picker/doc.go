// Package picker chooses one of many labels: type to filter, move, enter.
//
// It costs the same with ten labels and with fifty thousand: filtering scans
// the labels once a key, drawing touches the rows on screen.
package picker
