package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"
)

// noise is an image that hardly compresses.
func noise(w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range m.Pix {
		m.Pix[i] = byte(i * i >> 7)
	}
	return m
}

// BenchmarkRead reads a photo of 12 megapixels; the anchors are the decoders
// alone.
func BenchmarkRead(b *testing.B) {
	photo := noise(4000, 3000)
	fast := png.Encoder{CompressionLevel: png.BestSpeed}
	files := map[string][]byte{
		"PNG":  encoded(b, func(to *bytes.Buffer) error { return fast.Encode(to, photo) }),
		"JPEG": jpegOf(b, photo),
	}
	for name, data := range files {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Read(b.Context(), data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("PNG/anchor", func(b *testing.B) {
		for b.Loop() {
			if _, err := png.Decode(bytes.NewReader(files["PNG"])); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("JPEG/anchor", func(b *testing.B) {
		for b.Loop() {
			if _, err := jpeg.Decode(bytes.NewReader(files["JPEG"])); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkLines draws what is kept on a terminal of 120×40, as each resize does.
func BenchmarkLines(b *testing.B) {
	p := &Picture{kept: noise(keptSide, keptSide)}
	for b.Loop() {
		p.Lines(118, 36, color.Black)
	}
}
