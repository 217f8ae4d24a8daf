package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/tomlfile"
	"a2aform/internal/store/atomicfile"
)

const maxFile = 32 << 20 // bytes

// ErrNoGolden says that there is no golden file yet.
var ErrNoGolden = errors.New("there is no golden file yet; write it with a2aform test --update=new")

// ReadGolden reads a golden file. It fails with [ErrNoGolden] where there is none.
func ReadGolden(path string) (*ojson.Value, error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoGolden
	}
	data, problem := tomlfile.ReadFile(path, maxFile, "a golden file")
	if problem != nil {
		return nil, problem
	}
	v, err := ojson.Parse(data, ojson.DataLimits)
	if err == nil && !v.Get("artifacts").Is(ojson.Array) {
		err = errors.New("it is no object with artifacts; remove it, then write it with a2aform test --update")
	}
	if err != nil {
		return nil, fmt.Errorf("the golden file cannot be used: %w", err)
	}
	return v, nil
}

// WriteGolden writes a golden file in place of one that may be there, and the directories on its path. Any other file is left as it is.
func WriteGolden(path string, output *ojson.Value) error {
	if _, err := ReadGolden(path); err != nil && !errors.Is(err, ErrNoGolden) {
		return err
	}
	var text bytes.Buffer
	if err := json.Indent(&text, output.Compact(), "", "  "); err != nil {
		return err
	}
	if text.Len() > maxFile {
		return errors.New("the output is larger than a golden file may be, which is 32 MiB")
	}
	text.WriteByte('\n')
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return err
	}
	return atomicfile.Write(path, text.Bytes(), 0o644) // for everybody who works on the cases
}
