//go:build unix

package cli_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"a2aform/internal/hostile"
)

const (
	hostileEnv  = "A2AFORM_HOSTILE" // all: every behavior, and pairs of them
	hostileSeed = 1
	hostileTime = 45 * time.Second // for one call of the program
	hostilePeak = 256 << 10        // KiB of memory
	pairCount   = 40
)

// TestHostileAgents lets the built program use an agent of each behavior, and checks
// what it said and did. The plain run tries ten, "make hostile" all.
func TestHostileAgents(t *testing.T) {
	t.Parallel()
	behaviors, pairs := tries(ofAgents(), named)
	if len(behaviors) < len(named) {
		t.Fatalf("%d of %d behaviors exist", len(behaviors), len(named))
	}
	rows := make([]string, len(behaviors))
	used := &memory{}
	t.Run("one", func(t *testing.T) {
		for i, b := range behaviors {
			t.Run(b.Category+" "+b.Name, func(t *testing.T) {
				t.Parallel()
				got := ours().try(t, b)
				wrong := append(got.always(), got.check(b)...)
				rows[i] = row(b, got, len(wrong) > 0)
				used.add(b, got)
				report(t, wrong)
			})
		}
	})
	t.Run("two", func(t *testing.T) {
		for _, pair := range pairs {
			t.Run(pair[0].Name+" and "+pair[1].Name, func(t *testing.T) {
				t.Parallel()
				report(t, ours().try(t, pair[:]...).always())
			})
		}
	})
	table(t, rows)
	used.check(t)
}

func report(t *testing.T, wrong []string) {
	t.Helper()
	for _, what := range wrong {
		t.Error(what)
	}
}

// named are the behaviors that the plain run tries, one of each kind; more of them are for make hostile.
var named = []string{
	"card that inflates", "clears the screen", "schema doubles 40 times", "value nests 20,000 deep", "moves the message away",
	"error that controls", "event without end", "breaks off for ever", "repeats the secrets", "resets within the stream",
}

// tries is what to try: those of the names; or all, and pairs of them.
func tries(all []hostile.Behavior, names []string) (one []hostile.Behavior, two [][2]hostile.Behavior) {
	if os.Getenv(hostileEnv) != "all" {
		return slices.DeleteFunc(all, func(b hostile.Behavior) bool { return !slices.Contains(names, b.Name) }), nil
	}
	dice := rand.New(rand.NewPCG(hostileSeed, 0))
	for range pairCount {
		two = append(two, [2]hostile.Behavior{all[dice.IntN(len(all))], all[dice.IntN(len(all))]})
	}
	return all, two
}

func row(b hostile.Behavior, got tried, failed bool) string {
	verdict := "ok"
	if failed {
		verdict = "FAILED"
	}
	sent := got.calls[len(got.calls)-1]
	peak := max(got.calls[0].peak, sent.peak)
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%d\t%.1f s\t%d MiB\t%s", b.Category, b.Name, b.Expect, got.outcome(), sent.code, sent.took.Seconds(), peak>>10, verdict)
}

func table(t *testing.T, rows []string) {
	var sb strings.Builder
	w := tabwriter.NewWriter(&sb, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "category\tbehavior\texpected\tgot\texit\ttook\tpeak\tverdict")
	for _, r := range rows {
		_, _ = fmt.Fprintln(w, r)
	}
	_ = w.Flush()
	t.Log("\n" + sb.String())
}
