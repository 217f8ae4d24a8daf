package run

import (
	"fmt"
	"slices"
	"testing"
	"time"
	"unsafe"

	"pgregory.net/rapid"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// What is added to a timeline comes back, and a copy does not grow with it.
func TestTimelineKeepsItsEntries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var line, early Timeline
		var want []Entry
		n, at := rapid.IntRange(0, 3*blockRows).Draw(t, "entries"), rapid.IntRange(0, 3*blockRows).Draw(t, "copy at")
		for i := range n {
			if i == at {
				early = line
			}
			e := Entry{At: time.Unix(int64(i), 7), Kind: entryKinds[i%len(entryKinds)]}
			switch e.Kind {
			case NoticeEntry:
				e.Note = "note"
			case StateEntry:
				e.State, e.Text = states[i%len(states)], safe.Text("said")
			default:
				e.Text = safe.Text("text")
			}
			if e.Kind == MessageEntry && rapid.Bool().Draw(t, "grows") {
				line.addOpen(e)
				e.Text = safe.Text("a text that grew")
				before := line
				line.grow("a text that grew")
				if last := before.Entry(i); last.Text != safe.Text("text") {
					t.Fatalf("the entry of a copy grew: %v", last.Text)
				}
			} else {
				line.Add(e)
			}
			want = append(want, e)
		}
		if got := all(line); !slices.Equal(got, want) {
			t.Fatalf("%d entries came back as %d, or changed", len(want), len(got))
		}
		if at < n && !slices.Equal(all(early), want[:at]) {
			t.Fatalf("a copy of %d entries has %d", at, early.Len())
		}
	})
}

func all(t Timeline) (list []Entry) {
	for i := range t.Len() {
		list = append(list, t.Entry(i))
	}
	return list
}

func TestTimelineIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(row{}); size > 32 {
		t.Errorf("an entry takes %d bytes, at most 32", size)
	}
	for _, s := range []a2a.State{a2a.StateSubmitted, a2a.StateCompleted, a2a.StateRejected, a2a.StateUnknown} {
		if !slices.Contains(states, s) {
			t.Errorf("the state %s has no place", s)
		}
	}
}

// A text that grows is given when nothing more comes of it; what comes all the same is
// given behind it.
func TestTailGivesGrowingTextOnce(t *testing.T) {
	var line Timeline
	var tail Tail
	next := func(isQuiet bool) (texts []string) {
		for _, e := range tail.Next(line, isQuiet) {
			texts = append(texts, e.Text.Exact()+string(e.State))
		}
		return texts
	}
	for i, step := range []struct {
		do      func()
		isQuiet bool
		want    []string
	}{
		{func() {
			line.Add(Entry{Kind: StateEntry, State: a2a.StateWorking})
			line.addOpen(Entry{Kind: MessageEntry, Text: safe.Text("Oslo")})
		}, false, []string{"working"}},
		{func() { line.grow("Oslo is") }, true, []string{"Oslo is"}},
		{func() { line.grow("Oslo is cold.") }, true, nil},
		{func() { line.Add(Entry{Kind: StateEntry, State: a2a.StateCompleted}) }, false, []string{"… cold.", "completed"}},
		{func() {}, true, nil},
	} {
		step.do()
		if got := next(step.isQuiet); !slices.Equal(got, step.want) {
			t.Errorf("step %d gives %q, want %q", i, got, step.want)
		}
	}
	if tail.IsBehind(line) {
		t.Error("it is behind")
	}
}

// Several tries to open a lost stream are one entry, which says which of them this is.
func TestTriesToReconnectAreOneEntry(t *testing.T) {
	s := &state{}
	try := func(n int) {
		s.applyNotice(time.Now(), &a2a.Notice{Kind: a2a.NoticeReconnecting, Attempt: n, Text: fmt.Sprintf("try %d", n)})
	}
	try(1)
	try(2)
	kept := s.Timeline
	s.applyNotice(time.Now(), &a2a.Notice{Kind: a2a.NoticePolling, Text: "polling"})
	try(1)
	var notes []string
	for i := range s.Timeline.Len() {
		notes = append(notes, s.Timeline.Entry(i).Note)
	}
	if want := []string{"try 2", "polling", "try 1"}; !slices.Equal(notes, want) || kept.Len() != 1 || s.Reconnects != 1 {
		t.Errorf("the timeline has %q, want %q; before %d entries", notes, want, kept.Len())
	}
}

// What was filled in in a form is words; what is no flat object stays as it was written.
func TestSaidIsForPeople(t *testing.T) {
	for text, want := range map[string]string{
		`{"day":"Monday","express":true,"n":2.50,"to":null,"x":false}`: "day: Monday · express: yes · n: 2.50 · to: null · x: no",
		`{"to":{"city":"Oslo"}}`:     `{"to":{"city":"Oslo"}}`,
		`{"outcome":"proceed_once"}`: "Allow once",
		`{}`:                         `{}`,
		`{"a":`:                      `{"a":`,
		"blue":                       "blue",
	} {
		if got := (Entry{Kind: UserEntry, Text: safe.Text(text)}).Said(); got != safe.Text(want) {
			t.Errorf("%s: %s", text, got.Line(0))
		}
	}
}
