package store

import (
	"slices"
	"strings"
)

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
