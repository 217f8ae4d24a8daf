package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// DraftVersion is the version of the format of a draft's file.
const DraftVersion = 1

// ErrDraftDamaged says that a draft could not be read. Its file was set aside.
var ErrDraftDamaged = errors.New("the draft is damaged")

// ErrDraftNewer says that a later a2aform wrote the draft; it is left as it is.
var ErrDraftNewer = errors.New("the draft was written by a newer a2aform")

// SaveDraft keeps a draft in place of the one before; it is on the disk when
// SaveDraft returns.
func (s *Store) SaveDraft(d Draft) error {
	d.Version = DraftVersion
	data, err := runfile.EncodeLine(d)
	if err != nil {
		return err
	}
	return writeFile(s.draftPath(d.FormOf), data)
}

// Draft is the draft that was saved, [fs.ErrNotExist] where there is none. A
// damaged file is set aside with the ending ".damaged", and the error says so.
func (s *Store) Draft(of FormOf) (Draft, error) {
	path := s.draftPath(of)
	data, err := readFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Draft{}, fs.ErrNotExist
	}
	if err != nil {
		return Draft{}, fmt.Errorf("read the draft: %w", err)
	}
	var d Draft
	switch err := json.Unmarshal(data, &d); {
	case err != nil || d.Version < 1 || d.FormOf != of.written():
		return Draft{}, aside(path, ErrDraftDamaged)
	case d.Version > DraftVersion:
		return Draft{}, ErrDraftNewer
	}
	return d, nil
}

// OldDrafts are the drafts of an agent's skill by schemas that it has no more, those
// saved last first; digests are the schemas that it has. What cannot be read is left
// out. Every draft there is is read, so it belongs in a command; another window may
// still have one of them open.
func (s *Store) OldDrafts(agent, skill safe.Raw, digests []string) []Draft {
	entries, _ := os.ReadDir(filepath.Dir(s.draftFile(""))) // as far as they can be read
	is := FormOf{Agent: agent, Skill: skill}.written()
	var old []Draft
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), draftSuffix)
		data, err := readFile(s.draftFile(name))
		var d Draft
		if !ok || err != nil || json.Unmarshal(data, &d) != nil || d.Version < 1 || d.Version > DraftVersion || d.Agent != is.Agent || d.Skill != is.Skill {
			continue
		}
		d.Agent, d.Skill = agent, skill // as they are, which JSON may not keep
		if d.name() == name && !slices.Contains(digests, d.Digest) {
			old = append(old, d)
		}
	}
	slices.SortFunc(old, func(a, b Draft) int { return b.Saved.Compare(a.Saved) })
	return old
}

// SetDraftAside takes a draft away that cannot be used, and says where it is.
func (s *Store) SetDraftAside(of FormOf) error { return aside(s.draftPath(of), ErrDraftDamaged) }

// DropDraft removes a draft; it is no error that there is none.
func (s *Store) DropDraft(of FormOf) error {
	err := os.Remove(s.draftPath(of))
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("remove the draft: %w", err)
}

func (s *Store) draftPath(of FormOf) string {
	return s.draftFile(of.name())
}

const draftSuffix = ".json"

// draftFile is the file of the form of that name.
func (s *Store) draftFile(name string) string {
	return filepath.Join(s.state, "drafts", name+draftSuffix)
}

// FormOf says which form is meant: one schema of one skill of one agent.
type FormOf struct {
	Agent  safe.Raw `json:"agent"`           // its address, or its name where that changes
	Skill  safe.Raw `json:"skill,omitzero"`  // its id
	Schema safe.Raw `json:"schema,omitzero"` // its name
	Digest string   `json:"digest"`          // of the schema, by [Digest]
	// Index distinguishes the drafts of one form that is open in several windows.
	Index int `json:"slot,omitzero"`
}

// Draft is a form that was filled in and not sent.
type Draft struct {
	FormOf
	Version int             `json:"version"`
	Saved   time.Time       `json:"saved"`
	Form    json.RawMessage `json:"form"` // as formgen captured it
	Sent    *Sent           `json:"sent,omitempty"`
}

// Sent says that a draft was sent as it is, and that its outcome is unknown.
type Sent struct {
	At        time.Time `json:"at"`
	MessageID string    `json:"messageId"` // which the agent may know it by
}

// written is what JSON keeps of the texts: invalid UTF-8 is replaced.
func (of FormOf) written() FormOf {
	for _, text := range []*safe.Raw{&of.Agent, &of.Skill, &of.Schema} {
		*text = safe.Text(string([]rune(text.Exact())))
	}
	return of
}

// name is what the file of a form is called.
func (of FormOf) name() string {
	text, _ := json.Marshal(of) // texts alone
	return Digest(text)[:32]
}
