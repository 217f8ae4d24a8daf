package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store/atomicfile"
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
	if skill := card.SkillNamed(id); skill != nil {
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

const (
	fetchTime = time.Second // a shell waits for it
	cacheTime = 10 * time.Minute
)

// card is the card of the agent on the command line; nil where there is none, or where it cannot be read in time.
func (c *completer) card(cmd *cobra.Command, args []string) *a2aclient.Card {
	flag := command.AgentFlag{}
	flag.Value, _ = cmd.Flags().GetString("agent-card")
	ref, _, err := flag.Find(c.streams, args[:min(len(args), 1)])
	if err != nil || ref == "-" {
		return nil
	}
	path := c.cachePath(ref)
	if card := cached(path, ref); card != nil {
		return card
	}
	ctx, cancel := context.WithTimeout(cmd.Context(), fetchTime)
	defer cancel()
	card, err := command.FetchCard(ctx, c.streams, ref)
	if err != nil {
		return nil
	}
	if _, err := os.Stat(ref); err != nil { // a file is read each time
		keepCached(path, card)
	}
	return card
}

// cachePath is the file that keeps the card of an agent; "" where there is no directory for it.
func (c *completer) cachePath(ref string) string {
	dir := c.streams.Getenv("A2AFORM_HOME")
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(cache, "a2aform")
	}
	digest := sha256.Sum256([]byte(ref))
	return filepath.Join(dir, "cards", hex.EncodeToString(digest[:16])+".json")
}

// cached returns a card from the cache; nil if there is none or it has expired.
func cached(path, ref string) *a2aclient.Card {
	info, err := os.Stat(path)
	if err != nil || time.Since(info.ModTime()) > cacheTime {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }()
	card, err := a2aclient.Read(f, ref)
	if err != nil {
		return nil
	}
	return card
}

// keepCached writes a card to the cache and removes expired ones. After a failure, the next completion fetches the card again.
func keepCached(path string, card *a2aclient.Card) {
	dir := filepath.Dir(path)
	if path == "" || os.MkdirAll(dir, 0o700) != nil {
		return
	}
	old, _ := os.ReadDir(dir)
	for _, entry := range old {
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > cacheTime {
			_ = os.Remove(filepath.Join(dir, entry.Name()))
		}
	}
	_ = atomicfile.Write(path, card.Raw, 0o600)
}

// maxDepth bounds how deep objects in objects are offered.
const maxDepth = 4

// completeSettings offers the fields of a form as NAME=, and after the = the values of a field that has a list of them.
func completeSettings(card *a2aclient.Card, cmd *cobra.Command, typed string) []string {
	form := completedForm(card, cmd)
	if form == nil {
		return nil
	}
	name, _, hasValue := strings.Cut(typed, "=")
	if !hasValue {
		return completeFields(form.Root(), 0)
	}
	f := form.FindPath(name)
	if f == nil {
		return nil
	}
	return completeValues(name, f)
}

// completedForm is the form of the skill and the schema on the command line; nil where they leave more than one.
func completedForm(card *a2aclient.Card, cmd *cobra.Command) *formgen.Form {
	name, _ := cmd.Flags().GetString("schema")
	list := completeInputs(card, cmd)
	for i := range list {
		if name == "" && len(list) == 1 || name != "" && list[i].Name == safe.Text(name) {
			doc, err := schema.Load(list[i].Schema)
			if err != nil {
				return nil
			}
			return formgen.New(doc)
		}
	}
	return nil
}

// completeFields are the fields below another, objects by their own fields.
func completeFields(of *formgen.Field, depth int) (offers []string) {
	for _, f := range of.Children() {
		if f.Location().IsReadOnly() {
			continue
		}
		if below := f.Children(); len(below) > 0 && depth < maxDepth && f.Kind() == schema.Object {
			offers = append(offers, completeFields(f, depth+1)...)
			continue
		}
		offers = append(offers, described(dotted(f)+"=", safe.Text(f.Label())))
	}
	return offers
}

// dotted is how --set names a field.
func dotted(f *formgen.Field) string {
	if strings.ContainsAny(f.Pointer(), ".~") {
		return f.Pointer()
	}
	return strings.ReplaceAll(strings.TrimPrefix(f.Pointer(), "/"), "/", ".")
}

func completeValues(name string, f *formgen.Field) (offers []string) {
	for _, c := range f.Choices() {
		text := string(c.Value.Compact())
		if c.Value.Is(ojson.String) {
			text = c.Value.Text()
		}
		offers = append(offers, described(name+"="+text, c.Title))
	}
	if f.Kind() == schema.Boolean {
		offers = append(offers, name+"=true", name+"=false")
	}
	return offers
}
