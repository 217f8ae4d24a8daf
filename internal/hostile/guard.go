package hostile

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Removal takes a guard away: it changes our source, so that the behaviours it
// guards against must bite.
type Removal struct {
	Name  string
	Edits []Edit
	Bites []string // the names of behaviours that must then come out wrong
}

// Edit replaces a text that stands in a file exactly once.
type Edit struct{ File, Old, New string }

// without is the removal of one guard by one edit.
func without(name, file, before, after string, bites ...string) Removal {
	return Removal{name, []Edit{{file, before, after}}, bites}
}

// Removals are all of them.
func Removals() []Removal {
	return slices.Concat(cardRemovals, wireRemovals, streamRemovals, taskRemovals, textRemovals, schemaRemovals, valueRemovals, authRemovals, netRemovals, fileRemovals, lifeRemovals)
}

// Apply writes the changed files of the source at root into a directory, and
// gives for each the file that takes its place, as the go command's -overlay
// wants to know. It fails where an edit does not fit the source any more.
func (m Removal) Apply(root, dir string) (map[string]string, error) {
	texts := map[string]string{}
	for _, e := range m.Edits {
		path := filepath.Join(root, filepath.FromSlash(e.File))
		text, changed := texts[path]
		if !changed {
			data, err := os.ReadFile(path) //nolint:gosec // our own source
			if err != nil {
				return nil, err
			}
			text = string(data)
		}
		if n := strings.Count(text, e.Old); n != 1 || e.Old == e.New {
			return nil, fmt.Errorf("%s: %s has %d of %q", m.Name, e.File, n, e.Old)
		}
		texts[path] = strings.Replace(text, e.Old, e.New, 1)
	}
	overlay := map[string]string{}
	for path, text := range texts {
		changed := filepath.Join(dir, fmt.Sprintf("%d-%s", len(overlay), filepath.Base(path)))
		if err := os.WriteFile(changed, []byte(text), 0o600); err != nil { //nolint:forbidigo // a file for tests
			return nil, err
		}
		overlay[path] = changed
	}
	return overlay, nil
}
