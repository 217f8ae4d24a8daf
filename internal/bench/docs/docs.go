// Package docs writes what a benchmark prints into the document that shows it.
package docs

import (
	"bytes"
	"flag"
	"fmt"
	"os"
)

// Report collects what a command prints. Its zero value is not ready: see [New].
type Report struct {
	bytes.Buffer
	name string
	path *string
}

// New is the report of a command, with the flag -write for the document. Call it
// before [flag.Parse].
func New(name string) *Report {
	return &Report{name: name, path: flag.String("write", "", "also write the tables between the marks of this command in this `FILE`")}
}

// Printf adds to the report, and prints it.
func (r *Report) Printf(format string, args ...any) {
	_, _ = fmt.Fprintf(os.Stdout, format, args...)
	_, _ = fmt.Fprintf(r, format, args...)
}

// Save writes the report between <!-- NAME --> and <!-- /NAME --> of the document
// that -write names. It does nothing without the flag, and fails where the document
// does not have both marks once, in this order.
func (r *Report) Save() error {
	if *r.path == "" {
		return nil
	}
	document, err := os.ReadFile(*r.path)
	if err != nil {
		return err
	}
	text, err := replaced(document, r.name, r.Bytes())
	if err != nil {
		return fmt.Errorf("%s: %w", *r.path, err)
	}
	return os.WriteFile(*r.path, text, 0o644) //nolint:gosec,forbidigo // a document of the repository
}

// replaced is the document with a report between the marks of its name.
func replaced(document []byte, name string, report []byte) ([]byte, error) {
	begin, end := []byte("<!-- "+name+" -->\n"), []byte("<!-- /"+name+" -->\n")
	if bytes.Count(document, begin) != 1 || bytes.Count(document, end) != 1 || bytes.Index(document, begin) > bytes.Index(document, end) {
		return nil, fmt.Errorf("the marks %sand %sare not there once, in this order", begin, end)
	}
	before, rest, _ := bytes.Cut(document, begin)
	_, after, _ := bytes.Cut(rest, end)
	return bytes.Join([][]byte{before, begin, []byte("\n"), bytes.Trim(report, "\n"), []byte("\n\n"), end, after}, nil), nil
}
