// Package picture shows an image in a terminal: half blocks, two pixels a cell,
// in as many colours as the terminal has.
//
// Images come from strangers. Their sizes are read and held to limits before any
// pixel is, what is kept of one is small, and reading ends with its context.
package picture
