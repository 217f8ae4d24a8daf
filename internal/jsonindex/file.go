package jsonindex

import (
	"fmt"
	"io"
	"os"
)

// File is a file whose text is in memory or mapped there.
type File struct {
	data  []byte
	unmap func() error // nil for a text that is simply in memory
}

// mapFrom is from how many bytes on a file is mapped instead of read: its first
// screen does not wait for the rest, and its memory can be taken back.
const mapFrom = 16 << 20

// Open returns the text of a file. A large one is mapped: the reader should call
// [runtime/debug.SetPanicOnFault], because a file that shrinks later has no bytes
// where they were. What is not a file, such as a pipe, is read to its end.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a directory", path)
	}
	if info.Mode().IsRegular() && info.Size() >= mapFrom {
		if data, unmap, err := mapped(f, info.Size()); err == nil {
			return &File{data, unmap}, nil
		}
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	return &File{data: data}, nil
}

// Data is the text, until [File.Close].
func (f *File) Data() []byte { return f.data }

// Close ends the use of the text.
func (f *File) Close() error {
	f.data = nil
	if f.unmap == nil {
		return nil
	}
	return f.unmap()
}
