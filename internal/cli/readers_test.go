//go:build unix

package cli_test

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// attacks are texts of an agent that a second program could take for more than text.
var attacks = []string{
	"`touch pwned`;$(touch pwned)|&'\"\\ !x",
	"(touch pwned)",
	"x ##vso[task.prependpath]/tmp",
	"::add-mask::x",
	"##[error]x ##teamcity[x]",
	"<img src=x> ![x](http://x) <!-- ]]>",
	"# Outcome: passed",
	"a\u202eb\u200bc\x1b[2Jd",
	"one\ntwo\n::three::\n| x | y |\n\n# four",
	"../../x/.bash_profile",
}

// commandOfLog is what a runner of CI jobs takes for a command.
var commandOfLog = regexp.MustCompile(`##[a-zA-Z]*\[|(?m)^[ \t]*::`)

// Each text of an agent is text for each program that reads what a2aform writes.
func TestEveryReaderGetsText(t *testing.T) {
	t.Parallel()
	for name, check := range map[string]func(t *testing.T, attack string, output func(args ...string) string){
		"log of a CI job": func(t *testing.T, _ string, output func(args ...string) string) {
			if found := commandOfLog.FindString(output("show", "words.json")); found != "" {
				t.Errorf("%q", found)
			}
		},
		"Markdown": func(t *testing.T, _ string, output func(args ...string) string) {
			source := []byte(output("show", "words.json", "-o", "md"))
			tree := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
			_ = ast.Walk(tree, func(n ast.Node, _ bool) (ast.WalkStatus, error) {
				k := n.Kind()
				isBreak := k == ast.KindRawHTML && string(n.(*ast.RawHTML).Segments.Value(source)) == "<br>"
				if (k == ast.KindImage || k == ast.KindRawHTML || k == ast.KindHTMLBlock || k == ast.KindHeading) && !isBreak {
					t.Errorf("%s in\n%s", k, source)
				}
				return ast.WalkContinue, nil
			})
		},
		"CSV": func(t *testing.T, attack string, output func(args ...string) string) {
			rows, err := csv.NewReader(strings.NewReader(output("show", "words.json", "-o", "csv"))).ReadAll()
			if err != nil || len(rows) != 2 || rows[1][0] != strings.ReplaceAll(attack, "\x1b", "␛") {
				t.Errorf("%q, %v", rows, err)
			}
		},
		"HTML": func(t *testing.T, _ string, output func(args ...string) string) {
			if page := output("show", "words.json", "-o", "html"); strings.Contains(page, "<img") || strings.Contains(page, "<!-- ]]>") {
				t.Error(page)
			}
		},
		"JUnit": func(t *testing.T, _ string, output func(args ...string) string) {
			d, cases := xml.NewDecoder(strings.NewReader(output("test", "-a", "demo", "case.toml", "--report", "junit=-"))), 0
			for {
				token, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				if e, ok := token.(xml.StartElement); ok && e.Name.Local == "testcase" {
					cases++
				} else if ok && e.Name.Local == "img" {
					t.Error("there is an element img")
				}
			}
			if cases != 1 {
				t.Errorf("%d test cases", cases)
			}
		},
		"completion": func(t *testing.T, _ string, output func(args ...string) string) {
			offers := regexp.MustCompile(`^([\w./:@%+,=-]*(\t[^\n]*)?\n)*$`)
			if out := output("__complete", "send", "card.json", "--skill", ""); !offers.MatchString(strings.Split(out, "Completion ended")[0]) || !strings.Contains(out, "fine") {
				t.Errorf("%q", out)
			}
		},
		"file name": func(t *testing.T, attack string, _ func(args ...string) string) {
			if name := safe.FileName(safe.Text(attack), "file", ""); filepath.Base(name) != name || strings.HasPrefix(name, ".") || strings.ContainsAny(name, "`$;|&<>\n\x1b\u202e") {
				t.Errorf("%q", name)
			}
		},
		"shells": func(t *testing.T, attack string, _ func(args ...string) string) {
			for _, shell := range []string{"sh", "bash", "dash", "zsh"} {
				if _, err := exec.LookPath(shell); err != nil {
					continue
				}
				cmd := exec.Command(shell, "-c", "set -- "+run.ShellWord(attack)+"; echo $#; ls")
				cmd.Dir = t.TempDir()
				if out, err := cmd.CombinedOutput(); err != nil || string(out) != "1\n" {
					t.Errorf("%s: %q, %v", shell, out, err)
				}
			}
		},
	} {
		for i, attack := range attacks {
			t.Run(fmt.Sprint(name, "/", i), func(t *testing.T) {
				t.Parallel()
				check(t, attack, programWith(t, attack))
			})
		}
	}
}

// programWith runs the program beside files with the text of an agent: a result, a case and a card.
func programWith(t *testing.T, attack string) func(args ...string) string {
	dir := t.TempDir()
	words, err := json.Marshal(map[string]string{"a": attack, "b": "x"})
	if err != nil {
		t.Fatal(err)
	}
	suite := fmt.Sprintf("version = 1\nname = %s\nskill = \"small-talk\"\n[input]\ntext = \"hello\"\n[expect]\nstate = \"failed\"\n", words[len(`{"a":`):len(words)-len(`,"b":"x"}`)])
	for name, data := range map[string]string{"words.json": string(words), "case.toml": suite} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	writeSkills(t, filepath.Join(dir, "card.json"), []a2aSkill{{attack, "A"}, {"fine-" + strconv.Itoa(len(attack)), attack}})
	return func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), binary, args...)
		cmd.Dir, cmd.Env = dir, []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8"}
		out, err := cmd.Output()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) || len(out) == 0 {
			t.Fatalf("%q: %v, %s", args, err, out)
		}
		return string(out)
	}
}
