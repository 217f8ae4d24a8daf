package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// listVersion is the version of the files that are one list. The first ones had
// none, and were the bare list.
const listVersion = 1

type listFile[T any] struct {
	Version int `json:"version"`
	List    []T `json:"list"`
}

// ErrNewer says that a later a2aform wrote a file; it is left as it is.
var ErrNewer = errors.New("was written by a newer a2aform, and is left unchanged")

// listOf is a file of the store that is one list.
type listOf[T any] struct {
	store *Store
	file  string // in the directory of the state
	what  string // it is called in messages
}

func (l listOf[T]) path() string { return filepath.Join(l.store.state, l.file) }

// read reads the list; one that does not exist is empty. A damaged file is set
// aside, and the error says so; it never quotes the file.
func (l listOf[T]) read() ([]T, error) {
	data, err := readFile(l.path())
	if isMissing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", l.what, runfile.Fault(err))
	}
	if err := thisProcess.check(l.store.state, l.path()); err != nil {
		return nil, err
	}
	var bare []T
	if json.Unmarshal(data, &bare) == nil {
		return bare, nil
	}
	var head struct{ Version int }
	var file listFile[T]
	switch {
	case json.Unmarshal(data, &head) == nil && head.Version > listVersion:
		return nil, fmt.Errorf("%s %w", l.what, ErrNewer)
	case head.Version < 1 || json.Unmarshal(data, &file) != nil:
		return nil, aside(l.path(), fmt.Errorf("%s is damaged", l.what))
	}
	return file.List, nil
}

// change reads the list, changes it and writes it, while no other process does. A list that
// is not changed is nil, and not written.
func (l listOf[T]) change(change func(list []T) []T) error {
	return l.store.locked(func() error {
		list, err := l.read()
		if err != nil {
			return err
		}
		if list = change(list); list == nil {
			return nil
		}
		data, err := json.MarshalIndent(listFile[T]{listVersion, list}, "", "  ")
		if err != nil {
			return fmt.Errorf("encode %s: %w", l.what, err)
		}
		return writeFile(l.path(), append(data, '\n'))
	})
}

// isMissing reports that there is no file, be it that there is no directory for it.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// aside gives a damaged file another name, which no file has yet, and adds that
// to what is wrong with it.
func aside(path string, damage error) error {
	to := Unused(path + ".damaged")
	if err := os.Rename(path, to); err != nil {
		return fmt.Errorf("%w, and cannot be set aside: %w", damage, runfile.Fault(err))
	}
	return fmt.Errorf("%w; it was set aside as %s", damage, shown(to))
}

// Agent is an agent that was opened before.
type Agent struct {
	Ref  string    `json:"ref"` // as the user typed it
	Name safe.Raw  `json:"name"`
	Used time.Time `json:"used"`
	// Repository is the file that named the agent, where that is a repository's:
	// without it the user would not know the address. "" for any other.
	Repository string `json:"repository,omitempty"`
	// Catalog is the catalog that named the agent's host, "" where the user did.
	Catalog string `json:"catalog,omitempty"`
	// About and Skills are what the card said when the agent was opened: its description, and
	// the names of its first skills. Both are shortened, and empty in files of older versions.
	About  safe.Raw   `json:"about,omitzero"`
	Skills []safe.Raw `json:"skills,omitempty"`
}

// maxAgents bounds the list of agents.
const maxAgents = 20

func (s *Store) agents() listOf[Agent] { return listOf[Agent]{s, "agents.json", "the list of agents"} }

// Agents are the agents opened before, the last one first, each of them once. A list that cannot
// be read is an error; one that does not exist is empty.
func (s *Store) Agents() ([]Agent, error) {
	list, err := s.agents().read()
	return oncePerAddress(list), err
}

// Remember puts an agent on top of the list.
func (s *Store) Remember(a Agent) error {
	return s.agents().change(func(list []Agent) []Agent {
		list = oncePerAddress(slices.Insert(list, 0, a))
		return list[:min(len(list), maxAgents)]
	})
}

