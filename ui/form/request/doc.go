// Package request writes the visible part of a request, without its secrets.
package request
