package share

import (
	"cmp"
	"fmt"
	"html"
	"image/color"
	"io"
	"strconv"
	"strings"
	"time"

	"charm.land/lipgloss/v2"
)

// The size of a picture in pixels.
const (
	lineHeight = 17 // with the font of 14.6 pixels, the lines of borders meet
	margin     = 14
	baseline   = 13.5 // of a line
)

// maxPictures is how many frames an animated picture has.
const maxPictures = 600

// SVG gathers frames for a picture. A row that several frames have is in it once.
type SVG struct {
	Animated bool // else the last frame is the picture

	about  *FilmInfo
	rows   map[string]int
	markup strings.Builder // of the rows
	frames []picture
}

// picture is a frame by the numbers of its rows.
type picture struct {
	at   time.Duration
	rows []int
}

// NewSVG returns an empty picture.
func NewSVG(a *FilmInfo, animated bool) *SVG {
	return &SVG{Animated: animated, about: a, rows: map[string]int{}}
}

// Show takes a frame.
func (p *SVG) Show(f Frame) error {
	if !p.Animated {
		p.frames, p.rows = nil, map[string]int{}
		p.markup.Reset()
	}
	if len(p.frames) >= maxPictures {
		return errTooLong
	}
	next := picture{at: f.At}
	for _, line := range f.Lines {
		n, known := p.rows[line]
		if !known {
			n = len(p.rows)
			p.rows[line] = n
			p.drawRow(n, line)
		}
		next.rows = append(next.rows, n)
	}
	p.frames = append(p.frames, next)
	return nil
}

// End writes the picture.
func (p *SVG) End(w io.Writer, at time.Duration) error {
	_, background := p.about.colors()
	width, height := pixels(p.about.Size.Width)+2*margin, p.about.Size.Height*lineHeight+2*margin
	title := html.EscapeString(p.about.Title)
	var sb strings.Builder
	fmt.Fprintf(&sb, `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 %g %d" width="%g" height="%d" role="img" aria-label="%s"><title>%s</title>`+"\n", width, height, width, height, title, title)
	sb.WriteString("<style>text{font:14.6px ui-monospace,\"DejaVu Sans Mono\",Menlo,Consolas,monospace;white-space:pre}.b{font-weight:700}.i{font-style:italic}.u{text-decoration:underline}.f{opacity:.6}")
	whole := at + hold
	if p.Animated {
		p.keyframes(&sb, whole)
	}
	fmt.Fprintf(&sb, "</style>\n<rect width=\"100%%\" height=\"100%%\" rx=\"8\" fill=\"%s\"/>\n<defs>\n%s</defs>\n", background, p.markup.String())
	fmt.Fprintf(&sb, `<svg x="%d" y="%d" width="%g" height="%d"><g class="film">`+"\n", margin, margin, pixels(p.about.Size.Width), p.about.Size.Height*lineHeight)
	for i, f := range p.frames {
		fmt.Fprintf(&sb, `<g transform="translate(0 %d)">`, i*p.about.Size.Height*lineHeight)
		for y, row := range f.rows {
			fmt.Fprintf(&sb, `<use href="#r%d" y="%d"/>`, row, y*lineHeight)
		}
		sb.WriteString("</g>\n")
	}
	sb.WriteString("</g></svg>\n</svg>\n")
	_, err := io.WriteString(w, sb.String())
	return err
}

// keyframes show the frames, which are below one another, one at a time.
func (p *SVG) keyframes(sb *strings.Builder, whole time.Duration) {
	last := (len(p.frames) - 1) * p.about.Size.Height * lineHeight
	fmt.Fprintf(sb, ".film{animation:film %.2fs step-end infinite}@media(prefers-reduced-motion:reduce){.film{animation:none;transform:translateY(-%dpx)}}@keyframes film{", whole.Seconds(), last)
	for i, f := range p.frames {
		fmt.Fprintf(sb, "%.3f%%{transform:translateY(-%dpx)}", 100*f.at.Seconds()/whole.Seconds(), i*p.about.Size.Height*lineHeight)
	}
	fmt.Fprintf(sb, "to{transform:translateY(-%dpx)}}", last)
}

// The attributes of a cell in ultraviolet, in the order of SGR.
const (
	bold    = 1 << 0
	faint   = 1 << 1
	italic  = 1 << 2
	reverse = 1 << 5
)

// look is how the characters of a run look.
type look struct{ foreground, background, class string }

// drawRow draws a line with its styles as runs of cells that look the same. What takes two cells is a run of its own.
func (p *SVG) drawRow(n int, line string) {
	canvas := lipgloss.NewCanvas(p.about.Size.Width, 1)
	canvas.Compose(lipgloss.NewLayer(line))
	fmt.Fprintf(&p.markup, `<g id="r%d">`, n)
	var text strings.Builder
	var now look
	begin := 0
	for x := 0; x < p.about.Size.Width; {
		cell := canvas.CellAt(x, 0)
		next, content, width := look{}, " ", 1
		if cell != nil {
			content, width = cmp.Or(cell.Content, " "), max(cell.Width, 1)
			next = p.lookOf(cell.Style.Fg, cell.Style.Bg, cell.Style.Attrs, cell.Style.Underline != 0)
		}
		if next != now || width > 1 {
			p.drawRun(begin, x, text.String(), now)
			text.Reset()
			begin, now = x, next
		}
		text.WriteString(content)
		if x += width; width > 1 {
			p.drawRun(begin, x, text.String(), now)
			text.Reset()
			begin = x
		}
	}
	p.drawRun(begin, p.about.Size.Width, text.String(), now)
	p.markup.WriteString("</g>\n")
}

func (p *SVG) lookOf(fg, bg color.Color, attributes uint8, underlined bool) look {
	foreground, background := p.about.colors()
	l := look{foreground: foreground}
	if fg != nil {
		l.foreground = hex(fg)
	}
	if bg != nil {
		l.background = hex(bg)
	}
	if attributes&reverse != 0 {
		l.foreground, l.background = cmp.Or(l.background, background), l.foreground
	}
	for _, c := range []struct {
		name string
		on   bool
	}{{"b", attributes&bold != 0}, {"f", attributes&faint != 0}, {"i", attributes&italic != 0}, {"u", underlined}} {
		if c.on {
			l.class = strings.TrimSpace(l.class + " " + c.name)
		}
	}
	return l
}

// drawRun draws the cells from begin to end.
func (p *SVG) drawRun(begin, end int, text string, l look) {
	x := strconv.FormatFloat(pixels(begin), 'f', -1, 64)
	if l.background != "" && end > begin {
		fmt.Fprintf(&p.markup, `<rect x="%s" width="%g" height="%d" fill="%s"/>`, x, pixels(end-begin), lineHeight, l.background)
	}
	short := strings.TrimRight(text, " ")
	if short == "" {
		return
	}
	fmt.Fprintf(&p.markup, `<text x="%s" y="%g" textLength="%g" fill="%s"`, x, baseline, pixels(end-begin-(len(text)-len(short))), l.foreground)
	if l.class != "" {
		fmt.Fprintf(&p.markup, ` class="%s"`, l.class)
	}
	p.markup.WriteString(">" + html.EscapeString(short) + "</text>")
}

// pixels is the width of cells.
func pixels(cells int) float64 { return float64(cells*88) / 10 }
