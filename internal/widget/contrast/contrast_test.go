package contrast_test

import (
	"image/color"
	"math"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/widget/contrast"
)

// The ratios are those of the checkers on the web.
func TestRatio(t *testing.T) {
	tests := []struct {
		a, b color.Color
		want float64
	}{
		{color.Black, color.White, 21},
		{color.White, color.White, 1},
		{color.RGBA{0x77, 0x77, 0x77, 255}, color.White, 4.48},
		{color.RGBA{255, 0, 0, 255}, color.Black, 5.25},
		{color.RGBA{0xf7, 0x80, 0xe2, 255}, color.White, 2.30},
	}
	for _, tt := range tests {
		if got := contrast.Ratio(tt.a, tt.b); math.Abs(got-tt.want) > 0.01 {
			t.Errorf("%v on %v: %.2f, want %.2f", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestEnsureContrast(t *testing.T) {
	rgb := rapid.Custom(func(t *rapid.T) color.Color {
		return color.RGBA{rapid.Byte().Draw(t, "r"), rapid.Byte().Draw(t, "g"), rapid.Byte().Draw(t, "b"), 255}
	})
	rapid.Check(t, func(t *rapid.T) {
		c, background := rgb.Draw(t, "color"), rgb.Draw(t, "background")
		got := contrast.EnsureContrast(c, background, contrast.Text)
		if contrast.Ratio(got, background) < contrast.Text {
			t.Errorf("%v on %v is still %.2f", got, background, contrast.Ratio(got, background))
		}
		if contrast.Ratio(c, background) >= contrast.Text && got != c {
			t.Errorf("%v was changed without need", c)
		}
	})
}
