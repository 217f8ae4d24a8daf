package history

import (
	"slices"

	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// maxMarked is how many runs are marked at a time: those to compare.
const maxMarked = 2

// mark marks the run at the cursor for a comparison, or takes the mark away. A third mark replaces the first.
func (s *Screen) mark(p PastRun) kit.Action {
	if why := p.canCompare(); why != "" {
		return kit.Infof("%s", why)
	}
	if i := slices.Index(s.marked, p.info.ID); i >= 0 {
		s.marked = slices.Delete(s.marked, i, i+1)
		return kit.Action{}
	}
	if s.marked = append(s.marked, p.info.ID); len(s.marked) > maxMarked {
		s.marked = s.marked[1:]
	}
	if len(s.marked) == maxMarked {
		return kit.Infof("two runs are marked: press d to see what differs")
	}
	return kit.Infof("marked: mark another run, then press d to see what differs")
}

// canCompare is why the run's output cannot be compared, "" if it can.
func (p *PastRun) canCompare() string {
	if p.info.Private {
		return "it held a secret, so its output was not kept"
	}
	return p.IsOpen()
}

// pair are the runs that are compared, the older first: both marked ones, the marked one and the one at the cursor, or the one at
// the cursor and the last one of its skill before it. Without two runs why says what is missing.
func (s *Screen) pair() (a, b *PastRun, why string) {
	var chosen []int // of all, which has the newest first
	for i := range s.all {
		if slices.Contains(s.marked, s.all[i].info.ID) {
			chosen = append(chosen, i)
		}
	}
	if len(chosen) < maxMarked {
		if s.Cursor >= len(s.Shown) {
			return nil, nil, "there is no run here"
		}
		if at := s.Shown[s.Cursor]; !slices.Contains(chosen, at) {
			chosen = append(chosen, at)
		}
	}
	slices.Sort(chosen)
	if len(chosen) < maxMarked {
		of := &s.all[chosen[0]]
		earlier := slices.IndexFunc(s.all[chosen[0]+1:], func(p PastRun) bool {
			return p.agent == of.agent && p.info.Skill == of.info.Skill && p.canCompare() == ""
		})
		if earlier < 0 {
			return nil, nil, "there is no earlier run of this skill: space marks the runs to compare"
		}
		chosen = append(chosen, chosen[0]+1+earlier)
	}
	b, a = &s.all[chosen[0]], &s.all[chosen[1]]
	if why := a.canCompare(); why != "" {
		return nil, nil, why
	}
	return a, b, b.canCompare()
}

// compare opens what differs between two runs.
func (s *Screen) compare() kit.Action {
	a, b, why := s.pair()
	if why != "" {
		return kit.Infof("%s", why)
	}
	return s.Host.Nav.OpenDiff(a.info.Path, b.info.Path)
}

// isMarked reports a run that is marked.
func (s *Screen) isMarked(id safe.Raw) bool { return slices.Contains(s.marked, id) }
