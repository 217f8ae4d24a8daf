// Package pairs combines the values of several parameters so that each two values of two parameters come together in some row.
package pairs
