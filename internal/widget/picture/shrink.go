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
// the average of those it stands for.
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
	column   []int // for each pixel of a line, that of the shorter one
	channels []uint64
	count    []uint64
}

func newSum(from, to int) *sum {
	s := &sum{column: make([]int, from), channels: make([]uint64, 4*to), count: make([]uint64, to)}
	for x := range s.column {
		s.column[x] = x * to / from
	}
	return s
}

func (s *sum) add(line []byte) {
	for x, at := range s.column {
		pixel, sum := line[4*x:4*x+4], s.channels[4*at:4*at+4]
		sum[0] += uint64(pixel[0])
		sum[1] += uint64(pixel[1])
		sum[2] += uint64(pixel[2])
		sum[3] += uint64(pixel[3])
		s.count[at]++
	}
}

// flush writes the averages and begins anew.
func (s *sum) flush(line []byte) {
	for x, n := range s.count {
		for i := range 4 {
			line[4*x+i] = byte((s.channels[4*x+i] + n/2) / n) //nolint:gosec // an average of bytes
		}
	}
	clear(s.channels)
	clear(s.count)
}
