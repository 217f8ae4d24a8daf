// Package filled draws a form that is filled in, to be looked at and not edited: on the stage of a presentation, and where a
// recorded run is played from its form on.
package filled
