//go:build unix

package jsonindex

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapped is the text of a file as pages of the file itself, read only.
func mapped(f *os.File, size int64) ([]byte, func() error, error) {
	data, err := unix.Mmap(int(f.Fd()), 0, int(size), unix.PROT_READ, unix.MAP_PRIVATE)
	if err != nil {
		return nil, nil, err
	}
	return data, func() error { return unix.Munmap(data) }, nil
}
