package picture

import (
	"image"
	"image/draw"
)

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
