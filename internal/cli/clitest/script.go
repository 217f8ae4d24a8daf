// Package clitest runs scripts that call a2aform as a shell would, for the tests of the commands.
package clitest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/testscript"

	"a2aform/internal/demo"
	"a2aform/internal/ojson"
	"a2aform/ui/uitest"
)

// Run runs the scripts of a directory, which find a2aform in PATH. $AGENT is a demo agent, $NOBODY an address that refuses
// connections; "exits N COMMAND" wants an exit code.
func Run(t *testing.T, dir string) {
	t.Helper()
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		Setup:               setup,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "taskid": taskID, "agent": startAgent, "expand": expand, "isjson": isJSON, "mock": startMock, "nosecret": noSecret, "encode": encode, "whole": whole},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// duration is a time that something took, with the space around it.
var duration = regexp.MustCompile(` +\d+(\.\d+)? (µs|ms|s)\b *`)

// changing is what is another in each run of a program: addresses, directories, ids, times and durations.
var changing = []struct {
	find *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`/[^\s"']*/script-[^/\s"']+`), "$$WORK"},
	{regexp.MustCompile(`\b\d{4}-\d\d-\d\d[T ](hh:mm:ss|\d\d:\d\d(:\d\d)?)(\.\d+)?(Z|[+-]\d\d:\d\d)?`), "TIME"},
	{regexp.MustCompile(`\b\d{8}T\d{6}\.\d{3}Z-[0-9a-f]{8}\b`), "RUN"},
	{regexp.MustCompile(`\b[0-9a-f]{8}\b`), "00000000"},
	{regexp.MustCompile(`\b[0-9a-f]{32,}\b`), "HASH"},
	{regexp.MustCompile(`("(ms|p\d+ms|seconds|took|settled|firstArtifact|firstEvent)"): ?[0-9.]+`), "$1: 0"},
	{regexp.MustCompile(`\btime="[0-9.]+"`), `time="0"`},
}

// whole is the command "whole NAME FILE": it calls a2aform with the arguments of each line of a file, and compares all that these calls
// write, and their exit codes, with testdata/golden/NAME.txt. What is another in each run is masked.
func whole(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: whole NAME FILE")
	}
	var all strings.Builder
	for line := range strings.Lines(ts.ReadFile(args[1])) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		words, err := shellwords(variable.ReplaceAllStringFunc(line, func(name string) string { return ts.Getenv(name[1:]) }))
		ts.Check(err)
		fmt.Fprintf(&all, "$ a2aform %s\n", line)
		err = ts.Exec("a2aform", words...)
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			ts.Check(err)
		}
		if exit != nil {
			fmt.Fprintf(&all, "exit code %d\n", exit.ExitCode())
		}
		all.WriteString(ts.ReadFile("stdout"))
		for said := range strings.Lines(ts.ReadFile("stderr")) {
			all.WriteString("! " + said)
		}
		all.WriteString("\n")
	}
	ts.Check(ts.Exec("a2aform", "version"))
	if version, isNamed := strings.CutPrefix(strings.TrimSpace(ts.ReadFile("stdout")), "a2aform "); isNamed { // that of the checkout
		text := strings.NewReplacer("a2aform/"+version, "a2aform", version, "devel").Replace(all.String())
		all.Reset()
		all.WriteString(text)
	}
	text := uitest.Mask(duration.ReplaceAllString(strings.ReplaceAll(all.String(), ts.MkAbs("."), "$WORK"), " n s "))
	for _, m := range changing {
		text = m.find.ReplaceAllString(text, m.with)
	}
	if fault := uitest.CompareText(args[0], text); fault != "" {
		ts.Fatalf("%s", fault)
	}
}

// shellwords are the words of a line, with single quotes around what holds spaces.
func shellwords(line string) (words []string, err error) {
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		var word strings.Builder
		for line != "" && line[0] != ' ' {
			if line[0] != '\'' {
				word.WriteByte(line[0])
				line = line[1:]
				continue
			}
			quoted, rest, isClosed := strings.Cut(line[1:], "'")
			if !isClosed {
				return nil, fmt.Errorf("a quote has no end: %s", line)
			}
			word.WriteString(quoted)
			line = rest
		}
		words = append(words, word.String())
	}
	return words, nil
}

