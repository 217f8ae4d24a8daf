package runner

import (
	"fmt"
	"strings"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
)

// need is a case that others may need.
type need struct {
	result   *Result // nil once it has ended
	verdict  check.Verdict
	captured []casefile.Cell // in the last attempt that passed
}

// end keeps what others need of a case that has ended.
func (n *need) end() {
	n.verdict = n.result.Verdict
	for _, a := range n.result.Attempts {
		if a.Verdict == check.Pass {
			n.captured = a.Captured
		}
	}
	n.result = nil
}

// expect notes a case that others may need: one of a file without a table. The caller holds the lock.
func (r *runner) expect(result *Result) {
	if result.Case.Row > 0 {
		return
	}
	if r.needed == nil {
		r.needed = map[string]*need{}
	}
	r.needed[result.Case.Name] = &need{result: result}
}

// await waits until all cases that a case needs have ended, which begin before it, and returns it with the values that they
// captured. It fails unless all of them pass.
func (r *runner) await(c *casefile.Case) (*casefile.Case, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	captured := map[string]casefile.Cell{}
	for _, name := range c.Needs {
		n := r.needed[name]
		if n == nil {
			return c, fmt.Errorf("it needs the case %s, which does not run", name)
		}
		for n.result != nil {
			r.settled.Wait()
		}
		if n.verdict != check.Pass && n.verdict != check.Flaky {
			return c, fmt.Errorf("it needs the case %s, which did not pass", name)
		}
		for _, cell := range n.captured {
			captured[cell.Name] = cell
		}
	}
	return c.Fill(func(name string) (casefile.Cell, bool) {
		cell, ok := captured[strings.TrimPrefix(name, "capture.")]
		return cell, ok && strings.HasPrefix(name, "capture.")
	}), nil
}
