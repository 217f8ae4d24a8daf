//go:build ignore

// Command picture draws captured screens of a terminal as SVG: one, or several as an animation, each for some seconds. It
// is built in the main module and draws as a2aform draws the screens of a run.
//
//	picture [-foreground COLOR] [-background COLOR] OUT.svg WIDTH HEIGHT FILE[=SECONDS]...
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"a2aform/ui/share"
)

func main() {
	foreground := flag.String("foreground", "#dcdce4", "color of text that has none")
	background := flag.String("background", "#171717", "color behind it")
	flag.Parse()
	if err := run(*foreground, *background, flag.Args()); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "picture:", err)
		os.Exit(1)
	}
}

func run(foreground, background string, args []string) error {
	if len(args) < 4 {
		return fmt.Errorf("want OUT.svg WIDTH HEIGHT FILE[=SECONDS]..., not %q", args)
	}
	name, files := args[0], args[3:]
	width, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	height, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	about := &share.FilmInfo{
		Title:      strings.TrimSuffix(filepath.Base(name), ".svg"),
		Size:       share.Size{Width: width, Height: height},
		Foreground: lipgloss.Color(foreground), Background: lipgloss.Color(background),
	}
	picture := share.NewSVG(about, len(files) > 1)
	var at time.Duration
	for _, arg := range files {
		file, seconds, _ := strings.Cut(arg, "=")
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		// tmux carries the style of a line over to the next one.
		canvas := lipgloss.NewCanvas(width, height)
		canvas.Compose(lipgloss.NewLayer(strings.TrimRight(string(text), "\n")))
		if err := picture.Show(share.Frame{At: at, Lines: strings.Split(canvas.Render(), "\n")}); err != nil {
			return err
		}
		shown, _ := strconv.ParseFloat(seconds, 64) // none for a single picture
		at += time.Duration(shown * float64(time.Second))
	}
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := picture.End(out, at); err != nil {
		_ = out.Close()
		return err
	}
	return out.Close()
}
