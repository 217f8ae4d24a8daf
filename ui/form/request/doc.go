// Package request writes what there is to see of a request, without its secrets.
package request
