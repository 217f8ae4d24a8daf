// Package contrast measures the contrast of two colors as WCAG 2.2 does
// (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio), and changes a color until it
// is readable.
package contrast

import (
	"image/color"
	"math"
	"slices"
)

// Text is the minimum ratio for text (WCAG 1.4.3, AA).
const Text = 4.5

// Ratio returns the contrast ratio of two colors: from 1, equal, to 21, black and white.
func Ratio(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance is the relative luminance of WCAG.
func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func linear(channel uint32) float64 {
	v := float64(channel) / 0xffff
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// steps is the number of steps from a color to black or white.
const steps = 32

// EnsureContrast returns c, or the nearest color between c and black or white that has
// at least this contrast ratio to the background.
func EnsureContrast(c, background color.Color, ratio float64) color.Color {
	if Ratio(c, background) >= ratio {
		return c
	}
	end := color.Color(color.White)
	if Ratio(color.Black, background) > Ratio(color.White, background) {
		end = color.Black
	}
	for i := 1; i < steps; i++ {
		if mixed := mix(c, end, float64(i)/steps); Ratio(mixed, background) >= ratio {
			return mixed
		}
	}
	return end
}

// Tint is a background with up to a share of another color, as much as leaves the texts on it their contrast ratio; nil where that is none.
func Tint(background, by color.Color, share float64, texts []color.Color, ratio float64) color.Color {
	for i := steps; i > 0; i-- {
		tint := mix(background, by, share*float64(i)/steps)
		if !slices.ContainsFunc(texts, func(c color.Color) bool { return Ratio(c, tint) < ratio }) {
			return tint
		}
	}
	return nil
}

func mix(a, b color.Color, share float64) color.Color {
	r, g, bl, _ := a.RGBA()
	x, y, z, _ := b.RGBA()
	blend := func(p, q uint32) uint8 { return uint8((float64(p)*(1-share) + float64(q)*share) / 257) }
	return color.RGBA{blend(r, x), blend(g, y), blend(bl, z), 255}
}
