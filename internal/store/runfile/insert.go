package runfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"a2aform/internal/limit"
	"a2aform/internal/store/atomicfile"
)

// ErrHeld says that a run may be going on.
var ErrHeld = errors.New("the run is open in a2aform: wait until it has ended")

// Insert adds lines to the file of a run that no program has open: before the line with which it ended or paused, so that
// the last line still says how the run ended; else at the end. A crash leaves the file as it was, or with the lines.
func Insert(path string, lines ...Line) error {
	if IsHeld(path) {
		return ErrHeld
	}
	f, err := OpenFile(path, os.O_RDONLY)
	if err != nil {
		return Fault(err)
	}
	defer func() { _ = f.Close() }()
	at, last, err := insertAt(f)
	if err != nil {
		return err
	}
	var text []byte
	for _, l := range lines {
		encoded, err := EncodeLine(l)
		if err != nil {
			return err
		}
		if len(encoded) > limit.RunLine.Int() {
			return errTooLong()
		}
		text = append(text, encoded...)
	}
	return Fault(rewrite(f, path, at, append(text, last...)))
}

// insertAt is where lines go, and what is behind it.
func insertAt(f *os.File) (at int64, last []byte, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, nil, Fault(err)
	}
	size := info.Size()
	if size == 0 {
		return 0, nil, errEmpty
	}
	text, torn, err := lastLine(f, size)
	switch {
	case err != nil:
		return 0, nil, err
	case torn:
		return 0, nil, errors.New("its last line was not written to its end")
	case !isStop(text):
		return size, nil, nil
	}
	return size - int64(len(text)) - 1, append(text, '\n'), nil
}

// isStop reports the line with which a run ended or paused.
func isStop(text []byte) bool {
	var l Line
	return json.Unmarshal(text, &l) == nil && (l.Kind == End || l.Kind == Pause)
}

// rewrite closes a file and replaces it by its first bytes and what is behind them now.
func rewrite(f *os.File, path string, size int64, rest []byte) error {
	to, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	if _, err = io.CopyN(to, f, size); err == nil {
		_, err = to.Write(rest)
	}
	if err = to.Close(FileMode, errors.Join(err, f.Close())); err != nil { // Windows replaces no file that is open
		return fmt.Errorf("write the run: %w", err)
	}
	return nil
}
