package a2aclient_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
	"a2aform/ui/uitest"
)

// TestCardsAreDescribed compares all that is read of published and recorded cards, and of cards in examples, with golden files.
func TestCardsAreDescribed(t *testing.T) {
	t.Parallel()
	for _, group := range []string{"third_party/cards", "wire", "public"} {
		t.Run(group, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			for i, path := range filesOf(t, filepath.Join("..", "testdata", filepath.FromSlash(group))) {
				if group == "third_party/cards" && i%3 > 0 { // the others say nothing new
					continue
				}
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				for name, card := range cardsIn(t, path, data) {
					describe(&b, name, card)
				}
			}
			uitest.Text(t, "cards-"+strings.ReplaceAll(group, "/", "-"), b.String())
		})
	}
}

func filesOf(t *testing.T, dir string) (all []string) {
	t.Helper()
	for _, ext := range []string{"*.json", "*.txtar"} {
		found, err := filepath.Glob(filepath.Join(dir, ext))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	if len(all) == 0 {
		t.Fatalf("no cards in %s", dir)
	}
	return all
}

// cardsIn are the cards of a file: the file, what a recorded agent has, or the files of an archive.
func cardsIn(t *testing.T, path string, data []byte) func(yield func(string, []byte) bool) {
	t.Helper()
	return func(yield func(string, []byte) bool) {
		name := filepath.Base(path)
		if filepath.Ext(path) == ".txtar" {
			for _, file := range strings.Split(string(data), "\n-- ")[1:] {
				inside, text, _ := strings.Cut(file, " --\n")
				if strings.HasSuffix(inside, ".json") && !yield(name+" "+inside, []byte(text)) {
					return
				}
			}
			return
		}
		var agent struct{ Card json.RawMessage }
		if err := json.Unmarshal(data, &agent); err == nil && agent.Card != nil {
			data = []byte(strings.ReplaceAll(string(agent.Card), "{URL}", "http://localhost:1"))
		}
		yield(name, data)
	}
}

func describe(b *strings.Builder, name string, data []byte) {
	fmt.Fprintf(b, "== %s\n", name)
	card, err := a2aclient.Parse(data, "https://example.com/.well-known/agent-card.json")
	if err != nil {
		fmt.Fprintf(b, "%s\n\n", err)
		return
	}
	shown := *card
	shown.Raw, shown.Schemas = nil, nil
	b.WriteString(uitest.Dump(shown))
	for _, s := range card.Schemas {
		fmt.Fprintf(b, "schema %q of %d bytes\n", s.Name.Exact(), len(s.Schema))
	}
	fmt.Fprintf(b, "files %t, png %t\n", card.TakesFiles(), card.TakesFile(nil, "image/png"))
	none, err := auth.NewCredentialSet(safe.Text("https://example.com"))
	fmt.Fprintf(b, "no credentials: %v\n", err)
	fmt.Fprintf(b, "asked %q, missing %d\n", card.Asked(card.Requirements), len(card.Missing(none, nil)))
	fmt.Fprintf(b, "no skill: %s\n", card.NoSkill("skil"))
	for i := range card.Skills {
		s := &card.Skills[i]
		fmt.Fprintf(b, "skill %q files %t, png %t, answers in %d modes\n", s.ID.Exact(), s.TakesFiles(), card.TakesFile(s, "image/png"), len(s.OutputModes()))
		for j := range s.Inputs {
			fmt.Fprintf(b, "  form %d noted %t, as text %q\n", j, s.Inputs[j].IsNoted(), s.Inputs[j].Text([]byte(`{"city":"Rome"}`)))
		}
	}
	for _, version := range []string{"0.3", "1.0"} {
		problems, err := a2aclient.ValidateCard(data, version)
		fmt.Fprintf(b, "as %s: %d problems, %v\n", version, len(problems), err)
	}
	agent, err := card.Dial()
	if err != nil {
		fmt.Fprintf(b, "dial: %s\n\n", err)
		return
	}
	defer agent.Close()
	describeAgent(b, agent)
}

// describeAgent is how an agent is spoken to, and each of its messages.
func describeAgent(b *strings.Builder, agent *a2aclient.Agent) {
	fmt.Fprintf(b, "dialed %s", uitest.Dump(agent.Interface()))
	card, target, differ := agent.OtherServer()
	fmt.Fprintf(b, "choice %q, notice %q, streams %t, answer schema %t, missing %q\n", agent.Choice(), agent.Notice(), agent.Streams(), agent.CarriesAnswerSchema(), uitest.Dump(agent.Missing()))
	fmt.Fprintf(b, "from %q to %q: %t\n", card, target, differ)
	if card, target, differ = agent.OtherEndpoint(); differ {
		fmt.Fprintf(b, "endpoint from %q to %q\n", card, target)
	}
	preview := func(what string, r *a2aclient.Request) {
		r.MessageID = "message-1"
		p, err := agent.Preview(r)
		fmt.Fprintf(b, "%s: %v\n%s", what, err, uitest.Mask(uitest.Dump(p)))
	}
	preview("a text", &a2aclient.Request{Text: "Hello"})
	for i := range agent.Card().Skills {
		s := &agent.Card().Skills[i]
		for j := range s.Inputs {
			preview(s.ID.Exact(), &a2aclient.Request{SkillID: s.ID.Exact(), Tag: s.Inputs[j].Tag, Data: []byte(`{"city":"Rome"}`)})
		}
	}
	b.WriteString("\n")
}
