package present

import "time"

// Cue is what the presenter needs to know at a moment, and the audience does not see. It goes to the notes in a second terminal.
type Cue struct {
	Step    int       `json:"step"` // from 1
	Of      int       `json:"of"`
	Script  string    `json:"script"`
	Shows   string    `json:"shows"`
	Caption string    `json:"caption"`
	Notes   string    `json:"notes"`
	Next    string    `json:"next"`           // the caption of the next step
	Source  string    `json:"source"`         // live, recorded, or failed where nothing was recorded; "" before anything was sent
	Why     string    `json:"why,omitempty"`  // the run is not live
	State   string    `json:"state"`          // of the task
	Blank   bool      `json:"blank"`          // the audience sees nothing
	Remarks []string  `json:"remarks"`        // on the script
	Began   time.Time `json:"began,omitzero"` // the presentation
}
