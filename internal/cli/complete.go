package cli

import (
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
)

// addCompletions adds completions to a command and those below it.
func addCompletions(s *command.Streams, cmd *cobra.Command) {
	c := &completer{streams: s}
	flags := cmd.Flags()
	if flags.Lookup("agent-card") != nil {
		schemas := completeSchemas
		if flags.Lookup("skill") == nil {
			schemas = allSchemas
		}
		for name, offer := range map[string]func(*a2aclient.Card, *cobra.Command, string) []string{
			"skill": completeSkills, "schema": schemas, "set": completeSettings,
		} {
			if flags.Lookup(name) != nil {
				registerCompletion(cmd, name, c.fromCard(offer))
			}
		}
	}
	for _, name := range []string{"output", "fail-on", "record"} {
		if f := flags.Lookup(name); f != nil {
			registerCompletion(cmd, name, fixedCompletion(completeWords(f.Usage)))
		}
	}
	for _, sub := range cmd.Commands() {
		addCompletions(s, sub)
	}
}

// asksForOffers reports whether a shell asks what could complete a command line.
func asksForOffers(args []string) bool {
	return len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
}

// insertable are the texts that mean themselves in bash, zsh, fish and PowerShell without quotation marks.
var insertable = regexp.MustCompile(`^[-A-Za-z0-9_./:@%+,=]+$`)

// writeOffers writes the offers of cobra for a shell, and leaves out those that are not [insertable]: bash and fish insert an offer as
// it is, and run what is in its `...` or $(...) with the next tab. An offer is there once, because bash inserts the common start of
// two equal ones and of their descriptions.
func writeOffers(w io.Writer, offers string) error {
	var text strings.Builder
	seen := map[string]bool{}
	for line := range strings.Lines(offers) {
		offer, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if insertable.MatchString(offer) && !seen[offer] {
			text.WriteString(line)
		}
		seen[offer] = true
	}
	_, err := io.WriteString(w, text.String())
	return err
}

type completion = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective)

func registerCompletion(cmd *cobra.Command, flag string, offer completion) {
	_ = cmd.RegisterFlagCompletionFunc(flag, offer) // fails only for a flag that has a completion, which stays
}

var (
	listed  = regexp.MustCompile("`(?:FORMAT|LIST|ATTEMPTS)`[^:]*: (.*)")
	formats = []string{"text", "json", "jsonl", "csv", "tsv", "md", "html", "curl", "http", "run"}
)

// completeWords are the words that the usage of a flag lists behind its name, such as "print as `FORMAT`: text or json". Of formats, the
// usage has more to say.
func completeWords(usage string) (list []string) {
	found := listed.FindStringSubmatch(usage)
	if found == nil {
		return nil
	}
	for _, word := range strings.FieldsFunc(found[1], func(r rune) bool { return strings.ContainsRune(" ,;:", r) }) {
		isFormat := !strings.Contains(usage, "`FORMAT`") || slices.Contains(formats, word)
		if isFormat && word != "or" && !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return list
}

func fixedCompletion(list []string) completion {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndex(typed, ",")+1] // of a list
		var offers []string
		for _, word := range list {
			if !slices.Contains(strings.Split(before, ","), word) {
				offers = append(offers, before+word)
			}
		}
		return offers, cobra.ShellCompDirectiveNoFileComp
	}
}

type completer struct{ streams *command.Streams }

// fromCard offers what the card of the agent on the command line has.
func (c *completer) fromCard(offer func(*a2aclient.Card, *cobra.Command, string) []string) completion {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		card := c.card(cmd, args)
		if card == nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		directive := cobra.ShellCompDirectiveNoFileComp
		offers := offer(card, cmd, typed)
		if slices.ContainsFunc(offers, func(o string) bool { return strings.HasSuffix(o, "=") || strings.Contains(o, "=\t") }) {
			directive |= cobra.ShellCompDirectiveNoSpace
		}
		return offers, directive
	}
}

// described is an offer with its description.
func described(name string, about safe.Raw) string {
	if about.IsEmpty() {
		return name
	}
	return name + "\t" + about.Line(80).String()
}

func completeSkills(card *a2aclient.Card, _ *cobra.Command, _ string) (offers []string) {
	for _, s := range card.Skills {
		offers = append(offers, described(s.ID.Line(200).String(), s.Name))
	}
	return offers
}

// completeInputs are the forms of the skill that --skill names, or of the agent itself.
func completeInputs(card *a2aclient.Card, cmd *cobra.Command) []a2aclient.Input {
	id, _ := cmd.Flags().GetString("skill")
	if id == "" {
		return card.Inputs
	}
	if skill := card.Skill(id); skill != nil {
		return skill.Inputs
	}
	return nil
}

func completeSchemas(card *a2aclient.Card, cmd *cobra.Command, _ string) (offers []string) {
	for _, in := range completeInputs(card, cmd) {
		offers = append(offers, in.Name.Line(200).String())
	}
	return offers
}

// allSchemas are the skills of the card that have a schema, and the names of its schemas.
func allSchemas(card *a2aclient.Card, _ *cobra.Command, _ string) (offers []string) {
	for _, s := range card.Skills {
		if len(s.Inputs) > 0 {
			offers = append(offers, described(s.ID.Line(200).String(), s.Name))
		}
	}
	for _, known := range card.Schemas {
		offers = append(offers, known.Name.Line(200).String())
	}
	return offers
}
