package demo

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"

	"a2aform/internal/demo/server"
)

// The colors of a label, by their place in its palette.
const (
	labelPaper = iota
	labelInk
	labelStripe
	labelText
	labelStamp
)

var labelColors = color.Palette{
	labelPaper:  color.RGBA{0xff, 0xfb, 0xf0, 0xff},
	labelInk:    color.RGBA{0x20, 0x20, 0x2c, 0xff},
	labelStripe: color.RGBA{0xf2, 0x9f, 0x05, 0xff},
	labelText:   color.RGBA{0x9a, 0x98, 0xa0, 0xff},
	labelStamp:  color.RGBA{0x4b, 0x5b, 0xd4, 0xff},
}

// label is a picture to stick on the parcel, as PNG. The same parcel has the same one.
func (p parcel) label() []byte {
	m := image.NewPaletted(image.Rect(0, 0, 152, 96), labelColors)
	fill := func(x, y, w, h int, color uint8) {
		draw.Draw(m, image.Rect(x, y, x+w, y+h), image.NewUniform(labelColors[color]), image.Point{}, draw.Src)
	}
	fill(0, 0, 152, 96, labelInk)
	fill(2, 2, 148, 92, labelPaper)
	fill(2, 2, 148, 12, labelStripe)
	for i, line := range []string{p.To.Name, p.To.City, p.To.Country} {
		fill(10, 24+10*i, min(10+5*len([]rune(line)), 84), 5, labelText)
	}
	fill(110, 20, 32, 32, labelStamp)
	fill(114, 24, 24, 24, labelPaper)
	fill(120, 30, 12, 12, labelStamp)
	code := chance(p.To.Name, p.To.City, p.Delivery.Kind)
	for x, bit := 10, 0; x < 140; bit++ {
		width := 1 + code>>(bit%24)&1*2
		fill(x, 62, width, 26, labelInk)
		x += width + 1 + code>>((bit+7)%24)&1
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic("demo: " + err.Error()) // it is written to memory, so a failure is a bug
	}
	return b.Bytes()
}

// slip is the receipt to read.
func (r parcelReceipt) slip() string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "Receipt for %s\n\nTo       %s\nArrives  %s\nPrice    %s EUR\n\n", r.Tracking, r.To, r.Arrives, r.Price)
	for _, stop := range r.Route {
		fmt.Fprintf(&sb, "%s  %s, %s\n", stop.Day, stop.Place, stop.What)
	}
	return sb.String()
}

// filePart is a part that brings a file.
func filePart(name, mediaType string, data []byte) server.Part {
	return server.Part{File: &server.File{Name: name, MediaType: mediaType, Bytes: base64.StdEncoding.EncodeToString(data)}}
}
