package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// PresetVersion is the version of the format of a form's presets.
const PresetVersion = 1

// Preset is a value that the user kept to fill in a form with. It contains no
// secret: callers see to that.
type Preset struct {
	Name  string          `json:"name"`
	Saved time.Time       `json:"saved"`
	Value json.RawMessage `json:"value"`
}

// presets is a file of presets.
type presets struct {
	FormOf
	Version int      `json:"version"`
	Presets []Preset `json:"presets"`
}

// ErrPresets says that the presets of a form cannot be read; their file is left
// as it is.
var ErrPresets = errors.New("the presets cannot be read")

// Presets are those of one form, in the order of their names; none is no error.
func (s *Store) Presets(of FormOf) ([]Preset, error) {
	path := s.presetsPath(of)
	data, err := readFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPresets, err)
	}
	var file presets
	switch err := json.Unmarshal(data, &file); {
	case err != nil || file.Version < 1:
		return nil, fmt.Errorf("%w: fix or remove %s, which is damaged", ErrPresets, path)
	case file.Version > PresetVersion:
		return nil, fmt.Errorf("%w: a newer a2aform wrote them", ErrPresets)
	}
	return file.Presets, nil
}

// SavePreset keeps a preset, in place of one of the same name.
func (s *Store) SavePreset(of FormOf, p Preset) error {
	return s.changePresets(of, func(list []Preset) []Preset {
		list = slices.DeleteFunc(list, func(old Preset) bool { return old.Name == p.Name })
		at, _ := slices.BinarySearchFunc(list, p.Name, func(old Preset, name string) int { return strings.Compare(old.Name, name) })
		return slices.Insert(list, at, p)
	})
}

// RemovePreset removes the preset of that name; it is no error that there is
// none.
func (s *Store) RemovePreset(of FormOf, name string) error {
	return s.changePresets(of, func(list []Preset) []Preset {
		return slices.DeleteFunc(list, func(p Preset) bool { return p.Name == name })
	})
}

func (s *Store) changePresets(of FormOf, change func([]Preset) []Preset) error {
	return s.locked(func() error {
		list, err := s.Presets(of)
		if err != nil {
			return err
		}
		data, err := json.MarshalIndent(presets{of, PresetVersion, change(list)}, "", "  ")
		if err != nil {
			return fmt.Errorf("write the presets: %w", err)
		}
		return writeFile(s.presetsPath(of), append(data, '\n'))
	})
}

func (s *Store) presetsPath(of FormOf) string {
	return filepath.Join(s.state, "presets", of.name()+".json")
}
