// Package newcase writes case files of messages that were sent, or are to be.
package newcase
