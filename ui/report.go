package ui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"

	"a2aform/internal/run"
	"a2aform/ui/history"
	"a2aform/ui/kit"
	"a2aform/ui/share"
	"a2aform/ui/task"
)

// errNoReport is the error of a screen that is not about a run.
var errNoReport = errors.New("there is no run to share here: open a task, its result or the history")

// reportedRun returns the id, or the path of the file, of the run that the screen on top is about.
func (a *App) reportedRun() (name string, r share.Run, err error) {
	if s, ok := a.Top().(*history.Screen); ok {
		info, why := s.ToShare()
		if why != "" {
			return "", r, errors.New(why)
		}
		return info.Path, share.Run{Skill: info.SkillName, Asked: info.Asked, Private: info.Private}, nil
	}
	if _, err := a.caseSource(); errors.Is(err, errNothingToSave) || !a.screens.has(isTask) {
		return "", r, errNoReport
	}
	for _, s := range slices.Backward(a.screens.open) {
		t, ok := s.(*task.Screen)
		switch {
		case !ok:
		case a.Options.NoRecord || a.Options.Store == nil:
			return "", r, errNotKept
		case !t.Snapshot().Phase.IsOver():
			return "", r, errGoesOn
		default:
			plan := t.Snapshot().Plan
			r = share.Run{Asked: plan.Asked(), Private: plan.Private}
			if plan.Skill != nil {
				r.Skill = plan.Skill.Name
			}
			return t.Run().ID().Exact(), r, nil //nolint:forbidigo // looked up, not drawn
		}
	}
	return "", r, errNoReport
}

var errNotKept = errors.New("the run is not kept, so there is nothing to share")

func isTask(s kit.Screen) bool {
	_, ok := s.(*task.Screen)
	return ok
}

// hasReport reports a screen that is about a run.
func (a *App) hasReport() bool {
	_, _, err := a.reportedRun()
	return !errors.Is(err, errNoReport)
}

// ShareKey is the key that shares the run on the screen.
func (a *App) ShareKey() kit.Key {
	why := ""
	if _, _, err := a.reportedRun(); err != nil {
		why = err.Error()
	}
	return kit.When(kit.Keys.Share, why, a.share)
}

// share asks what to make of the run on the screen.
func (a *App) share() {
	name, r, err := a.reportedRun()
	if err != nil {
		a.Status = kit.Status{Text: err.Error()}
		return
	}
	keep := a.Options.Store
	share.Ask(a.Top(), a.Host, r, func() (string, error) {
		info, err := keep.FindRun(name)
		return info.Path, err
	}, Film)
}

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

// differenceKeys compare the run on the screen with the one before of the same skill, none where either is not kept.
func (a *App) differenceKeys() []kit.Key {
	t, _ := a.Top().(*task.Screen)
	before := a.desk.before(t)
	if before == nil {
		return nil
	}
	return []kit.Key{kit.On(kit.Keys.Difference, func() kit.Action { return a.OpenDiff(fileOf(before), fileOf(t), nil) })}
}
