//go:build unix

package cli_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/ui/uitest"
)

// bashWords stands for the function of the package bash-completion that cobra's script calls.
const bashWords = `_get_comp_words_by_ref() { cur=${COMP_WORDS[COMP_CWORD]}; prev=${COMP_WORDS[COMP_CWORD-1]}; words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; }
PS1='ready> '; source <("$A2AFORM" completion bash); PATH=$(dirname "$A2AFORM"):$PATH
`

const fishSetup = `function fish_prompt; echo 'ready> '; end; function fish_greeting; end
"$A2AFORM" completion fish | source; set -gx PATH (dirname "$A2AFORM") $PATH
`

// A shell inserts an offer as it is, and with the next tab it runs the commands in it.
func TestCompletionRunsNothing(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ shell, flag, setup string }{
		"bash": {"bash", "--rcfile", bashWords},
		"fish": {"fish", "--init-command", fishSetup},
		"zsh":  {"zsh", "", "PS1='ready> '; autoload -U compinit; compinit -u -D; source <(\"$A2AFORM\" completion zsh); PATH=$(dirname \"$A2AFORM\"):$PATH\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shell, err := exec.LookPath(tt.shell)
			if err != nil {
				t.Skip(err)
			}
			dir := t.TempDir()
			setup := filepath.Join(dir, ".zshrc")
			if err := os.WriteFile(setup, []byte(tt.setup), 0o600); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, shell, "-i")
			switch tt.flag {
			case "--rcfile":
				cmd = exec.CommandContext(ctx, shell, tt.flag, setup, "-i")
			case "--init-command":
				cmd = exec.CommandContext(ctx, shell, "--no-config", tt.flag, tt.setup, "-i")
			}
			program := filepath.Join(dir, "bin", "a2aform")
			if err := errors.Join(os.Mkdir(filepath.Dir(program), 0o700), os.Symlink(binary, program)); err != nil {
				t.Fatal(err)
			}
			cmd.Dir = dir
			cmd.Env = []string{"HOME=" + dir, "ZDOTDIR=" + dir, "A2AFORM=" + program, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8"}
			d := uitest.Run(t, cmd, 100, 30).WaitFor("ready>")
			for i, skills := range [][]a2aSkill{
				{{"`touch${IFS}pwned`a", "A"}, {"`touch${IFS}pwned`b", "B"}},
				{{"(touch pwned)a", "A"}, {"(touch pwned)b", "B"}},
				{{"(touch pwned)", "A"}},
				{{"$(touch${IFS}pwned)", "A"}},
				{{"same", "`touch pwned`1"}, {"same", "`touch pwned`2"}},
			} {
				writeSkills(t, filepath.Join(dir, "card.json"), skills)
				done := fmt.Sprintf("done-%d", i)
				d.Type("a2aform send card.json --skill ").Send("\t", "\t", "\t", " --o", "\t", "\t", "\x15")
				d.Type("echo ''"+done).Send("\r").WaitUntil("the line after "+skills[0].ID, func(screen string) bool { return strings.Contains(screen, "\n"+done) })
			}
			writeSkills(t, filepath.Join(dir, "card.json"), []a2aSkill{{"fine-one", "A"}, {"fine-two", "B"}})
			d.Type("a2aform send card.json --skill fi").Send("\t", "\t", "\t").WaitFor("fine-one", "fine-two")
			d.Send("\x15").Type("exit").Send("\r")
			_ = d.WaitExit() // the last exit code is that of a command
			if _, err := os.Stat(filepath.Join(dir, "pwned")); !errors.Is(err, fs.ErrNotExist) {
				t.Error("the shell ran a command of the agent")
			}
		})
	}
}

// a2aSkill is a skill of a card.
type a2aSkill struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func writeSkills(t *testing.T, path string, skills []a2aSkill) {
	t.Helper()
	card, err := json.Marshal(map[string]any{"name": "G", "description": "g", "version": "1", "url": "http://127.0.0.1:1", "protocolVersion": "0.3.0", "skills": skills})
	if err == nil {
		err = os.WriteFile(path, card, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
