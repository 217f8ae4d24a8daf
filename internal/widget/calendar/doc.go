// Package calendar shows the days of a month, of which the user takes one.
package calendar
