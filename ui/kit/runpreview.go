package kit

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/render"
	"a2aform/render/draw"
)

// RunPreview is the beginning of what came of a run, beside a list of runs or skills. It is read from the run's file once the cursor
// rests on it.
type RunPreview struct {
	generation int // of the cursor's place
	wanted     PreviewedRun
	document   *render.Document
	isLarge    bool
	lines      []string // of document, as wide as the pane
	width      int
}

// PreviewedRun is a run to preview: of one of this session its document, else its file.
type PreviewedRun struct {
	ID       safe.Raw
	Document *render.Document
	Path     string
	Private  bool // its form held a secret
}

const (
	settleTime = 120 * time.Millisecond // how long the cursor rests before its run is read
	maxPreview = 4 << 20                // bytes; a larger file is opened with enter only
)

// previewSettledMsg says that the cursor has rested.
type previewSettledMsg struct{ generation int }

// previewMsg is a run that was read.
type previewMsg struct {
	id       safe.Raw
	document *render.Document
	isLarge  bool
}

// Settle waits for the cursor of a screen to rest on a run.
func (p *RunPreview) Settle(owner Screen, r PreviewedRun) tea.Cmd {
	if r.ID == p.wanted.ID {
		return nil
	}
	*p = RunPreview{generation: p.generation + 1, wanted: r}
	return After(owner, settleTime, previewSettledMsg{p.generation})
}

// Update takes the messages of the preview, and reports whether one is.
func (p *RunPreview) Update(owner Screen, msg tea.Msg) (cmd tea.Cmd, isOwn bool) {
	switch m := msg.(type) {
	case previewSettledMsg:
		if m.generation == p.generation {
			cmd = p.read(owner)
		}
	case previewMsg:
		if m.id == p.wanted.ID {
			p.document, p.isLarge, p.lines = m.document, m.isLarge, nil
		}
	default:
		return nil, false
	}
	return cmd, true
}

func (p *RunPreview) read(owner Screen) tea.Cmd {
	id, path := p.wanted.ID, p.wanted.Path
	if p.document = p.wanted.Document; p.document != nil || path == "" || p.wanted.Private {
		return nil
	}
	return Later(owner, func() tea.Msg {
		if runfile.Size(path) > maxPreview {
			return previewMsg{id: id, isLarge: true}
		}
		rec, err := run.OpenRecording(path)
		if err != nil {
			return previewMsg{id: id}
		}
		return previewMsg{id: id, document: rec.Run().Document()}
	})
}

// Restyle draws it anew in other colors.
func (p *RunPreview) Restyle() { p.lines = nil }

// Lines are the beginning of what came of the run, in so many columns.
func (p *RunPreview) Lines(width int, st *Styles) []string {
	switch {
	case p.wanted.Private:
		return Wrap("What was filled in held a secret, so its result was not kept.", width, 0, st.Dim)
	case p.isLarge:
		return Wrap("The result is large. Enter opens it.", width, 0, st.Dim)
	case p.document == nil || len(p.document.Sections) == 0:
		return nil
	case p.lines == nil || p.width != width:
		p.lines, p.width = draw.Frame(p.document, width, st.Render).Lines, width
	}
	return p.lines
}
