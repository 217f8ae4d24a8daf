package ui

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safego"
	"a2aform/internal/widget/ascii"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// View draws the frame and the screen in it.
func (a *App) View() tea.View {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.frames.dropped {
		return a.frames.shown
	}
	content := a.safeView()
	if a.Options.ASCII {
		content = ascii.Text(content)
	}
	v := tea.NewView(content)
	v.AltScreen = true
	if a.Styles.Surface != nil {
		v.BackgroundColor, v.ForegroundColor = a.Styles.Surface, a.Styles.Foreground
	}
	v.WindowTitle, v.ReportFocus = a.attention.title(), a.Options.Notify != kit.NotifyNone
	v.MouseMode = a.mouseMode()
	if a.Options.Progress {
		v.ProgressBar = a.desk.progress()
	}
	v.KeyboardEnhancements.ReportAlternateKeys = true // see [kit.Latin]
	a.frames.shown = v
	return v
}

// safeView draws what can be drawn: a fault while drawing must not take the
// program, and with it what was typed, away.
func (a *App) safeView() (content string) {
	defer kit.RecoverTo(func(fault *safego.Fault) { content = a.errorView(fault) })
	return a.frame().draw()
}

// frame is the frame of the moment.
func (a *App) frame() *frame {
	return &frame{host: a.Host, screens: a.screens, running: a.desk.running(), waiting: a.desk.waiting(a.Top()), isQuitting: a.quitting, kept: &a.kept}
}

// errorView is what is shown of a screen that cannot be drawn.
func (a *App) errorView(fault *safego.Fault) string {
	if a.renderErr == nil {
		a.renderErr = fault
	}
	return fault.Error() + ": this screen cannot be drawn\nnothing is lost: " + shortcut.InProse(kit.Keys.Back) + " goes back, " + shortcut.InProse(kit.Keys.Quit) + " quits"
}

// reportRenderErr keeps what is known of the first screen that could not be drawn,
// for a report.
func (a *App) reportRenderErr() tea.Cmd {
	if a.renderErr == nil || a.reported {
		return nil
	}
	a.reported = true
	store, report := a.Options.Store, a.renderErr.Report()
	return func() tea.Msg {
		_, _ = store.KeepFault(report) // the screen says what matters
		return nil
	}
}
