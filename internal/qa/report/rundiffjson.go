package report

import (
	"encoding/json"
	"io"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/diff"
)

type jsonSide struct {
	Name  string     `json:"name"`
	Time  *time.Time `json:"time,omitempty"`
	Agent string     `json:"agent,omitempty"`
	State string     `json:"state,omitempty"`
}

type jsonChange struct {
	At     string          `json:"at"`
	Kind   diff.Kind       `json:"kind"`
	From   string          `json:"from,omitempty"`
	A      json.RawMessage `json:"a,omitempty"`
	B      json.RawMessage `json:"b,omitempty"`
	Status string          `json:"status"` // "differs", or why it does not count
}

type jsonFact struct {
	Name    string `json:"name"`
	A       string `json:"a"`
	B       string `json:"b"`
	Differs bool   `json:"differs"`
}

// WriteJSON writes all changes as one JSON object.
func (r *RunDiff) WriteJSON(w io.Writer) error {
	out := struct {
		A       jsonSide     `json:"a"`
		B       jsonSide     `json:"b"`
		Differs bool         `json:"differs"`
		Facts   []jsonFact   `json:"facts"`
		Changes []jsonChange `json:"changes"`
		Equal   int          `json:"equal"`
	}{A: sideJSON(r.A), B: sideJSON(r.B), Differs: r.Differs(), Facts: []jsonFact{}, Changes: []jsonChange{}, Equal: r.Equal}
	for _, f := range r.Facts {
		out.Facts = append(out.Facts, jsonFact(f))
	}
	for _, c := range r.Changes {
		change := jsonChange{At: c.At, Kind: c.Kind, A: raw(c.A), B: raw(c.B), Status: "differs"}
		if c.From != c.At {
			change.From = c.From
		}
		if c.Allowed != "" {
			change.Status = c.Allowed
		}
		out.Changes = append(out.Changes, change)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(out)
}

func sideJSON(s *DiffSide) jsonSide {
	out := jsonSide{Name: s.Name, Agent: s.Agent(), State: s.State()}
	if !s.When.IsZero() {
		out.Time = &s.When
	}
	return out
}

func raw(v *ojson.Value) json.RawMessage {
	if v == nil {
		return nil
	}
	return v.Compact()
}
