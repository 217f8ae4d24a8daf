// Package sorts sorts slices of structs with one shared copy of the algorithm.
//
// The compiler makes a copy of slices.SortFunc for each element type, 10 to 20 KB each. The
// functions of this package have the same meaning and share the copy in package sort. They
// are slower by about half, which short lists do not notice. Lists that may have a million
// entries, such as the rows of a table, use package slices.
package sorts
