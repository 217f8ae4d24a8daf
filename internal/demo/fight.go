package demo

import (
	"fmt"
	"hash/fnv"
	"strings"

	"a2aform/internal/demo/server"
)

// contest is the seed's fightComparison.
type contest struct {
	A string `json:"a"`
	B string `json:"b"`
}

// verdict is the seed's fightResponse.
type verdict struct {
	Winner      string      `json:"winner"`
	Probability jsonDecimal `json:"probability"`
	Explanation string      `json:"explanation"`
}

func (c contest) question() string {
	return fmt.Sprintf("Who would win in a fight between %s and %s?", c.A, c.B)
}

// famous are the fights that everybody asks about; the names are in lower case, the winner first.
var famous = []struct {
	winner, loser string
	percent       int64
	why           string
}{
	{"tiger", "lion", 65, "Tigers are generally larger and heavier than lions, with stronger muscle mass and more powerful forelimbs. In a one-on-one encounter, a tiger's solitary hunting habits also give it an advantage in terms of stealth and strength."},
	{"batman", "superman", 51, "Superman can move planets; Batman had a week to prepare, a grudge, and a green stone in a lead box."},
	{"godzilla", "king kong", 72, "Kong has thumbs. Godzilla has atomic breath. Thumbs have never been tested against atomic breath for long."},
	{"1 horse sized duck", "100 duck sized horses", 58, "A hundred tiny horses cannot agree on a leader. One enormous duck does not need to."},
	{"rust", "c++", 50, "Both contestants claim to have won, and neither has finished compiling."},
	{"vim", "emacs", 53, "Emacs had the better plan, but Vim was already in the building and nobody could get it to leave."},
}

var reasons = []string{
	"%s has longer reach, shorter patience and nothing to lose; %s had dinner plans.",
	"%s read the rules. %s did not know there were any.",
	"The crowd loves an underdog, but %s brought snacks for the whole jury, and %s brought none.",
	"%s trains every morning. %s has been meaning to.",
	"On paper they are equal. On grass, %s keeps its footing and %s does not.",
}

// decide finds the winner. The same two contestants, in either order and any case, always fight the same way.
func (c contest) decide() verdict {
	a, b := strings.ToLower(strings.TrimSpace(c.A)), strings.ToLower(strings.TrimSpace(c.B))
	if a == b {
		return verdict{c.A, decimal(50, 100), fmt.Sprintf("%s against itself: a fair fight, and a long one.", c.A)}
	}
	for _, f := range famous {
		switch {
		case f.winner == a && f.loser == b:
			return verdict{c.A, decimal(f.percent, 100), f.why}
		case f.winner == b && f.loser == a:
			return verdict{c.B, decimal(f.percent, 100), f.why}
		}
	}
	h := chance(min(a, b), max(a, b))
	winner, loser := c.A, c.B
	if (h%2 == 0) == (a < b) {
		winner, loser = c.B, c.A
	}
	return verdict{
		winner, decimal(int64(51+h/2%47), 100),
		fmt.Sprintf(reasons[h/97%len(reasons)], winner, loser),
	}
}

// fight runs the comparison: as data when it was asked in data, in words when it was asked in words.
func (r *run) fight(c contest, inWords bool) {
	r.Say(fmt.Sprintf("Weighing %s against %s…", c.A, c.B))
	r.Say("Asking the referee…")
	v := c.decide()
	result := server.TaggedPart(schemaFightResponse, v)
	if inWords {
		result = server.TextPart(fmt.Sprintf("%s wins with a probability of %s. %s", v.Winner, v.Probability, v.Explanation))
	}
	r.Add(server.Event{Artifact: &server.Artifact{ID: "fight-result", Name: "Fight result", Parts: []server.Part{result}}, LastChunk: true})
	r.Complete("")
}

// contestIn finds "A vs B" in a text.
func contestIn(text string) (contest, bool) {
	for _, versus := range []string{" vs. ", " vs ", " versus ", " against "} {
		i := strings.Index(strings.ToLower(text), versus)
		if i <= 0 || i+len(versus) > len(text) {
			continue
		}
		c := contest{trimName(text[:i]), trimName(text[i+len(versus):])}
		return c, c.A != "" && c.B != "" && len(text) <= 200
	}
	return contest{}, false
}

func trimName(s string) string { return strings.Trim(s, " \t\r\n.?!\"'") }

// chance is the dice of the agent: one number, not negative, for the same words, always.
func chance(words ...string) int {
	h := fnv.New32a()
	for _, w := range words {
		_, _ = h.Write([]byte(w + "\x00")) // a hash never fails
	}
	return int(h.Sum32() >> 1)
}
