package runfile

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// errTooLong says that a line is longer than any that is written.
func errTooLong() error {
	return fmt.Errorf("it is longer than %s", limit.RunLine)
}

// Error names the file and the first line that cannot be read.
func (e *DamagedRun) Error() string {
	return fmt.Sprintf("%s is damaged after line %d: %s", e.Name.Line(80), e.Lines+1, e.Why)
}

// Read gives the lines of a run file in order until each says that it has
// enough. Where the file is damaged, or was not written to its end, what came
// before is given, and then the error is a [*DamagedRun]; any other error says
// that it is no run file that can be read.
func Read(path string, each func(Line) (more bool)) error {
	name := safe.Text(filepath.Base(path))
	f, err := OpenFile(path, os.O_RDONLY)
	if errors.Is(err, ErrNotRegular) {
		return fmt.Errorf("%s %w", name.Line(80), errForeign)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be opened: %w", name.Line(80), Fault(err))
	}
	defer func() { _ = f.Close() }()
	r := bufio.NewReaderSize(f, 64<<10)
	var at time.Time
	passed := false
	for n := 0; ; n++ {
		text, err := ReadLine(r)
		if errors.Is(err, io.EOF) && len(text) == 0 && n > 0 {
			return nil
		}
		var line Line
		bad := json.Unmarshal(text, &line)
		if n == 0 {
			if why := notAHead(line, errors.Join(err, bad)); why != nil {
				return fmt.Errorf("%s %w", name.Line(80), why)
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return &DamagedRun{name, n, "it is incomplete"}
		case err != nil:
			return &DamagedRun{name, n, Fault(err).Error()}
		case bad != nil && (passed || isAtEnd(r)):
			return &DamagedRun{name, n, "it is not JSON"}
		case bad != nil:
			passed, line = true, Line{Kind: Notice, Time: at, Text: safe.Text("a damaged line of the file is left out here")}
		}
		at = line.Time
		if !each(line) {
			return nil
		}
	}
}

func isAtEnd(r *bufio.Reader) bool {
	_, err := r.Peek(1)
	return err != nil
}

// notAHead is why a first line does not begin a run that can be read, nil if it
// does.
func notAHead(line Line, err error) error {
	switch {
	case err != nil, line.Kind != Head, line.ID.IsEmpty():
		return errForeign
	case line.Version > Version:
		return newerError(line.Version)
	}
	return nil
}

// ReadLine is the next line with its end; the error is that of what stopped it.
func ReadLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if line = append(line, part...); !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
		if len(line) > limit.RunLine.Int() {
			return line, errTooLong()
		}
	}
}

// Inputs says whose input is looked for.
type Inputs struct {
	Source, Agent, Skill safe.Raw
	Schema               []byte
}

// ReadInput is what was filled in for a run, its payload as it was sent. It is not
// ok where the file has none: of a private run nothing is kept, and a task may
// only have been followed.
func ReadInput(path string) (input Line, ok bool) {
	_ = Read(path, func(line Line) bool { // what cannot be read has no input
		if line.Kind == Input {
			if input, ok = line, true; line.Exact != "" {
				input.Raw = json.RawMessage(line.Exact)
			}
		}
		return line.Kind == Head || line.Kind == Card
	})
	return input, ok
}
