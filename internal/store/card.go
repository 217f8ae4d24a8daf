package store

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"a2aform/internal/store/runfile"
)

// embeddedCard is the largest card that a run file contains itself, in bytes, so that the
// file can be opened alone. A larger one is stored once for all run files.
const embeddedCard = 16 << 10

// CardLine is the line of kind [runfile.Card] for a card. A card of more than 16 KiB is
// written to a file of its own, unless it is there already, and the line has only its
// SHA-256.
func (s *Store) CardLine(card []byte) (runfile.Line, error) {
	if len(card) <= embeddedCard {
		return runfile.Line{Kind: runfile.Card, Raw: card}, nil
	}
	digest := Digest(card)
	path := cardPath(s.RunsDir(), digest)
	if kept, err := readFile(path); err == nil && bytes.Equal(kept, card) {
		now := time.Now()
		_ = os.Chtimes(path, now, now) // see sweepCards
	} else if err := writeFile(path, card); err != nil {
		return runfile.Line{}, err
	}
	return runfile.Line{Kind: runfile.Card, Card: digest}, nil
}

// ReadCard is the card that a line of kind [runfile.Card] of the run file at path has or
// names. It is nil where the card is not there any more, or is not the one that was named.
func ReadCard(path string, line runfile.Line) []byte {
	if line.Card == "" {
		return line.Raw
	}
	if strings.ContainsAny(line.Card, `./\`) { // the file may come from others
		return nil
	}
	card, err := readFile(cardPath(filepath.Dir(path), line.Card))
	if err != nil || Digest(card) != line.Card {
		return nil
	}
	return card
}

// CopyRun writes the run file at path to w, with the card in it where the file only names
// one that is stored, so that the copy can be opened anywhere. Where that card is not
// there any more, the copy names it as the file does.
func CopyRun(w io.Writer, path string) error {
	f, err := runfile.OpenFile(path, os.O_RDONLY)
	if err != nil {
		return runfile.Fault(err)
	}
	defer func() { _ = f.Close() }()
	r := bufio.NewReaderSize(f, 64<<10)
	for isCard := false; !isCard && err == nil; {
		var text []byte
		text, err = runfile.ReadLine(r) // what stops it here stops io.Copy too
		var line runfile.Line
		if json.Unmarshal(text, &line) == nil && line.Kind == runfile.Card {
			isCard = true
			if card := ReadCard(path, line); line.Card != "" && card != nil {
				line.Card, line.Raw = "", card
				if text, err = runfile.EncodeLine(line); err != nil {
					return err
				}
			}
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	_, err = io.Copy(w, r)
	return err
}

// cardPath is where the card of a digest is stored for the run files of a directory.
func cardPath(runs, digest string) string {
	return filepath.Join(filepath.Dir(runs), "cards", digest+".json")
}

// sweepCards removes the cards that were last used before the oldest run that is kept,
// and so belong to none.
func (s *Store) sweepCards() {
	runs, err := os.ReadDir(s.RunsDir())
	if err != nil && !isMissing(err) {
		return
	}
	oldest := time.Now()
	if len(runs) > 0 { // names begin with the time
		began, err := time.Parse(runfile.TimeFormat, strings.SplitN(runs[0].Name(), "-", 2)[0])
		if err != nil {
			return
		}
		oldest = began
	}
	dir := filepath.Join(s.state, "cards")
	cards, _ := os.ReadDir(dir) // as far as they can be read
	for _, e := range cards {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && info.ModTime().Before(oldest.Add(-staleAfter)) {
			_ = os.Remove(filepath.Join(dir, e.Name())) // it goes the next time
		}
	}
}

// SavedCard is the card of a saved agent as it was when the agent was saved, or was first opened by its name.
type SavedCard struct {
	Card []byte
	When time.Time
}

// savedCardVersion is the version of the files of saved cards.
const savedCardVersion = 1

type savedCardFile struct {
	Version int       `json:"version"`
	Agent   string    `json:"agent"` // what opens it: with another address it is another agent
	When    time.Time `json:"when"`
	Card    string    `json:"card"`
}

// SavedCard is the card that is stored for a saved agent; nil for none.
func (s *Store) SavedCard(a Saved) (*SavedCard, error) {
	if s == nil {
		return nil, nil
	}
	data, err := readFile(s.savedCardPath(a))
	if isMissing(err) {
		return nil, nil
	}
	what := "the saved card of " + shown(a.Name)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", what, runfile.Fault(err))
	}
	var file savedCardFile
	switch err := json.Unmarshal(data, &file); {
	case err == nil && file.Version > savedCardVersion:
		return nil, fmt.Errorf("%s %w", what, ErrNewer)
	case err != nil || file.Version < 1:
		return nil, aside(s.savedCardPath(a), fmt.Errorf("%s is damaged", what))
	case file.Agent != a.Ref():
		return nil, nil
	}
	return &SavedCard{[]byte(file.Card), file.When}, nil
}

// StoreCard stores the card of a saved agent, in place of the one that is there.
func (s *Store) StoreCard(a Saved, card []byte) error {
	data, err := json.Marshal(savedCardFile{savedCardVersion, a.Ref(), time.Now().UTC(), string(card)})
	if err != nil {
		return err
	}
	return writeFile(s.savedCardPath(a), data)
}

// StoreOwnCard stores the card of an agent that [Store.SaveAgent] saved.
func (s *Store) StoreOwnCard(a Saved, card []byte) error {
	a.File = s.savedPath()
	return s.StoreCard(a, card)
}

// StoreFirstCard stores the card of a saved agent unless one is there. Agents of environments have none.
func (s *Store) StoreFirstCard(a Saved, card []byte) error {
	if s == nil || a.Environment != "" {
		return nil
	}
	if stored, err := s.SavedCard(a); stored != nil || err != nil {
		return err
	}
	return s.StoreCard(a, card)
}

// dropCard removes the card of an agent that is no longer saved, or is saved anew.
func (s *Store) dropCard(a Saved) { _ = os.Remove(s.savedCardPath(a)) } // an agent of another address does not use it

// savedCardPath is where the card of a saved agent is. Repositories may have agents of the same name.
func (s *Store) savedCardPath(a Saved) string {
	return filepath.Join(s.state, savedCardDir, Digest([]byte(a.File+"\x00"+a.Name))+".json")
}

const savedCardDir = "saved-cards"
