// Command gallery prints all components of the screens in the colors of one theme, for the pictures
// of the documentation.
package main
