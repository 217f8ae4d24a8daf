package limit

import (
	"bytes"
	"io"
	"os"
)

// ReadAll reads to the end, but at most one byte more than maximum: of that many bytes there are too many. A regular file is read into
// as much memory as it takes.
func ReadAll(r io.Reader, maximum int) ([]byte, error) {
	size := 0
	if file, ok := r.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			size = int(min(info.Size(), int64(maximum)+1))
		}
	}
	data := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead)) // which it grows by where there is less at the end
	_, err := data.ReadFrom(io.LimitReader(r, int64(maximum)+1))
	return data.Bytes(), err
}
