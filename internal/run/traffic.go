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
	// Forward is called with every frame, as it is kept. It is set before the first one.
	Forward func(a2aclient.Frame)

	mu      sync.Mutex
	frames  []a2aclient.Frame // once they are so many, the oldest is at dropped
	dropped int
	private bool // bodies contain a secret and are not kept
}

// Hide keeps no more bodies from here on.
func (l *Traffic) Hide() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.private = true
}

// IsPrivate reports whether bodies are not kept.
func (l *Traffic) IsPrivate() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.private
}

// See takes a frame. Of a private run no body is kept: what was typed is in
// them, and an agent may send it back.
func (l *Traffic) See(f a2aclient.Frame) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.private && f.Body != nil:
		f.Body = fmt.Appendf(nil, "(%d bytes, not shown: the form holds a secret)", len(f.Body))
	case len(f.Body) > limit.WireBytes.Int():
		f.Body = append(slices.Clone(f.Body[:limit.WireBytes.Int()]), cutMark(len(f.Body))...)
	}
	if f.Head.Len() > limit.WireBytes.Int() {
		f.Head = safe.Text(beginningOf(f.Head.Exact(), limit.WireBytes.Int()) + cutMark(f.Head.Len()))
	}
	f.Header = limitHeaders(f.Header)
	if l.Forward != nil {
		l.Forward(f)
	}
	if len(l.frames) < maxFrames {
		l.frames = append(l.frames, f)
		return
	}
	l.frames[l.dropped%maxFrames] = f
	l.dropped++
}

func cutMark(all int) string { return fmt.Sprintf(" … (%d bytes in all)", all) }

// beginningOf shares no memory with the text, which may be large.
func beginningOf(text string, n int) string {
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
	for _, line := range lines {
		name := beginningOf(line.name, min(len(line.name), left))
		left -= len(name)
		if len(line.value) > left {
			kept[name] = append(kept[name], beginningOf(line.value, left)+cutMark(all))
			break
		}
		kept[name] = append(kept[name], strings.Clone(line.value))
		left -= len(line.value)
	}
	return kept
}

// Frames returns the last frames, and how many there were before them.
func (l *Traffic) Frames() (frames []a2aclient.Frame, dropped int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	oldest := l.dropped % maxFrames
	return slices.Concat(l.frames[oldest:], l.frames[:oldest]), l.dropped
}

// Size is how many bytes the frames contain, without their headers.
func (l *Traffic) Size() (bytes int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range l.frames {
		bytes += len(f.Body) + f.Head.Len()
	}
	return bytes
}

// Clear drops the frames.
func (l *Traffic) Clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.frames, l.dropped = nil, 0
}
