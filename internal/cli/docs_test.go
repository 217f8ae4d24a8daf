package cli

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
)

// Each line of a2aform in the README and in docs names a command, flags and as many
// arguments as there are.
func TestDocumentCommandsExist(t *testing.T) {
	checked := 0
	for _, line := range DocumentLines(t) {
		for _, command := range commandsIn(line) {
			checked++
			if err := checkLine(command); err != nil {
				t.Errorf("%s: %v", command, err)
			}
		}
	}
	if checked < 50 {
		t.Errorf("only %d commands were found", checked)
	}
}

// DocumentLines are the lines of the blocks of shell in the README, the other pages at
// the top, and docs, without comments and with continued lines joined.
func DocumentLines(t *testing.T) (lines []string) {
	t.Helper()
	root := os.DirFS(filepath.Join("..", ".."))
	pages := []string{"README.md", "CONTRIBUTING.md", "SECURITY.md"}
	err := fs.WalkDir(root, "docs", func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".md") {
			pages = append(pages, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		lines = append(lines, PageLines(t, page)...)
	}
	return lines
}

// PageLines are those of one page, by its path from the top of the repository.
func PageLines(t *testing.T, page string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", page))
	if err != nil {
		t.Fatal(err)
	}
	return shellLines(string(data))
}

func TestWrongDocumentCommandsAreFound(t *testing.T) {
	for _, line := range []string{"a2aform sned x", "a2aform send x --nothing", "a2aform runs", "a2aform agents add x", "a2aform task get", "a2aform send x --timeout soon"} {
		if checkLine(line) == nil {
			t.Errorf("%s: not found", line)
		}
	}
	for _, line := range []string{"a2aform demo", "a2aform 'x y'", "a2aform send x --set a='b c' --set d=e", "a2aform runs prune --keep 1"} {
		if err := checkLine(line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// shellLines are the lines of the blocks of shell of a page.
func shellLines(page string) (lines []string) {
	inShell := false
	for line := range strings.Lines(strings.ReplaceAll(page, "\\\n", " ")) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			inShell = line == "```sh"
			continue
		}
		if inShell {
			line, _, _ = strings.Cut(line, " #")
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// commandsIn are the commands of a line that begin with a2aform, without pipes and
// redirections.
func commandsIn(line string) (commands []string) {
	for part := range strings.SplitSeq(line, " | ") {
		part, _, _ = strings.Cut(part, " > ")
		if strings.HasPrefix(part, "a2aform ") {
			commands = append(commands, strings.TrimSpace(part))
		}
	}
	return commands
}

// checkLine parses a command line without running it.
func checkLine(line string) error {
	words := shellWords(line)[1:]
	root := newRoot(&command.Streams{Getenv: func(string) string { return "" }})
	cmd, rest, err := root.Find(words)
	if err != nil {
		return err
	}
	if cmd == root && len(words) > 0 && safe.Nearest(words[0], command.Names(root)) != "" {
		return fmt.Errorf("%s is no command", words[0])
	}
	if err := cmd.ParseFlags(rest); err != nil {
		return err
	}
	if !cmd.HasParent() || !cmd.HasAvailableSubCommands() || cmd.Name() == "test" { // which runs without one
		return cmd.ValidateArgs(cmd.Flags().Args())
	}
	return fmt.Errorf("%s needs a command", cmd.CommandPath())
}

// shellWords splits a line into words, as a shell does with quotes.
func shellWords(line string) (words []string) {
	var word strings.Builder
	quote, begun := rune(0), false
	for _, c := range line + " " {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, begun = c, true
		case quote == 0 && c == ' ':
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	return words
}

// There is one skill for coding agents. It is short, leaves the flags to help, and states no requirement of the
// specification (A2ACLI_SKILL_001, A2ACLI_SKILL_002).
func TestSkillForCodingAgents(t *testing.T) {
	t.Parallel()
	var found []string
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "SKILL.md" {
			found = append(found, path)
		}
		if err == nil && d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		return err
	})
	if err != nil || len(found) != 1 {
		t.Fatalf("the skills are %v, %v", found, err)
	}
	data, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, want := range []string{"---\nname: a2aform\ndescription: ", "`a2aform help COMMAND`"} {
		if !strings.Contains(text, want) {
			t.Errorf("it has no %q", want)
		}
	}
	if n := len(strings.Fields(text)); n > 900 {
		t.Errorf("it has %d words", n)
	}
	if word := regexp.MustCompile(`\b(MUST|SHALL|SHOULD|REQUIRED)\b`).FindString(text); word != "" {
		t.Errorf("it says %s: requirements belong into the specification", word)
	}
}
