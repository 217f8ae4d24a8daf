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

// drawLine draws two rows of pixels as one line. Where nothing is to be seen, the
// terminal shows through: its background may be none of its colors.
func drawLine(of *image.RGBA, y int, background color.RGBA) string {
	var p pen
	for x := range of.Bounds().Dx() {
		upper, lower := of.RGBAAt(x, y), of.RGBAAt(x, y+1) // beyond the last row nothing is seen
		switch {
		case !isSeen(upper) && !isSeen(lower):
			p.draw(" ", nil, nil)
		case !isSeen(upper):
			p.draw("▄", over(lower, background), nil)
		case !isSeen(lower):
			p.draw("▀", over(upper, background), nil)
		default:
			p.draw("▀", over(upper, background), over(lower, background))
		}
	}
	p.line.WriteString("\x1b[m")
	return p.line.String()
}

// isSeen reports whether a pixel is visible.
func isSeen(c color.RGBA) bool { return c.A >= 8 }

// pen writes a line, and a color where it changes.
type pen struct {
	line          strings.Builder
	ink, behind   color.RGBA
	isInked, isOn bool // ink and behind are set
}

// draw writes a character in some ink, nil for one that needs none, on a color,
// nil for the terminal's own.
func (p *pen) draw(text string, ink, behind *color.RGBA) {
	if ink != nil && (!p.isInked || *ink != p.ink) {
		p.ink, p.isInked = *ink, true
		paint(&p.line, 38, p.ink)
	}
	switch {
	case behind == nil && p.isOn:
		p.isOn = false
		p.line.WriteString("\x1b[49m")
	case behind != nil && (!p.isOn || *behind != p.behind):
		p.behind, p.isOn = *behind, true
		paint(&p.line, 48, p.behind)
	}
	p.line.WriteString(text)
}

// paint selects a color: 38 is the text's, 48 the background's (ISO 8613-6).
func paint(sb *strings.Builder, what int, c color.RGBA) {
	sb.WriteString("\x1b[" + strconv.Itoa(what) + ";2")
	for _, v := range [...]byte{c.R, c.G, c.B} {
		sb.WriteByte(';')
		sb.WriteString(strconv.Itoa(int(v)))
	}
	sb.WriteByte('m')
}

// over is a color, multiplied by its alpha already, on an opaque background.
func over(c, background color.RGBA) *color.RGBA {
	rest := 255 - uint32(c.A)
	mix := func(a, b byte) byte { return byte(min(uint32(a)+(uint32(b)*rest+127)/255, 255)) }
	return &color.RGBA{mix(c.R, background.R), mix(c.G, background.G), mix(c.B, background.B), 255}
}
