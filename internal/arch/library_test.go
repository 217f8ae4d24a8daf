//go:build unix

package arch

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"a2aform/internal/safego"
)

// The program of the page on forms in programs of others builds in a module of its own by the commands of the page, shows a form,
// and prints what was submitted; the second one compiles. Only modules that a2aform itself needs are used, so no network is.
func TestLibraryPage(t *testing.T) {
	if testing.Short() {
		t.Skip("it links a program")
	}
	page, top := read(t, "docs/guide/library.md"), t.TempDir()
	here, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(top, "orders")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(here, filepath.Join(top, "a2aform")); err != nil {
		t.Fatal(err)
	}
	program, sums := blocks(page, "go"), read(t, "go.sum")
	if len(program) != 2 || !strings.Contains(read(t, "formgen/huhform/doc.go"), strings.ReplaceAll(commented(program[0]), "//\t\n", "//\n")) {
		t.Errorf("the program of the page is not that of the comment of formgen/huhform")
	}
	embedding := read(t, "formgen/huhform/example_embed_test.go")
	for from, to := range map[string]string{"package huhform_test": "package main", "// A program that shows a form beside other things.\nfunc ExampleModel()": "func main()"} {
		embedding = strings.Replace(embedding, from, to, 1)
	}
	if program[1] != embedding {
		t.Error("the second program of the page is not formgen/huhform/example_embed_test.go")
	}
	if err := os.Mkdir(filepath.Join(dir, "shop"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"main.go": program[0], "shop/main.go": program[1], "go.sum": sums} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOPROXY=off", "GOSUMDB=off", "GOWORK=off", "TERM=xterm-256color")
	ran := false
	for _, block := range blocks(page, "sh") {
		for line := range strings.Lines(block) {
			// tidy also wants what tests of others import: -e goes on where a machine has never loaded that.
			cmd := exec.CommandContext(t.Context(), "sh", "-c", strings.Replace(line, "go mod tidy", "go mod tidy -e", 1))
			cmd.Dir, cmd.Env = dir, env
			if name, ok := strings.CutPrefix(line, "go doc a2aform/"); ok { // with modules it lists all of the graph, which needs the network once
				cmd = exec.CommandContext(t.Context(), "go", "doc", "./"+strings.TrimSpace(name))
				cmd.Dir, cmd.Env = here, append(os.Environ(), "GO111MODULE=off", "GOFLAGS=")
			}
			if line == "go run .\n" {
				ran = true
				orders(t, cmd)
				continue
			}
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", line, err, out)
			}
		}
	}
	build := exec.CommandContext(t.Context(), "go", "vet", "./shop")
	build.Dir, build.Env = dir, env
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("the second program of the page: %v\n%s", err, out)
	}
	if !ran {
		t.Error("the page does not run its program")
	}
}

// orders fills in the form of a program on a terminal.
func orders(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = terminal.Close() }()
	output := make(chan []byte)
	safego.Go(func() {
		defer close(output)
		for {
			chunk := make([]byte, 4096)
			n, err := terminal.Read(chunk)
			if err != nil {
				return // a terminal whose program has ended
			}
			output <- chunk[:n]
		}
	})
	var all bytes.Buffer
	wait := func(text string) {
		deadline := time.After(5 * time.Minute) // it may have to compile all
		for !strings.Contains(all.String(), text) {
			select {
			case chunk, ok := <-output:
				if !ok {
					t.Fatalf("%q does not come:\n%q", text, all.String())
				}
				all.Write(chunk)
			case <-deadline:
				t.Fatalf("%q does not come:\n%q", text, all.String())
			}
		}
	}
	wait("[ Submit ]")
	if _, err := io.WriteString(terminal, "Vase\t3\x13"); err != nil { // tab and ctrl+s
		t.Fatal(err)
	}
	wait(`{"item":"Vase","quantity":3,"wrapping":"paper"}`)
	for range output {
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// blocks are the blocks of code in a language on a page.
func blocks(page, language string) (all []string) {
	for _, m := range regexp.MustCompile("(?s)\n```"+language+"\n(.*?)```\n").FindAllStringSubmatch(page, -1) {
		all = append(all, m[1])
	}
	return all
}

// commented is code as it stands in a comment.
func commented(code string) string {
	return "//\t" + strings.Join(strings.Split(strings.TrimSuffix(code, "\n"), "\n"), "\n//\t") + "\n"
}
