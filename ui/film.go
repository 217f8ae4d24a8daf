package ui

import (
	"bytes"
	"context"
	"io"

	"a2aform/internal/run"
	"a2aform/ui/kit"
	"a2aform/ui/share"
	"a2aform/ui/task"
)

// Film writes what the screens show of a recorded run, in the time that it took.
func Film(ctx context.Context, w io.Writer, path string, kind share.Kind, o kit.Options) error {
	rec, about, err := share.Recording(path)
	if err != nil {
		return err
	}
	if kind != share.Picture {
		_, err := film(ctx, w, rec, kind, about, o)
		return err
	}
	for _, size := range share.Sizes {
		var picture bytes.Buffer
		about.Size = size
		hides, err := film(ctx, &picture, rec, kind, about, o)
		if err != nil {
			return err
		}
		if !hides || size == share.Sizes[len(share.Sizes)-1] {
			_, err := picture.WriteTo(w)
			return err
		}
	}
	return nil
}

// film writes one size of a film, and reports whether columns of a table are hidden at its end.
func film(ctx context.Context, w io.Writer, rec *run.Recording, kind share.Kind, about *share.FilmInfo, o kit.Options) (hides bool, err error) {
	player := share.NewPlayer()
	a := New(ctx, kit.Options{Replay: &kit.Playback{Recording: rec, Speed: 1, Now: player.Now}, Timer: player.After, Theme: o.Theme, OwnTheme: o.OwnTheme})
	defer a.Close()
	about.Background, about.Foreground = a.Styles.Surface, a.Styles.Foreground
	if err := share.Draw(ctx, w, kind, player, a, about); err != nil {
		return false, err
	}
	shown, ok := a.Top().(*task.Screen)
	return ok && shown.HidesColumns(), nil
}
