// Package day lets the user take a day for a field of a form from a calendar.
package day
