package runfile

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"a2aform/internal/safe"
)

// full is a file on a disk that is full for a while.
type full struct {
	*os.File
	room  int // bytes; below 0 for any
	stays bool
}

func (f *full) Write(b []byte) (int, error) {
	if f.room < 0 || len(b) <= f.room {
		return f.File.Write(b)
	}
	n, _ := f.File.Write(b[:f.room])
	f.room -= n
	return n, &os.PathError{Op: "write", Path: f.Name(), Err: syscall.ENOSPC}
}

func (f *full) Truncate(size int64) error {
	if f.stays {
		return syscall.EIO
	}
	return f.File.Truncate(size)
}

// What a full disk cuts off costs no line that comes when there is space again, and
// the file says that something is missing.
func TestFullDiskLosesOnlyUnwrittenLines(t *testing.T) {
	for name, tt := range map[string]struct {
		stays bool
		want  string
	}{
		"the torn line is taken away": {want: "run event notice event end "},
		"the torn line stays":         {stays: true, want: "run event notice notice event end "},
	} {
		path := filepath.Join(t.TempDir(), "run.jsonl")
		file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		disk := &full{File: file, room: -1, stays: tt.stays}
		r, err := New(disk, path, Line{Time: time.Now(), ID: safe.Text("x")})
		if err != nil {
			t.Fatal(err)
		}
		event := Line{Kind: Event, Raw: json.RawMessage(`{"a":1}`)}
		for i, room := range []int{-1, 20, 0, -1} {
			disk.room = room
			err := r.Append(event)
			if fails := room >= 0; fails != (err != nil) || fails && err.Error() != "write the run: no space left on device" {
				t.Errorf("%s: line %d: %v", name, i, err)
			}
		}
		if err := r.Append(Line{Kind: End, Outcome: safe.Text("completed")}); err != nil {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		var kinds strings.Builder
		err = Read(r.Path(), func(l Line) bool { kinds.WriteString(l.Kind + " "); return true })
		if kinds.String() != tt.want || err != nil {
			t.Errorf("%s: %s, %v", name, kinds.String(), err)
		}
		if info, err := Peek(r.Path()); err != nil || info.Outcome.Exact() != "completed" {
			t.Errorf("%s: %s, %v", name, info.Outcome, err)
		}
	}
}