// taskID sets TASK to the task that the last command named for an answer.
func taskID(ts *testscript.TestScript, neg bool, args []string) {
	found := regexp.MustCompile(`task answer \S+ (\S+)`).FindStringSubmatch(ts.ReadFile("stderr"))
	if neg || len(args) > 0 || found == nil {
		ts.Fatalf("no task was named")
	}
	ts.Setenv("TASK", found[1])
}

var variable = regexp.MustCompile(`\$[A-Z]+`)

// expand is the command "expand FILE...": it puts the values of variables into files.
func expand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: expand FILE...")
	}
	for _, file := range args {
		ts.Check(os.WriteFile(ts.MkAbs(file), variable.ReplaceAllFunc([]byte(ts.ReadFile(file)), func(name []byte) []byte { return []byte(ts.Getenv(string(name[1:]))) }), 0o600))
	}
}

// noSecret is the command "nosecret DIR TEXT": no file below the directory contains the text.
func noSecret(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: nosecret DIR TEXT")
	}
	files := 0
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		data, err := os.ReadFile(path)
		if err == nil && bytes.Contains(data, []byte(args[1])) {
			err = fmt.Errorf("%s holds %s", path, args[1])
		}
		return err
	}))
	if files == 0 {
		ts.Fatalf("there is no file in %s", args[0])
	}
}

// isJSON is the command "isjson FILE": the file, or the standard output of the last command, is one JSON value, or with "lines" one a line.
func isJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 || len(args) > 2 {
		ts.Fatalf("usage: isjson FILE [lines]")
	}
	values := []string{ts.ReadFile(args[0])}
	if len(args) == 2 {
		values = strings.Split(strings.TrimSuffix(values[0], "\n"), "\n")
	}
	for _, v := range values {
		if !json.Valid([]byte(v)) {
			ts.Fatalf("%s is not JSON: %s", args[0], v)
		}
	}
}

// startMock is the command "mock NAME ARGUMENT...": it runs a2aform mock until the script ends, and sets NAME to its address. What
// it writes to standard error goes to NAME.log.
func startMock(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: mock NAME ARGUMENT...")
	}
	cmd := exec.Command("a2aform", append([]string{"mock"}, args[1:]...)...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = []string{"A2AFORM_HOME=" + ts.Getenv("A2AFORM_HOME"), "HOME=" + ts.Getenv("HOME"), "MOCK_TOKEN=" + ts.Getenv("MOCK_TOKEN")}
	log, err := os.Create(ts.MkAbs(args[0] + ".log"))
	ts.Check(err)
	cmd.Stderr = log
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(func() { _, _, _ = cmd.Process.Kill(), cmd.Wait(), log.Close() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		ts.Fatalf("the mock did not start: %s", ts.ReadFile(args[0]+".log"))
	}
	ts.Setenv(args[0], strings.TrimSpace(line))
}

func setup(env *testscript.Env) error {
	server, err := demo.Start(context.Background(), "", demo.Options{Pace: time.Millisecond})
	if err != nil {
		return err
	}
	env.Defer(func() { _ = server.Close() })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	// The near end of a connection that stays open: no program can listen there.
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		return errors.Join(err, l.Close())
	}
	env.Defer(func() { _, _ = conn.Close(), l.Close() })
	env.Setenv("AGENT", server.URL)
	env.Setenv("NOBODY", "http://"+conn.LocalAddr().String())
	env.Setenv("A2AFORM_HOME", filepath.Join(env.WorkDir, "home"))
	return nil
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	switch {
	case err == nil && want == 0:
	case errors.As(err, &exit) && exit.ExitCode() == want:
	default:
		ts.Fatalf("ended with %v, want exit code %d", err, want)
	}
}

// encode is the command "encode ENCODING FILE…": it writes files that are in any encoding with a byte order mark in another one.
func encode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("encode utf-8|utf-16le|utf-16be FILE…")
	}
	for _, name := range args[1:] {
		text := ojson.Text([]byte(ts.ReadFile(name)))
		var data []byte
		for _, unit := range utf16.Encode([]rune("\ufeff" + string(text))) {
			if args[0] == "utf-16le" {
				data = append(data, byte(unit), byte(unit>>8))
			} else {
				data = append(data, byte(unit>>8), byte(unit))
			}
		}
		if args[0] == "utf-8" {
			data = append([]byte(ojson.ByteOrderMark), text...)
		}
		ts.Check(os.WriteFile(ts.MkAbs(name), data, 0o600))
	}
}
