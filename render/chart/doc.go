// Package chart draws numbers as lines of text: bars, histograms and lines over an order. It
// uses block characters, which a terminal without them shows as other marks.
package chart
