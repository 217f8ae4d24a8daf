package share

import (
	"encoding/json"
	"fmt"
	"image/color"
	"io"
	"strconv"
	"strings"
	"time"
)

// hold is how long the last frame is shown.
const hold = 3 * time.Second

// FilmInfo is what a film says of itself.
type FilmInfo struct {
	Title                  string // safe to show
	Began                  time.Time
	Size                   Size
	Foreground, Background color.Color // nil for those of a dark terminal
}

func (a *FilmInfo) colors() (foreground, background string) {
	foreground, background = "#e4e4ec", "#16161e"
	if a.Background != nil {
		background = hex(a.Background)
	}
	if a.Foreground != nil {
		foreground = hex(a.Foreground)
	}
	return foreground, background
}

// hex is a color as #rrggbb.
func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// palette are the 16 colors of a terminal, which the frames do not use. Players want them.
const palette = "#16161e:#ff6b81:#2bd99b:#ffb454:#8fb7ff:#f780e2:#7dcfff:#c0c0cc:#5c5c74:#ff6b81:#2bd99b:#ffb454:#8fb7ff:#f780e2:#7dcfff:#e4e4ec"

// castWriter writes frames as an asciicast, version 2: a header and a line for each frame, with the rows that are new in it.
type castWriter struct {
	w      io.Writer
	height int
	before []string
}

// newCastWriter writes the header of a cast.
func newCastWriter(w io.Writer, a *FilmInfo) (*castWriter, error) {
	foreground, background := a.colors()
	head := map[string]any{
		"version": 2, "width": a.Size.Width, "height": a.Size.Height, "timestamp": a.Began.Unix(), "title": a.Title,
		"env":   map[string]string{"TERM": "xterm-256color"},
		"theme": map[string]string{"fg": foreground, "bg": background, "palette": palette},
	}
	c := &castWriter{w: w, height: a.Size.Height}
	return c, c.line(head)
}

// Show writes a frame.
func (c *castWriter) Show(f Frame) error {
	var sb strings.Builder
	if c.before == nil {
		sb.WriteString("\x1b[?25l\x1b[0m\x1b[2J")
	}
	for i, line := range f.Lines {
		if i >= len(c.before) || c.before[i] != line {
			sb.WriteString("\x1b[" + strconv.Itoa(i+1) + ";1H\x1b[0m\x1b[2K" + line)
		}
	}
	if c.before = f.Lines; sb.Len() == 0 {
		return nil
	}
	return c.event(f.At, sb.String())
}

// End ends the cast: the last frame stays a while, and the cursor comes back below it.
func (c *castWriter) End(at time.Duration) error {
	return c.event(at+hold, "\x1b[0m\x1b["+strconv.Itoa(c.height)+";1H\x1b[?25h")
}

func (c *castWriter) event(at time.Duration, text string) error {
	return c.line([]any{json.Number(strconv.FormatFloat(at.Seconds(), 'f', 3, 64)), "o", text})
}

func (c *castWriter) line(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = c.w.Write(append(text, '\n'))
	return err
}