// oncePerAddress keeps the first of the agents at one address.
func oncePerAddress(list []Agent) (once []Agent) {
	for _, a := range list {
		if !slices.ContainsFunc(once, func(kept Agent) bool { return IsSameAddress(kept.Ref, a.Ref) }) {
			once = append(once, a)
		}
	}
	return once
}

// IsSameAddress reports addresses of one agent: with or without a slash at the end or a scheme in front, and by localhost, 127.0.0.1
// or ::1.
func IsSameAddress(a, b string) bool {
	if a == b {
		return true
	}
	schemeA, restA := splitAddress(a)
	schemeB, restB := splitAddress(b)
	return restA == restB && (schemeA == schemeB || schemeA == "" || schemeB == "")
}

// splitAddress returns the scheme of an address, "" for none, and what follows it, with one name for this machine.
func splitAddress(ref string) (scheme, rest string) {
	ref = strings.TrimRight(ref, "/")
	scheme, rest, found := strings.Cut(ref, "://")
	if !found {
		scheme, rest = "", ref
	}
	u, err := url.Parse("//" + rest)
	if err != nil || u.User != nil {
		return scheme, rest
	}
	if ip := u.Hostname(); ip == "127.0.0.1" || ip == "::1" { // another agent may listen at any other address of this machine
		rest = "localhost" + strings.TrimPrefix(rest, strings.TrimSuffix(u.Host, ":"+u.Port()))
	}
	return scheme, rest
}

// Forget takes an agent off the list of those opened before.
func (s *Store) Forget(ref string) error {
	return s.agents().change(func(list []Agent) []Agent {
		return slices.DeleteFunc(list, func(a Agent) bool { return IsSameAddress(a.Ref, ref) })
	})
}

// AnswerAs is what the answers of a skill are to be, by what the user asked for last and got.
type AnswerAs struct {
	Agent  safe.Raw `json:"agent"`          // as [FormOf.Agent]
	Skill  safe.Raw `json:"skill,omitzero"` // its id; empty for the agent itself
	Spec   safe.Raw `json:"spec"`
	InText bool     `json:"inText,omitempty"` // the schema was written into the text
}

func (s *Store) answersAs() listOf[AnswerAs] {
	return listOf[AnswerAs]{s, "answer-as.json", "the list of what answers are to be"}
}

// AnswerAs returns what the answers of a skill are to be; the zero value for anything, and where
// the list cannot be read.
func (s *Store) AnswerAs(agent, skill safe.Raw) AnswerAs {
	if s == nil {
		return AnswerAs{}
	}
	list, err := s.answersAs().read()
	if err != nil {
		return AnswerAs{}
	}
	if i := slices.IndexFunc(list, AnswerAs{Agent: agent, Skill: skill}.isOfSameSkill); i >= 0 {
		return list[i]
	}
	return AnswerAs{}
}

// KeepAnswerAs keeps what the answers of a skill are to be, in place of what was kept for it. An
// empty spec forgets that.
func (s *Store) KeepAnswerAs(a AnswerAs) error {
	return s.answersAs().change(func(list []AnswerAs) []AnswerAs {
		if slices.Contains(list, a) {
			return nil
		}
		list = slices.DeleteFunc(list, a.isOfSameSkill)
		if !a.Spec.IsEmpty() {
			list = append(list, a)
		}
		return list
	})
}

func (a AnswerAs) isOfSameSkill(other AnswerAs) bool {
	return a.Agent == other.Agent && a.Skill == other.Skill
}

// Borders say how much of the width is left of the border between two panes, by the kind of the screen, in thousandths.
type Borders map[string]int

// borderShare is an entry of the file.
type borderShare struct {
	Of    string `json:"of"`
	Share int    `json:"share"`
}

func (s *Store) borders() listOf[borderShare] {
	return listOf[borderShare]{s, "borders.json", "the list of the widths of panes"}
}

// Borders returns the borders that the user moved; none where the list cannot be read.
func (s *Store) Borders() Borders {
	if s == nil {
		return nil
	}
	list, err := s.borders().read()
	if err != nil {
		return nil
	}
	all := Borders{}
	for _, b := range list {
		if b.Share > 0 && b.Share < 1000 {
			all[b.Of] = b.Share
		}
	}
	return all
}

