package runfile

import (
	"errors"
	"io"
	"sync"
)

// maxHeld is how large a run file in memory may become, in bytes.
const maxHeld = 1 << 20

// Held is what a run file writes to: memory, until it is kept or becomes large, and a file from then on.
type Held struct {
	path   string
	create func() (io.WriteCloser, error) // an *os.File

	mu     sync.Mutex
	memory []byte
	file   output // nil while it is memory
	closed bool
}

// NewHeld returns memory for the run file at path, which create opens once it is needed.
func NewHeld(path string, create func() (io.WriteCloser, error)) *Held {
	return &Held{path: path, create: create}
}

// Path is where the file lies, once there is one.
func (h *Held) Path() string { return h.path }

func (h *Held) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.file == nil && len(h.memory)+len(p) > maxHeld {
		if err := h.spill(); err != nil {
			return 0, err
		}
	}
	if h.file != nil {
		return h.file.Write(p)
	}
	h.memory = append(h.memory, p...)
	return len(p), nil
}

var errNoFile = errors.New("the run file cannot be written")

// spill writes what is in memory to the file.
func (h *Held) spill() error {
	w, err := h.create()
	if err != nil {
		return err
	}
	file, ok := w.(output)
	if !ok {
		return errNoFile
	}
	if _, err := file.Write(h.memory); err != nil {
		return errors.Join(err, file.Close())
	}
	h.file, h.memory = file, nil
	return nil
}

// Seek finds the end, which is all that a run file asks for.
func (h *Held) Seek(offset int64, whence int) (int64, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.file != nil {
		return h.file.Seek(offset, whence)
	}
	return int64(len(h.memory)), nil
}

// Truncate cuts it.
func (h *Held) Truncate(size int64) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.file != nil {
		return h.file.Truncate(size)
	}
	h.memory = h.memory[:min(size, int64(len(h.memory)))]
	return nil
}

// Sync puts a file on the disk.
func (h *Held) Sync() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.file != nil {
		return h.file.Sync()
	}
	return nil
}

// Close closes a file. What is in memory can still be kept.
func (h *Held) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	if h.file != nil {
		return h.file.Close()
	}
	return nil
}

// Keep makes a file of it, before or after it is closed. There is none where nothing was written.
func (h *Held) Keep() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.file != nil || h.closed && len(h.memory) == 0 {
		return nil
	}
	if err := h.spill(); err != nil || !h.closed {
		return err
	}
	return errors.Join(h.file.Sync(), h.file.Close())
}

// IsFile reports whether there is a file.
func (h *Held) IsFile() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.file != nil
}
