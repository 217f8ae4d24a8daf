package diff

import (
	"bytes"
	"io"

	"a2aform/internal/safe"
)

// listed prints one comparison, or the comparisons of several cases.
type listed struct {
	w      io.Writer
	format string
	isList bool
	count  int
}

func (l *listed) print(name string, write func(io.Writer) error) error {
	l.count++
	if !l.isList {
		return write(l.w)
	}
	var sb bytes.Buffer
	shown := safe.Text(name).Line(200).String()
	switch l.format {
	case "json":
		sb.WriteString(map[bool]string{true: "[\n", false: ",\n"}[l.count == 1])
	case "md":
		sb.WriteString("### `" + shown + "`\n\n")
	default:
		sb.WriteString(shown + "\n")
	}
	if err := write(&sb); err != nil {
		return err
	}
	sb.WriteByte('\n')
	_, err := l.w.Write(sb.Bytes())
	return err
}

func (l *listed) end() error {
	text := ""
	switch {
	case !l.isList || l.format != "json":
	case l.count == 0:
		text = "[]\n"
	default:
		text = "]\n"
	}
	_, err := io.WriteString(l.w, text)
	return err
}
