// Command docs runs other commands of this module and writes what each prints into a
// document, between the marks <!-- NAME --> and <!-- /NAME -->:
//
//	go run ./docs ../../docs/BENCHMARKS.md start send
//
// Arguments of a command follow its name behind colons: tables:-runs=3.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

func main() {
	if len(os.Args) < 3 {
		_, _ = fmt.Fprintln(os.Stderr, "usage: docs DOCUMENT COMMAND[:FLAG …] …")
		os.Exit(2)
	}
	for _, command := range os.Args[2:] {
		if err := write(os.Args[1], strings.Split(command, ":")); err != nil {
			_, _ = fmt.Fprintf(os.Stderr, "docs: %s: %v\n", command, err)
			os.Exit(1)
		}
	}
}

// write runs a command and writes what it prints into the document, unless it fails.
func write(path string, command []string) error {
	document, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var report bytes.Buffer
	cmd := exec.Command("go", append([]string{"run", "./" + command[0]}, command[1:]...)...) //nolint:gosec // commands of this module
	cmd.Stdout, cmd.Stderr = io.MultiWriter(&report, os.Stdout), os.Stderr
	if err := cmd.Run(); err != nil {
		return err
	}
	text, err := replaced(document, command[0], report.Bytes())
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644) //nolint:gosec,forbidigo // a document of the repository
}

// replaced is the document with a report between the marks of its name. It fails where the
// document does not have both marks once, in this order.
func replaced(document []byte, name string, report []byte) ([]byte, error) {
	begin, end := []byte("<!-- "+name+" -->\n"), []byte("<!-- /"+name+" -->\n")
	if bytes.Count(document, begin) != 1 || bytes.Count(document, end) != 1 || bytes.Index(document, begin) > bytes.Index(document, end) {
		return nil, fmt.Errorf("the marks %sand %sare not there once, in this order", begin, end)
	}
	report = bytes.Trim(report, "\n")
	if len(report) == 0 {
		return nil, errors.New("it printed nothing")
	}
	before, rest, _ := bytes.Cut(document, begin)
	_, after, _ := bytes.Cut(rest, end)
	return bytes.Join([][]byte{before, begin, []byte("\n"), report, []byte("\n\n"), end, after}, nil), nil
}
