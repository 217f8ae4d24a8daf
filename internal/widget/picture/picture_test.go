package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// quarters is an image of four colors, the last one half transparent.
func quarters(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetNRGBA(x, y, [...]color.NRGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 128}}[2*(2*y/h)+2*x/w])
		}
	}
	return m
}

func encoded(t testing.TB, encode func(*bytes.Buffer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pngOf(t testing.TB, m image.Image) []byte {
	t.Helper()
	return encoded(t, func(b *bytes.Buffer) error { return png.Encode(b, m) })
}

func jpegOf(t testing.TB, m image.Image) []byte {
	t.Helper()
	return encoded(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, m, nil) })
}

func gifOf(t testing.TB, frames int) []byte {
	t.Helper()
	movie := &gif.GIF{}
	for i := range frames {
		frame := image.NewPaletted(image.Rect(0, 0, 8, 8), color.Palette{color.Black, color.White})
		frame.SetColorIndex(i%8, 0, 1)
		movie.Image, movie.Delay = append(movie.Image, frame), append(movie.Delay, 1)
	}
	return encoded(t, func(b *bytes.Buffer) error { return gif.EncodeAll(b, movie) })
}

func TestTwoPixelsAreACell(t *testing.T) {
	p, err := Read(t.Context(), pngOf(t, quarters(4, 4)))
	if err != nil {
		t.Fatal(err)
	}
	got := p.Lines(80, 24, color.Black)
	want := []string{
		"\x1b[38;2;255;0;0m\x1b[48;2;255;0;0m▀▀\x1b[38;2;0;255;0m\x1b[48;2;0;255;0m▀▀\x1b[m",
		"\x1b[38;2;0;0;255m\x1b[48;2;0;0;255m▀▀\x1b[38;2;128;128;128m\x1b[48;2;128;128;128m▀▀\x1b[m",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q", got)
	}
	// In half the size, and where the background is white.
	if got, want := p.Lines(2, 24, color.White), "\x1b[38;2;255;0;0m\x1b[48;2;0;0;255m▀\x1b[38;2;0;255;0m\x1b[48;2;255;255;255m▀\x1b[m"; len(got) != 1 || got[0] != want {
		t.Errorf("%q", got)
	}
	// An odd line at the end has nothing below it.
	p, err = Read(t.Context(), pngOf(t, quarters(2, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.Lines(80, 24, color.Black)[0], "\x1b[38;2;255;0;0m▀\x1b[38;2;0;255;0m▀\x1b[m"; got != want {
		t.Errorf("%q", got)
	}
}

// What is transparent is not painted.
func TestTransparentPixelsAreNotPainted(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 5, 2))
	red := color.NRGBA{255, 0, 0, 255}
	m.SetNRGBA(1, 0, red)
	m.SetNRGBA(2, 0, red)
	m.SetNRGBA(2, 1, red)
	m.SetNRGBA(3, 1, red)
	p, err := Read(t.Context(), pngOf(t, m))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.Lines(80, 24, color.White)[0], " \x1b[38;2;255;0;0m▀\x1b[48;2;255;0;0m▀\x1b[49m▄ \x1b[m"; got != want {
		t.Errorf("%q", got)
	}
}

func TestPicturesOfEachFormat(t *testing.T) {
	large := quarters(3000, 500)
	tests := []struct {
		format string
		data   []byte
		w, h   int
	}{
		{"PNG", pngOf(t, large), 3000, 500},
		{"JPEG", jpegOf(t, large), 3000, 500},
		{"GIF", gifOf(t, 3), 8, 8},
	}
	for _, tt := range tests {
		p, err := Read(t.Context(), tt.data)
		if err != nil || p.Format != tt.format || p.Width != tt.w || p.Height != tt.h {
			t.Errorf("%s: %+v (%v)", tt.format, p, err)
			continue
		}
		if size := p.kept.Bounds().Size(); size.X > keptSide || size.Y > keptSide {
			t.Errorf("%s: kept in %v", tt.format, size)
		}
	}
}

func TestPictureKeepsSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, 90)
		m := quarters(side.Draw(t, "w"), side.Draw(t, "h"))
		size := m.Bounds().Size()
		p := &Picture{kept: shrink(m, size.X, size.Y)}
		w, h := side.Draw(t, "width"), side.Draw(t, "height")
		lines := p.Lines(w, h, color.Black)
		if len(lines) > h || len(lines) == 0 {
			t.Fatalf("%d lines of %d", len(lines), h)
		}
		for _, l := range lines {
			if n := ansi.StringWidth(l); n > w || n < 1 {
				t.Fatalf("%d columns of %d", n, w)
			}
		}
	})
}

