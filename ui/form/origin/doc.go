// Package origin says where the values that a form sends come from.
package origin
