package report

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"os"
)

// errNoRun says that a page contains no run.
var errNoRun = errors.New("the page holds no run file")

// EmbeddedRun is the first run file that a page of [RunPage] holds.
func EmbeddedRun(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	page, err := io.ReadAll(io.LimitReader(f, maxPage*2))
	if err != nil {
		return nil, err
	}
	_, rest, ok := bytes.Cut(page, []byte(dataPrefix))
	text, _, isWhole := bytes.Cut(rest, []byte(`"`))
	if !ok || !isWhole {
		return nil, errNoRun
	}
	data := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	n, err := base64.StdEncoding.Decode(data, text)
	if err != nil {
		return nil, errNoRun
	}
	return data[:n], nil
}
