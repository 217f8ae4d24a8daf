// Package picture shows an image in a terminal: half blocks, two pixels a cell,
// in as many colors as the terminal has.
//
// Images come from strangers. Their sizes are checked against limits before any
// pixel is read, what is kept of one is small, and reading ends with its context.
package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strconv"
	"strings"

	"a2aform/internal/limit"
)

// limits bound the images that are read. Those that need more memory to be read,
// as deep or progressive ones do, may have fewer pixels.
type limits struct{ bytes, pixels, memory int64 }

// usual are those of the table.
func usual() limits {
	return limits{int64(limit.PictureBytes.Int()), int64(limit.PictureDots.Int()), int64(limit.PictureMemory.Int())}
}

// Picture is an image as it can be shown at any size of the terminal.
type Picture struct {
	Format        string // PNG, JPEG or GIF
	Width, Height int    // of the image, in pixels
	kept          *image.RGBA
}

// keptSide bounds the sides of what is kept of an image, in pixels: more than a
// terminal shows.
const keptSide = 640

// format is a kind of image that can be read.
type format struct {
	name, begin string
	config      func(io.Reader) (image.Config, error)
	decode      func(io.Reader) (image.Image, error)
}

var formats = []format{
	{"PNG", "\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode},
	{"JPEG", "\xff\xd8", jpeg.DecodeConfig, jpeg.Decode},
	{"GIF", "GIF8", gif.DecodeConfig, gif.Decode}, // the first frame, and no more is read
}

// Read is the picture of a PNG, a JPEG or the first frame of a GIF. The bytes alone
// say which it is. It takes a while, and ends soon after ctx does. The
// error is for people; it quotes nothing of the image.
func Read(ctx context.Context, data []byte) (*Picture, error) { return usual().read(ctx, data) }

func (l limits) read(ctx context.Context, data []byte) (*Picture, error) {
	if int64(len(data)) > l.bytes {
		return nil, fmt.Errorf("the image is too large to be shown: it has more than %s", limit.PictureBytes)
	}
	for _, f := range formats {
		if bytes.HasPrefix(data, []byte(f.begin)) {
			return f.read(ctx, data, l)
		}
	}
	return nil, errors.New("it is no PNG, JPEG or GIF image")
}

func (f format) read(ctx context.Context, data []byte, most limits) (*Picture, error) {
	config, err := f.config(bytes.NewReader(data))
	if err != nil {
		return nil, f.fault(err)
	}
	if err := f.bound(config, data, most); err != nil {
		return nil, err
	}
	whole, err := f.decode(&reader{ctx, bytes.NewReader(data)})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, f.fault(err)
	}
	size := whole.Bounds().Size()
	if size.X < 1 || size.Y < 1 {
		return nil, fmt.Errorf("the %s image has no pixels", f.name)
	}
	w, h := fit(size.X, size.Y, keptSide, keptSide)
	return &Picture{Format: f.name, Width: size.X, Height: size.Y, kept: shrink(whole, w, h)}, nil
}

// fault says that an image is broken, and if known, why.
func (f format) fault(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return fmt.Errorf("the %s image ends too early", f.name)
	}
	return fmt.Errorf("the %s image is broken or of a kind that cannot be read", f.name)
}

// bound refuses an image that would take too much to read.
func (f format) bound(config image.Config, data []byte, most limits) error {
	pixels := int64(config.Width) * int64(config.Height)
	if config.Width < 1 || config.Height < 1 {
		return fmt.Errorf("the %s image has no pixels", f.name)
	}
	if pixels > most.pixels || pixels*f.bytesPerPixel(config, data) > most.memory {
		return fmt.Errorf("the %s image is too large to be shown: it has %d×%d pixels", f.name, config.Width, config.Height)
	}
	return nil
}

// bytesPerPixel is what a pixel takes while the image is read.
func (f format) bytesPerPixel(config image.Config, data []byte) int64 {
	switch {
	case f.name == "JPEG" && isProgressive(data):
		return 16 // all coefficients are kept, 4 bytes for each of 3 or 4 channels
	case f.name == "JPEG":
		return 4
	case config.ColorModel == color.NRGBA64Model || config.ColorModel == color.RGBA64Model:
		return 8
	}
	return 4
}

