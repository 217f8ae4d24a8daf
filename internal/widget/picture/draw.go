package picture

import (
	"image"
	"image/color"
	"strconv"
	"strings"
)

// Lines are the picture in at most width columns and height lines, in its own
// proportions and never enlarged. Where it is transparent, the background shows.
func (p *Picture) Lines(width, height int, background color.Color) []string {
	bounds := p.kept.Bounds()
	w, h := fit(bounds.Dx(), bounds.Dy(), width, 2*height)
	small := p.kept
	if w != bounds.Dx() || h != bounds.Dy() {
		small = shrink(p.kept, w, h)
	}
	below := color.RGBAModel.Convert(background).(color.RGBA) // the model makes no other
	lines := make([]string, 0, (h+1)/2)
	for y := 0; y < h; y += 2 {
		lines = append(lines, drawLine(small, y, below))
	}
	return lines
}

// drawLine draws two rows of pixels as one line. A colour is written where it
// changes.
func drawLine(of *image.RGBA, y int, background color.RGBA) string {
	var sb strings.Builder
	var upper, lower color.RGBA
	hasLower := y+1 < of.Bounds().Dy()
	for x := range of.Bounds().Dx() {
		if c := over(of.RGBAAt(x, y), background); x == 0 || c != upper {
			upper = c
			paint(&sb, 38, c)
		}
		if hasLower {
			if c := over(of.RGBAAt(x, y+1), background); x == 0 || c != lower {
				lower = c
				paint(&sb, 48, c)
			}
		}
		sb.WriteString("▀")
	}
	sb.WriteString("\x1b[m")
	return sb.String()
}

// paint selects a colour: 38 is that of the text, 48 that behind it (ISO 8613-6).
func paint(sb *strings.Builder, what int, c color.RGBA) {
	sb.WriteString("\x1b[" + strconv.Itoa(what) + ";2")
	for _, v := range [...]byte{c.R, c.G, c.B} {
		sb.WriteByte(';')
		sb.WriteString(strconv.Itoa(int(v)))
	}
	sb.WriteByte('m')
}

// over is a colour, multiplied by its alpha already, on an opaque background.
func over(c, background color.RGBA) color.RGBA {
	rest := 255 - uint32(c.A)
	mix := func(a, b byte) byte { return byte(min(uint32(a)+(uint32(b)*rest+127)/255, 255)) }
	return color.RGBA{mix(c.R, background.R), mix(c.G, background.G), mix(c.B, background.B), 255}
}
