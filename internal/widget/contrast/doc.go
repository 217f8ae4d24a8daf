// Package contrast measures how far apart two colours are, as WCAG 2.2 does
// (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio), and moves a colour until it
// can be read.
package contrast
