package run

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"a2aform/a2aclient"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// maxFrames is how many frames are kept, the last ones. Of each body, of the headers
// together and of the first line no more is kept than [limit.WireBytes] and a note of what
// was cut.
const maxFrames = 1000

// Traffic keeps the last frames of the requests, answers and events of a run. Its zero value
// is ready.
type Traffic struct {
	mu      sync.Mutex
	frames  []a2aclient.Frame // once they are so many, the oldest is at dropped
	dropped int
	private bool // bodies hold a secret and are not kept
	forward func(a2aclient.Frame)
}

// hide keeps no more bodies from here on.
func (t *Traffic) hide() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.private = true
}

func (t *Traffic) isPrivate() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.private
}

// See takes a frame. Of a private run no body is kept: what was typed is in
// them, and an agent may send it back.
func (t *Traffic) See(f a2aclient.Frame) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.private && f.Body != nil:
		f.Body = fmt.Appendf(nil, "(%d bytes, not shown: the form holds a secret)", len(f.Body))
	case len(f.Body) > limit.WireBytes.Int():
		f.Body = append(slices.Clone(f.Body[:limit.WireBytes.Int()]), cutMark(len(f.Body))...)
	}
	if f.Head.Len() > limit.WireBytes.Int() {
		f.Head = safe.Text(beginning(f.Head.Exact(), limit.WireBytes.Int()) + cutMark(f.Head.Len()))
	}
	f.Header = limitHeaders(f.Header)
	if t.forward != nil {
		t.forward(f)
	}
	if len(t.frames) < maxFrames {
		t.frames = append(t.frames, f)
		return
	}
	t.frames[t.dropped%maxFrames] = f
	t.dropped++
}

func cutMark(all int) string { return fmt.Sprintf(" … (%d bytes in all)", all) }

// beginning shares no memory with the text, which may be large.
func beginning(text string, n int) string {
	return strings.ToValidUTF8(strings.Clone(text[:n]), "")
}

// limitHeaders are the headers as far as they are kept, the short ones first.
func limitHeaders(header http.Header) http.Header {
	type line struct{ name, value string }
	var lines []line
	all := 0
	for name, values := range header {
		for _, value := range values {
			lines = append(lines, line{name, value})
			all += len(name) + len(value)
		}
	}
	left := limit.WireBytes.Int()
	if all <= left {
		return header
	}
	slices.SortStableFunc(lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(len(a.name)+len(a.value), len(b.name)+len(b.value)), strings.Compare(a.name, b.name))
	})
	kept := http.Header{}
	for _, l := range lines {
		name := beginning(l.name, min(len(l.name), left))
		left -= len(name)
		if len(l.value) > left {
			kept[name] = append(kept[name], beginning(l.value, left)+cutMark(all))
			break
		}
		kept[name] = append(kept[name], strings.Clone(l.value))
		left -= len(l.value)
	}
	return kept
}

// Frames returns the last frames, and how many there were before them.
func (t *Traffic) Frames() (frames []a2aclient.Frame, dropped int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	oldest := t.dropped % maxFrames
	return slices.Concat(t.frames[oldest:], t.frames[:oldest]), t.dropped
}

// Traffic returns the traffic of the run.
func (r *Run) Traffic() *Traffic { return &r.traffic }
