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
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

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
