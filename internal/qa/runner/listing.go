package runner

import (
	"bytes"
	"errors"
	"slices"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/suite"
	"a2aform/internal/store"
	"a2aform/internal/tomlfile"
)

// ListedAgent is the agent whose cases are listed.
type ListedAgent struct {
	Card  *a2aclient.Card
	Names []string // under which a case may name it: how the user named it, then saved names, addresses, files of cards
}

// CaseList are the case files that concern an agent.
type CaseList struct {
	Root     string // the file of the suite or the directory of its cases; "" where there are neither
	Agent    string // whose cases these are, as the history names it
	Entries  []ListedCase
	Problems []*tomlfile.Problem // of files that cannot be used
	Others   int                 // files of other agents

	suite *suite.Suite
	read  casefile.Options
}

// ListedCase is a case file and how its cases ended the last time.
type ListedCase struct {
	File *casefile.File
	Case *casefile.Case // the first of the file
	Last LastOutcomes
}

// ManyMessages is the number of messages above which the screens ask each time before they send them, and keep only runs that do not pass.
const ManyMessages = 50

// Messages returns how many messages the cases of the file send at most.
func (e *ListedCase) Messages() int {
	return e.File.Count * e.Case.Messages() * e.Case.Repeat
}

// maxNames bounds the cases of a file whose last outcomes are looked up.
const maxNames = 10_000

// LastOutcomes sums up how the cases of a file ended the last time.
type LastOutcomes struct {
	Ran     int // cases; 0 for none
	Failed  int // cases that failed or could not be checked
	Verdict check.Verdict
	Passed  int // repeats
	Repeats int
	P95     time.Duration // of the attempts
}

// Rate is the share of repeats that passed, in percent, rounded down so that only all make 100.
func (l LastOutcomes) Rate() int {
	if l.Repeats == 0 {
		return 0
	}
	return l.Passed * 100 / l.Repeats
}

// ReadCases reads the cases that concern an agent, of the suite of dir or of the nearest directory above it that has one. Problems has
// the files that cannot be read.
func ReadCases(keep *store.Store, dir string, agent ListedAgent) *CaseList {
	l := &CaseList{}
	paths := l.find(dir)
	agent.Names = append(slices.Clone(agent.Names), l.namesOf(agent)...)
	l.read = l.options(agent)
	files, problems := casefile.ReadAll(paths, l.read)
	l.Problems = append(l.Problems, problems...)
	l.Agent = agent.inHistory(keep, dir)
	log, err := ReadHistory(keep, l.Root)
	if err != nil {
		l.Problems = append(l.Problems, &tomlfile.Problem{Path: l.Root, Text: err.Error()})
	}
	for _, f := range files {
		first := f.First()
		if !agent.concerns(first) {
			l.Others++
			continue
		}
		var names []string
		for c := range f.Cases() {
			if len(names) == maxNames {
				break
			}
			names = append(names, c.Name)
		}
		l.Entries = append(l.Entries, ListedCase{File: f, Case: first, Last: sumOutcomes(log, l.Agent, names)})
	}
	return l
}

// ReadFile reads a file of the list again.
func (l *CaseList) ReadFile(path string) (*casefile.File, []*tomlfile.Problem) {
	return casefile.Read(path, l.read)
}

// find are the case files of a directory. It sets the root.
func (l *CaseList) find(dir string) []string {
	path, err := suite.Find(dir)
	if err != nil {
		l.Problems = append(l.Problems, &tomlfile.Problem{Path: suite.Name, Text: err.Error()})
		return nil
	}
	if path != "" {
		l.Root = path
		found, problems := suite.Read(path)
		if l.Problems = append(l.Problems, problems...); found == nil {
			return nil
		}
		l.suite = found
		files, problems := found.Files()
		l.Problems = append(l.Problems, problems...)
		return files
	}
	root, err := casefile.FindDir(dir)
	if err != nil {
		l.Problems = append(l.Problems, &tomlfile.Problem{Path: casefile.DefaultDir, Text: err.Error()})
	}
	if root == "" {
		return nil
	}
	l.Root = root
	files, problems := casefile.Find([]string{root})
	l.Problems = append(l.Problems, problems...)
	return files
}

// options returns the options of the suite for reading cases. It masks secret variables, which the screens do not read.
func (l *CaseList) options(agent ListedAgent) casefile.Options {
	if l.suite == nil {
		return casefile.Options{}
	}
	o := casefile.Options{Defaults: &l.suite.Defaults}
	if e := l.environment(agent); e != nil {
		o.Env, o.Vars = e.Name, e.MaskedVars()
	}
	return o
}

