package mock

import (
	"encoding/json"

	"a2aform/internal/demo/server"
	"a2aform/internal/ojson"
)

// Recorded is a run of the real agent, whose answer the mock repeats for an equal input.
type Recorded struct {
	Schema    string // that the tag of the input names; "" for none
	Input     json.RawMessage
	Text      string // in place of Input
	State     string // in which it ended
	Words     []string
	Asks      []string // what the agent asked, and the user answered
	Artifacts []server.Artifact
}

// recordedFor is the first run with an equal input, nil where there is none.
func (o *Options) recordedFor(schema string, data json.RawMessage) *Recorded {
	v, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		return nil
	}
	for i := range o.Recorded {
		r := &o.Recorded[i]
		if r.Schema != schema || r.Input == nil {
			continue
		}
		if input, err := ojson.Parse(r.Input, ojson.DataLimits); err == nil && ojson.Equal(input, v) {
			return r
		}
	}
	return nil
}

func (o *Options) recordedText(text string) *Recorded {
	for i := range o.Recorded {
		if r := &o.Recorded[i]; r.Input == nil && r.Text != "" && r.Text == text {
			return r
		}
	}
	return nil
}
