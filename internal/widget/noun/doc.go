// Package noun finds the name for one item of a list in the label of the list.
package noun
