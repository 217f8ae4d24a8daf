// Package contrast measures the contrast of two colors as WCAG 2.2 does
// (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio), and changes a color until it
// is readable.
package contrast
