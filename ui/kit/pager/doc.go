// Package pager is a screen of lines to read and to search, such as a raw card or traffic.
package pager