// The average is over alpha too: what is transparent adds no color.
func TestAverages(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 200, 130)) // more than one band
	for y := range 130 {
		for x := range 200 {
			m.SetNRGBA(x, y, color.NRGBA{R: 200, G: 100, B: byte(x), A: byte(255 * (x % 2))})
		}
	}
	small := shrink(m, 1, 1)
	if got, want := small.RGBAAt(0, 0), (color.RGBA{100, 50, 50, 128}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// claimed is a PNG that says it is larger than it is.
func claimed(t testing.TB, w, h uint32, depth byte) []byte {
	t.Helper()
	data := pngOf(t, quarters(2, 2))
	binary.BigEndian.PutUint32(data[16:], w)
	binary.BigEndian.PutUint32(data[20:], h)
	data[24] = depth
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	return data
}

// sized is a JPEG whose frame has another size and kind.
func sized(t testing.TB, kind byte, w, h uint16) []byte {
	t.Helper()
	data := jpegOf(t, quarters(8, 8))
	at := bytes.Index(data, []byte{0xff, 0xc0})
	data[at+1] = kind
	binary.BigEndian.PutUint16(data[at+5:], h)
	binary.BigEndian.PutUint16(data[at+7:], w)
	return data
}

func TestHostileImages(t *testing.T) {
	whole := pngOf(t, quarters(300, 300))
	wide := gifOf(t, 1)
	binary.LittleEndian.PutUint16(wide[6:], 65535)
	binary.LittleEndian.PutUint16(wide[8:], 65535)
	progressive := sized(t, 0xc2, 6000, 6000)
	restarted := append([]byte{0xff, 0xd8, 0xff, 0xd0}, progressive[2:]...)
	tests := []struct {
		what string
		data []byte
		want string
	}{
		{"nothing", nil, "no PNG, JPEG or GIF"},
		{"text", []byte("hello"), "no PNG, JPEG or GIF"},
		{"a WebP", []byte("RIFF0000WEBP"), "no PNG, JPEG or GIF"},
		{"a head alone", whole[:8], "the PNG image ends too early"},
		{"truncated", whole[:len(whole)/2], "the PNG image is broken"},
		{"a JPEG by its first bytes", []byte("\xff\xd8\xffhello"), "the JPEG image"},
		{"huge", claimed(t, 1<<31-1, 1<<31-1, 8), "the PNG image is broken or of a kind"},
		{"large", claimed(t, 100_000, 100_000, 8), "too large to be shown: it has 100000×100000 pixels"},
		{"just too large", claimed(t, 40_000_001, 1, 8), "too large"},
		{"deep", claimed(t, 6000, 6000, 16), "too large to be shown: it has 6000×6000 pixels"},
		{"empty", claimed(t, 0, 10, 8), "PNG image"},
		{"a wide GIF", wide, "the GIF image is too large to be shown: it has 65535×65535 pixels"},
		{"progressive", progressive, "too large to be shown: it has 6000×6000 pixels"},
		{"progressive behind a marker without a length", restarted, "too large to be shown: it has 6000×6000 pixels"},
		{"baseline", sized(t, 0xc0, 65535, 65535), "too large"},
		{"too many bytes", append(bytes.Clone(whole), make([]byte, 64<<20)...), "more than 64 MiB"},
	}
	for _, tt := range tests {
		if p, err := Read(t.Context(), tt.data); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %+v (%v), want %q", tt.what, p, err, tt.want)
		}
	}
}

// Only the first frame is read: what comes after it may be anything.
func TestOnlyTheFirstFrameIsRead(t *testing.T) {
	one, many := gifOf(t, 1), gifOf(t, 500)
	broken := append(bytes.Clone(one[:len(one)-1]), ",broken"...)
	for _, data := range [][]byte{many, many[:len(many)/2], broken} {
		if p, err := Read(t.Context(), data); err != nil || p.Width != 8 {
			t.Errorf("%+v (%v)", p, err)
		}
	}
}

func TestReadingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := &reader{ctx, bytes.NewReader(make([]byte, 1<<20))}
	if n, err := r.Read(make([]byte, 1<<20)); err != nil || n > readAtOnce {
		t.Errorf("%d bytes at once (%v)", n, err)
	}
	cancel()
	if _, err := r.Read(make([]byte, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("it reads on: %v", err)
	}
	if _, err := Read(ctx, pngOf(t, quarters(300, 300))); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(pngOf(f, quarters(9, 7)))
	f.Add(jpegOf(f, quarters(9, 7)))
	f.Add(gifOf(f, 2))
	f.Add(claimed(f, 100_000, 100_000, 8))
	f.Add(sized(f, 0xc2, 60, 60))
	f.Fuzz(func(t *testing.T, data []byte) {
		most := limits{bytes: 32 << 10, pixels: 1 << 16, memory: 1 << 20}
		p, err := most.read(t.Context(), data)
		if err != nil {
			if strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' }) {
				t.Errorf("%q", err)
			}
			return
		}
		for _, l := range p.Lines(30, 10, color.Black) {
			if n := ansi.StringWidth(l); n < 1 || n > 30 {
				t.Errorf("%d columns", n)
			}
		}
	})
}
