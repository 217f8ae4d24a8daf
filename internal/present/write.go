package present

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// FromRun is the text of a script that plays a recorded run, whose copy lies next to the script under the name of recorded.
// IsDemo reports the JSON of the card of the demo agent, which has a new address each time.
func FromRun(path, recorded string, isDemo func(card []byte) bool) ([]byte, error) {
	rec, err := run.OpenRecording(path)
	if err != nil {
		return nil, fmt.Errorf("open the run: %w", err)
	}
	plan := rec.Plan()
	title, agent := plan.Agent.Card().Name, rec.Source()
	if isDemo(plan.Agent.Card().Raw) {
		agent = safe.Text("demo")
	}
	if plan.Skill != nil {
		title = plan.Skill.Name
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# a2aform present plays this script; present --check checks it. Write your own captions and notes.\n"+
		"version = 1\ntitle = %s\nagent = %s\npatience = \"10s\" # then the recorded run goes on in place of a silent agent\n", quoted(title), quoted(agent))
	add := func(show, caption, more string) {
		fmt.Fprintf(&b, "\n[[step]]\nshow = %q\n%scaption = %q\nnotes = \"\"\n", show, more, caption)
	}
	add(Agent, "What the agent can do.", "")
	more := fmt.Sprintf("run = %s\n", quoted(safe.Text(filepath.ToSlash(recorded))))
	if plan.Skill != nil {
		more = fmt.Sprintf("skill = %s\n", quoted(plan.Skill.ID)) + more
	}
	add(Form, "What we ask for.", more)
	add(Review, "One look before it is sent.", "")
	add(Task, "The agent works.", "")
	err = runfile.Read(path, func(line runfile.Line) bool {
		if line.Kind == runfile.Answer {
			name := "text"
			if text := line.Text.Exact(); strings.HasPrefix(text, "{") && isJSON([]byte(text)) {
				name = "value"
			}
			add(Answer, "The agent asks, and we answer.", fmt.Sprintf("%s = %s\n", name, quoted(line.Text)))
			add(Task, "The same task goes on.", "")
		}
		return true
	})
	add(Table, "What comes back.", "")
	return b.Bytes(), err
}

// quoted is a text as a basic string of TOML.
func quoted(text safe.Raw) string {
	return string(ojson.NewString(text.Exact()).Append(nil))
}