// environment is the one that has the agent, else the default one.
func (l *CaseList) environment(agent ListedAgent) *suite.Environment {
	if e := l.environmentOf(agent); e != nil {
		return e
	}
	e, err := l.suite.Environment("")
	if err != nil {
		return nil
	}
	return e
}

func (l *CaseList) environmentOf(agent ListedAgent) *suite.Environment {
	for _, e := range l.suite.Environments {
		if slices.ContainsFunc(e.Agents, func(a suite.Agent) bool { return agent.is(a.Ref) }) {
			return e
		}
	}
	return nil
}

// namesOf are what environments call the agent.
func (l *CaseList) namesOf(agent ListedAgent) (names []string) {
	if l.suite == nil {
		return nil
	}
	for _, e := range l.suite.Environments {
		for _, a := range e.Agents {
			if agent.is(a.Ref) {
				names = append(names, a.Name)
			}
		}
	}
	return names
}

// Pace keeps messages to the agent within the rate of its environment.
func (l *CaseList) Pace(agent ListedAgent, to *a2aclient.Agent) *Pace {
	p := NewPace()
	if l.suite == nil {
		return p
	}
	if e := l.environmentOf(agent); e != nil && !e.Rate.IsZero() {
		p.Limit(PaceHost(to), e.Rate.Interval())
	}
	return p
}

// errProtected is the error of a case that a protected environment refuses.
var errProtected = errors.New(`its environment is protected, and the case is not tagged safe: use a2aform test with --yes`)

// Allows returns nil if a case may be sent to the agent, else the reason. A protected environment allows only cases with the
// tag safe.
func (l *CaseList) Allows(c *casefile.Case, agent ListedAgent) error {
	if l.suite == nil {
		return nil
	}
	e := l.environmentOf(agent)
	switch {
	case e != nil && e.Protect && (c.Input.Invalid || !slices.Contains(c.Tags, "safe")):
		return errProtected
	case usesSecret(c):
		return errSecret
	}
	return nil
}

// errSecret is the error of a case that needs a secret variable, which the screens do not read.
var errSecret = errors.New("the case needs a variable that its environment takes from env: use a2aform test")

// usesSecret reports whether a case sends a secret variable of the environment, which is masked here.
func usesSecret(c *casefile.Case) bool {
	return slices.ContainsFunc(c.Texts(), func(text []byte) bool { return bytes.Contains(text, []byte(auth.Mask)) })
}

// concerns reports whether a case can be run on the agent: it names it, or the agent has its skill. An agent that is open wins
// over the one that a case names, as `test -a` does.
func (a ListedAgent) concerns(c *casefile.Case) bool {
	switch {
	case c.Agent != "" && a.is(c.Agent): // also where the skill is gone: that is what the case finds
		return true
	case c.Skill == "":
		return c.Agent == ""
	}
	return a.Card.SkillNamed(c.Skill) != nil
}

// inHistory is how the history names the agent. The address of the demo agent is another one each time.
func (a ListedAgent) inHistory(keep *store.Store, dir string) string {
	ref := a.Names[0]
	if slices.Contains(a.Names, store.BuiltIn) {
		ref = store.BuiltIn
	}
	saved, _ := keep.Saved(dir) // without them, a name stands for itself
	return AgentName(saved, ref)
}

// is reports whether a reference means the agent, however it is written.
func (a ListedAgent) is(ref string) bool {
	return slices.ContainsFunc(a.Names, func(name string) bool {
		return name != "" && (name == ref || AgentName(nil, name) == AgentName(nil, ref))
	})
}

// sumOutcomes is how cases ended, all together.
func sumOutcomes(log *History, agent string, names []string) (l LastOutcomes) {
	var times []int64
	has := map[check.Verdict]bool{}
	for _, name := range names {
		o, ok := log.Get(agent, name)
		if !ok {
			continue
		}
		l.Ran++
		if o.Verdict == check.Fail || o.Verdict == check.Error {
			l.Failed++
		}
		has[o.Verdict] = true
		l.Passed += o.Passed
		l.Repeats += o.Repeats
		times = append(times, o.Times...)
	}
	for _, v := range []check.Verdict{check.Fail, check.Error, check.Flaky, check.Pass} {
		if has[v] {
			l.Verdict = v
			break
		}
	}
	l.P95 = p95(times)
	return l
}

// p95 returns the 95th percentile of times in milliseconds, by nearest rank; 0 for none.
func p95(times []int64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	return time.Duration(times[(len(times)*95+99)/100-1]) * time.Millisecond
}
