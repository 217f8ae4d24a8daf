package command

import (
	"io"
	"os"
	"slices"
	"strings"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// ReadData reads the JSON of a flag: the argument itself, a file (FILE or @FILE), or standard input (-), of at
// most [limit.InputBytes].
func ReadData(s *Streams, flag, arg string) ([]byte, error) {
	switch {
	case arg == "-":
		return readAtMost(s.In, flag, "standard input")
	case strings.HasPrefix(arg, "@"):
		return readDataFile(flag, arg[1:])
	case isPath(arg):
		return readDataFile(flag, arg)
	}
	return []byte(arg), nil
}

func readDataFile(flag, path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, Usagef("%s %s", flag, FileFault(err))
	}
	defer func() { _ = f.Close() }()
	return readAtMost(f, flag, path)
}

// isPath reports what begins no JSON and is the name of a file, or looks like one.
func isPath(arg string) bool {
	if arg == "" || strings.ContainsAny(arg[:1], "{[\"-0123456789 \t\r\n") || slices.Contains([]string{"true", "false", "null"}, arg) {
		return false
	}
	_, err := os.Stat(arg)
	return err == nil || strings.HasSuffix(arg, ".json")
}

func readAtMost(r io.Reader, flag, name string) ([]byte, error) {
	data, err := limit.ReadAll(r, limit.InputBytes.Int())
	if err != nil {
		return nil, Usagef("%s: %s cannot be read: %s", flag, safe.Text(name).Line(0), err)
	}
	if len(data) > limit.InputBytes.Int() {
		return nil, Usagef("%s: %s is larger than %s", flag, safe.Text(name).Line(0), limit.InputBytes)
	}
	return ojson.Text(data), nil
}
