package run

import (
	"fmt"
	"slices"
	"sync"

	"a2aform/a2aclient"
	"a2aform/internal/limit"
)

// mostFrames is how many frames are kept for those who want to look, the last
// ones; of each the beginning, see [limit.WireBytes].
const mostFrames = 1000

// Wire keeps the last frames of what went over the wire. Its zero value is ready.
type Wire struct {
	mu      sync.Mutex
	frames  []a2aclient.Frame // once they are so many, the oldest is at dropped
	dropped int
	private bool // bodies hold a secret and are not kept
	tell    func(a2aclient.Frame)
}

// hide keeps no more bodies.
func (w *Wire) hide() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.private = true
}

func (w *Wire) isPrivate() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.private
}

// See takes a frame. Of a private run no body is kept: what was typed is in
// them, and an agent may send it back.
func (w *Wire) See(f a2aclient.Frame) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.private && f.Body != nil:
		f.Body = fmt.Appendf(nil, "(%d bytes, not shown: the form holds a secret)", len(f.Body))
	case len(f.Body) > limit.WireBytes.Int():
		f.Body = append(slices.Clone(f.Body[:limit.WireBytes.Int()]), fmt.Sprintf(" … (%d bytes in all)", len(f.Body))...)
	}
	if w.tell != nil {
		w.tell(f)
	}
	if len(w.frames) < mostFrames {
		w.frames = append(w.frames, f)
		return
	}
	w.frames[w.dropped%mostFrames] = f
	w.dropped++
}

// Frames are the last things that went over the wire, and how many there were
// before them.
func (w *Wire) Frames() (frames []a2aclient.Frame, dropped int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	oldest := w.dropped % mostFrames
	return slices.Concat(w.frames[oldest:], w.frames[:oldest]), w.dropped
}

// Wire is what went over the wire in the run.
func (r *Run) Wire() *Wire { return &r.wire }
