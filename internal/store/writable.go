package store

import (
	"errors"
	"fmt"
	"os"

	"a2aform/internal/store/runfile"
)

// spare is how much must fit onto the disk for [Store.CheckWritable], in bytes.
const spare = 64 << 10

// CheckWritable says why the journal and the run files cannot be written, such as a disk that is full or read-only; nil where they
// can.
func (s *Store) CheckWritable() error {
	journal, err := openAppend(s.JournalPath())
	if err != nil {
		return err
	}
	_ = journal.Close() // nothing was written
	if err := makeDir(s.RunsDir()); err != nil {
		return err
	}
	f, err := os.CreateTemp(s.state, ".check-*.tmp")
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", shown(s.state), runfile.Fault(err))
	}
	_, err = f.Write(make([]byte, spare))
	err = errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", shown(s.state), runfile.Fault(err))
	}
	return nil
}