// isProgressive reports a JPEG whose frame is a progressive one: it walks the
// marker segments up to the frame's (ITU T.81, B.1).
func isProgressive(data []byte) bool {
	const progressive, startOfScan, restart = 0xc2, 0xda, 0xd0
	for i := 2; i+4 <= len(data); {
		switch {
		case data[i] != 0xff || data[i+1] == 0xff || data[i+1] == 0:
			i++ // filling
			continue
		case data[i+1] == progressive:
			return true
		case data[i+1] == startOfScan:
			return false
		case data[i+1]&^7 == restart: // these have no length
			i += 2
			continue
		}
		i += 2 + int(data[i+2])<<8 + int(data[i+3])
	}
	return false
}

// reader ends when ctx does: decoders cannot be stopped otherwise, and a small
// file can keep them busy for long.
type reader struct {
	ctx  context.Context
	data *bytes.Reader
}

// readAtOnce bounds how much is read between two looks at the context.
const readAtOnce = 4 << 10

func (r *reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.data.Read(p[:min(len(p), readAtOnce)])
}

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

// fit is the largest size within a box that keeps the proportions of width and
// height, and is no larger than they are. No side is less than 1.
func fit(width, height, boxWidth, boxHeight int) (w, h int) {
	w, h = min(width, max(boxWidth, 1)), min(height, max(boxHeight, 1))
	if w*height < h*width {
		h = max((w*height+width/2)/width, 1)
	} else {
		w = max((h*width+height/2)/height, 1)
	}
	return w, h
}

// band is how many lines are converted at once.
const band = 64

// shrink is an image in a size that is not larger than its own: each pixel is
// the average of those it replaces.
func shrink(from image.Image, width, height int) *image.RGBA {
	bounds := from.Bounds()
	small := image.NewRGBA(image.Rect(0, 0, width, height))
	lines := image.NewRGBA(image.Rect(0, 0, bounds.Dx(), min(band, bounds.Dy())))
	sum := newSum(bounds.Dx(), width)
	for top := 0; top < bounds.Dy(); top += band {
		n := min(band, bounds.Dy()-top)
		part := image.Rect(0, 0, bounds.Dx(), n)
		draw.Draw(lines, part, from, bounds.Min.Add(image.Pt(0, top)), draw.Src)
		for y := range n {
			sum.add(lines.Pix[y*lines.Stride:])
			row := (top + y) * height / bounds.Dy()
			if (top+y+1)*height/bounds.Dy() != row {
				sum.flush(small.Pix[row*small.Stride:])
			}
		}
	}
	return small
}

// sum adds up lines of pixels to one shorter line.
type sum struct {
	start    []int // where in a line the pixels of each of the shorter one begin, and the end
	channels []uint64
	lines    uint64
}

func newSum(from, to int) *sum {
	s := &sum{start: make([]int, to+1), channels: make([]uint64, 4*to)}
	for x := range s.start {
		s.start[x] = x * from / to
	}
	return s
}

func (s *sum) add(line []byte) {
	s.lines++
	for at, from := range s.start[:len(s.start)-1] {
		var r, g, b, a uint64
		for pixels := line[4*from : 4*s.start[at+1]]; len(pixels) >= 4; pixels = pixels[4:] {
			r += uint64(pixels[0])
			g += uint64(pixels[1])
			b += uint64(pixels[2])
			a += uint64(pixels[3])
		}
		sum := s.channels[4*at : 4*at+4]
		sum[0] += r
		sum[1] += g
		sum[2] += b
		sum[3] += a
	}
}

// flush writes the averages and begins anew.
func (s *sum) flush(line []byte) {
	for at, from := range s.start[:len(s.start)-1] {
		n := s.lines * uint64(s.start[at+1]-from) //nolint:gosec // the starts ascend
		for i := range 4 {
			line[4*at+i] = byte((s.channels[4*at+i] + n/2) / n) //nolint:gosec // an average of bytes
		}
	}
	clear(s.channels)
	s.lines = 0
}
