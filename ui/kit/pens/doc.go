// Package pens has the styles that lists of rows are drawn with, made once for each theme.
package pens
