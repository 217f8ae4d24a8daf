package cli

import (
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"a2aform/internal/cli/command"
)

// Whatever flag gets a value of the wrong kind, of whatever command: what is said
// names the flag and what to write, in our words.
func TestFlagErrorSaysWhatToWrite(t *testing.T) {
	foreign := regexp.MustCompile(`strconv|parsing|time:|invalid|parse error|syntax`)
	seen := map[string]bool{}
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			value := map[string]string{"stringSlice": `a"b`}[f.Value.Type()]
			if value == "" {
				value = "x"
			}
			if f.Value.Type() == "string" || f.Value.Type() == "stringArray" {
				return // any text is one
			}
			seen[f.Value.Type()] = true
			args := append(strings.Fields(cmd.CommandPath())[1:], "--"+f.Name+"="+value)
			_, errOut, code := shell(t, t.TempDir(), "", args...)
			if code != command.ExitUsage || !strings.Contains(errOut, "--"+f.Name+" "+value+": use ") || foreign.MatchString(strings.ReplaceAll(errOut, "--"+f.Name, "")) {
				t.Errorf("%v: %d\n%s", args, code, errOut)
			}
		})
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(newRoot(&command.Streams{Getenv: func(string) string { return "" }}))
	for kind := range command.WantedValues {
		if !seen[kind] {
			t.Errorf("no flag is a %s any more", kind)
		}
	}
}

func TestFlagErrorMessages(t *testing.T) {
	for args, want := range map[string]string{
		"runs list --limit 1.5":                        "--limit 1.5: use a whole number (see a2aform runs list --help)",
		"runs list --limit 99999999999999999999":       "--limit 99999999999999999999: it is too large",
		"runs prune --keep ten":                        "--keep ten: use a whole number",
		"send x --timeout 5":                           "--timeout 5: write a unit, such as 5s",
		"send x --timeout soon":                        "--timeout soon: use a time with its unit, such as 30s or 5m",
		"runs replay last --speed fast":                "--speed fast: use a number, such as 4 or 0.5",
		"send x --skil y":                              "unknown flag: --skil; did you mean --skill? (see a2aform send --help)",
		"present --form-run last":                      "unknown flag: --form-run; did you mean --from-run? (see a2aform present --help)",
		"--themes dark":                                "unknown flag: --themes; did you mean --theme? (see a2aform --help)",
		"send x --format csv":                          "unknown flag: --format; did you mean --output? (see a2aform send --help)",
		"send x --body {}":                             "unknown flag: --body; did you mean --data? (see a2aform send --help)",
		"runs list --format json":                      "unknown flag: --format; did you mean --output? (see a2aform runs list --help)",
		"runs prune --format json":                     "unknown flag: --format (see a2aform runs prune --help)",
		"runs list --bogus":                            "unknown flag: --bogus (see a2aform runs list --help)",
		"task list http://127.0.0.1:1 --page-size 0":   "--page-size goes from 1 to 100",
		"task list http://127.0.0.1:1 --page-size 101": "--page-size goes from 1 to 100",
		"runs replay last --speed 2 --step":            "--speed and --step do not go together",
		"runs bogus":                                   "bogus is not a command of runs: delete, diff, export, list, note, prune, replay, report or show (see a2aform runs --help)",
		"config bogus":                                 "bogus is not a command of config: keys, limits, path, schema or show",
		"agents bogus x":                               "bogus is not a command of agents: add, list, remove, schema or trust",
		"auth bogus":                                   "bogus is not a command of auth: list, login or logout",
		"task bogus":                                   "bogus is not a command of task: answer, cancel, get, list, push-config, subscribe or wait",
		"completion bogus":                             "bogus is not a command of completion: bash, fish, powershell or zsh",
		"runs list bogus":                              "write it as a2aform runs list; 1 argument was given",
	} {
		if _, errOut, code := shell(t, t.TempDir(), "", strings.Fields(args)...); code != command.ExitUsage || !strings.Contains(errOut, want) {
			t.Errorf("%s: %d\n%swant %s", args, code, errOut, want)
		}
	}
}