// KeepBorders keeps borders in place of those of the same screens that were kept.
func (s *Store) KeepBorders(all Borders) error {
	if s == nil {
		return nil
	}
	return s.borders().change(func(list []borderShare) []borderShare {
		var kept []borderShare
		for _, b := range list {
			if _, isNew := all[b.Of]; !isNew {
				kept = append(kept, b)
			}
		}
		for of, share := range all {
			kept = append(kept, borderShare{of, share})
		}
		slices.SortFunc(kept, func(a, b borderShare) int { return strings.Compare(a.Of, b.Of) })
		return kept
	})
}

// NotSecret is a member name that names a secret and, by the user's word, contains none
// where an agent is spoken to at an origin.
type NotSecret struct {
	Origin string   `json:"origin"` // scheme, host and port
	Name   safe.Raw `json:"name"`
}

func (s *Store) notSecrets() listOf[NotSecret] {
	return listOf[NotSecret]{s, "not-secret.json", "the list of names that hold no secret"}
}

// NotSecret are the member names that contain no secret for an origin. A list that
// cannot be read clears none.
func (s *Store) NotSecret(origin string) []string {
	if s == nil {
		return nil
	}
	list, err := s.notSecrets().read()
	if err != nil {
		return nil
	}
	var names []string
	for _, one := range list {
		if one.Origin == origin {
			names = append(names, one.Name.Exact())
		}
	}
	return names
}

// KeepNotSecret notes that a member name contains no secret for an origin.
func (s *Store) KeepNotSecret(n NotSecret) error {
	return s.notSecrets().change(func(list []NotSecret) []NotSecret {
		if slices.Contains(list, n) {
			return nil
		}
		return append(list, n)
	})
}

// TableView is how the user wants to see tables with the same columns. Columns are counted from 0.
type TableView struct {
	Columns string `json:"columns"`          // what the columns are, as a digest
	Filter  string `json:"filter,omitempty"` // as it is typed
	Sort    *int   `json:"sort,omitempty"`   // the column that rows are sorted by
	Down    bool   `json:"down,omitempty"`   // the greatest first
	Shown   []int  `json:"shown,omitempty"`  // the columns in their order; nil for those that a table shows by itself
	Frozen  int    `json:"frozen,omitempty"` // how many of these stay in place
	Wanted  []int  `json:"wanted,omitempty"` // those that are seen before others where not all fit, the last one first

	Roles []ColumnRole `json:"roles,omitempty"` // of columns that a2aform guessed wrong
}

// ColumnRole is what the user says that a column is.
type ColumnRole struct {
	Column int    `json:"column"`
	Role   string `json:"role"` // id, label, category, amount, rate, time, text or link
}

// IsRolesAlone reports a view that changes nothing but what columns are.
func (v TableView) IsRolesAlone() bool {
	return v.Filter == "" && v.Sort == nil && v.Shown == nil && len(v.Roles) > 0
}

func (s *Store) tableViews() listOf[TableView] {
	return listOf[TableView]{s, "table-views.json", "the list of saved views"}
}

// TableViews are the views that were saved; none where the list cannot be read.
func (s *Store) TableViews() []TableView {
	if s == nil {
		return nil
	}
	list, _ := s.tableViews().read()
	return list
}

// maxTableViews is how many views are kept: those that were saved last.
const maxTableViews = 200

// KeepTableView keeps a view in place of the one of the same columns.
func (s *Store) KeepTableView(v TableView) error {
	if s == nil {
		return errors.New("without a home directory nothing is kept")
	}
	return s.tableViews().change(func(list []TableView) []TableView {
		list = append(withoutView(list, v.Columns), v)
		return list[max(len(list)-maxTableViews, 0):]
	})
}

// ForgetTableView forgets the view of these columns.
func (s *Store) ForgetTableView(columns string) error {
	return s.tableViews().change(func(list []TableView) []TableView { return append([]TableView{}, withoutView(list, columns)...) })
}

func withoutView(list []TableView, columns string) []TableView {
	return slices.DeleteFunc(list, func(v TableView) bool { return v.Columns == columns })
}
