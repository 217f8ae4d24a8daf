package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"a2aform/internal/present"
	"a2aform/internal/safego"
	"a2aform/internal/store"
)

// socket is where a presentation tells its notes.
func socket(keep *store.Store) string { return filepath.Join(keep.StateDir(), "present.sock") }

// hub gives the cues of a presentation to all who follow. A nil hub tells nobody.
type hub struct {
	listener net.Listener
	mu       sync.Mutex
	last     []byte
	clients  map[chan []byte]bool
}

// listen opens the socket, in place of one that nobody listens at any more.
func listen(ctx context.Context, keep *store.Store) (*hub, error) {
	if keep == nil {
		return nil, errors.New("there is no home directory: set HOME or A2AFORM_HOME")
	}
	path := socket(keep)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if conn, err := (&net.Dialer{}).DialContext(ctx, "unix", path); err == nil {
		_ = conn.Close()
		return nil, errors.New("another presentation goes on, and they follow that one")
	}
	_ = os.Remove(path) // of a program that was killed
	l, err := (&net.ListenConfig{}).Listen(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	_ = os.Chmod(path, 0o600) // the directory is the user's alone
	h := &hub{listener: l, clients: map[chan []byte]bool{}}
	safego.Go(h.accept)
	return h, nil
}

func (h *hub) accept() {
	for {
		conn, err := h.listener.Accept()
		if err != nil {
			return
		}
		lines := make(chan []byte, 1)
		h.mu.Lock()
		h.clients[lines] = true
		put(lines, h.last)
		h.mu.Unlock()
		safego.Go(func() { h.serve(conn, lines) })
	}
}

// writeTime is how long one who follows may take to read a cue.
const writeTime = 5 * time.Second

// serve writes the newest cue whenever there is one.
func (h *hub) serve(conn net.Conn, lines chan []byte) {
	for line := range lines {
		_ = conn.SetWriteDeadline(time.Now().Add(writeTime))
		if _, err := conn.Write(line); err != nil {
			break
		}
	}
	h.mu.Lock()
	delete(h.clients, lines)
	h.mu.Unlock()
	_ = conn.Close()
}

// put replaces a line that was not written yet.
func put(lines chan []byte, line []byte) {
	if line == nil {
		return
	}
	select {
	case <-lines:
	default:
	}
	lines <- line
}

// tell gives a cue to all, and waits for nobody.
func (h *hub) tell(c present.Cue) {
	line, err := json.Marshal(c)
	if h == nil || err != nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last = append(line, '\n')
	for lines := range h.clients {
		put(lines, h.last)
	}
}

// close ends it; those who follow wait for the next presentation.
func (h *hub) close() {
	if h == nil {
		return
	}
	_ = h.listener.Close() // which removes the socket
	h.mu.Lock()
	defer h.mu.Unlock()
	for lines := range h.clients {
		close(lines)
		delete(h.clients, lines)
	}
}

// retryTime is how often a presentation is looked for.
const retryTime = 500 * time.Millisecond

// cues are those of the presentation that goes on at a socket, and of the next one; a zero cue says that it is over.
func cues(ctx context.Context, path string) <-chan present.Cue {
	out := make(chan present.Cue)
	safego.Go(func() {
		for ctx.Err() == nil {
			if conn, err := (&net.Dialer{}).DialContext(ctx, "unix", path); err == nil {
				stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
				readScript(ctx, conn, out)
				stop()
				_ = conn.Close()
				send(ctx, out, present.Cue{})
			}
			select {
			case <-ctx.Done():
			case <-time.After(retryTime):
			}
		}
	})
	return out
}

// maxCue is the size of a line of the socket, in bytes.
const maxCue = 1 << 20

func readScript(ctx context.Context, conn net.Conn, out chan<- present.Cue) {
	lines := bufio.NewScanner(conn)
	lines.Buffer(nil, maxCue)
	for lines.Scan() {
		var c present.Cue
		if json.Unmarshal(lines.Bytes(), &c) == nil {
			send(ctx, out, c)
		}
	}
}

func send(ctx context.Context, out chan<- present.Cue, c present.Cue) {
	select {
	case out <- c:
	case <-ctx.Done():
	}
}
