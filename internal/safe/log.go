package safe

import (
	"bytes"
	"io"
)

// LogMark breaks what would be a command for the program that reads a log.
const LogMark = "·"

// NewLogWriter returns a writer of text for the log of a CI job. GitHub, Azure Pipelines and TeamCity run commands that they find in it:
// "::NAME" at the start of a line, and "##[", "##vso[" and "##teamcity[" anywhere. A [LogMark] within them makes them text.
//
// Sources: GitHub, "Workflow commands for GitHub Actions" (its runner also takes spaces before "::"); Azure Pipelines, "Logging
// commands"; TeamCity, "Service messages".
func NewLogWriter(w io.Writer) io.Writer { return &logWriter{w: w} }

// LogText returns a text as [NewLogWriter] writes it at the start of a line.
func LogText(text string) string {
	var sb bytes.Buffer
	_, _ = NewLogWriter(&sb).Write([]byte(text)) // a buffer takes all
	return sb.String()
}

type logWriter struct {
	w      io.Writer
	inLine bool // there is more than spaces before
	colon  bool // the line begins with one
	hashes int  // up to 2, and letters behind them
	word   bool // there are letters behind the hashes
}

func (l *logWriter) Write(text []byte) (int, error) {
	var sb bytes.Buffer
	for _, c := range text {
		if l.colon && c == ':' || l.hashes == 2 && c == '[' {
			sb.WriteString(LogMark)
		}
		l.see(c)
		sb.WriteByte(c)
	}
	if _, err := l.w.Write(sb.Bytes()); err != nil {
		return 0, err
	}
	return len(text), nil
}

// see takes the next byte.
func (l *logWriter) see(c byte) {
	l.colon = c == ':' && !l.inLine
	isLetter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	switch {
	case c == '#' && !l.word:
		l.hashes = min(l.hashes+1, 2)
	case c == '#':
		l.hashes, l.word = 1, false
	case isLetter && l.hashes == 2:
		l.word = true
	default:
		l.hashes, l.word = 0, false
	}
	switch c {
	case '\n', '\r':
		l.inLine = false
	case ' ', '\t', '\v', '\f':
	default:
		l.inLine = true
	}
}
