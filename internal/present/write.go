package present

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

// Recorded is a run to write a script from.
type Recorded struct {
	Path string
	Name string // of its copy beside the script
}

// FromRuns is the text of a script that plays recorded runs, one scene each. IsDemo reports the JSON of the card of the demo agent,
// which has a new address each time.
func FromRuns(runs []Recorded, isDemo func(card []byte) bool) ([]byte, error) {
	var w scriptWriter
	for i, r := range runs {
		if err := w.scene(r, i, isDemo); err != nil {
			return nil, fmt.Errorf("the run %s: %w", safe.Text(filepath.Base(r.Path)).Line(80), err)
		}
	}
	head := fmt.Appendf(nil, "# a2aform present plays this script; present --check checks it. Write your own captions and notes:\n# a slide without a caption says what is on it.\n"+
		"version = 1\ntitle = %s\nagent = %s\npatience = \"10s\" # then the recorded run goes on in place of a silent agent\n",
		quoted(safe.Text(strings.Join(slices.Compact(w.titles), " → "))), quoted(w.agent))
	return append(head, w.Bytes()...), nil
}

// maxExamples is how many skills [FromAgent] shows.
const maxExamples = 3

// FromAgent is a script of what an agent can do: its card, and the first skills that have an id and an example which can be sent, each with what
// comes of it. It is nil where no skill has one.
func FromAgent(agent *a2aclient.Agent) *Script {
	card, w := agent.Card(), scriptWriter{}
	w.step(Agent)
	scenes := 0
	for i := range card.Skills {
		skill := &card.Skills[i]
		example, isData := sendable(agent, skill)
		if example == 0 || scenes == maxExamples || skill.ID.IsEmpty() || card.Skill(skill.ID.Exact()) != skill {
			continue
		}
		scenes++
		w.step(Form, fmt.Sprintf("skill = %s\n", quoted(skill.ID)), fmt.Sprintf("example = %d\n", example))
		if isData {
			w.step(Review)
		}
		w.step(Task)
		w.step(Table)
	}
	if scenes == 0 {
		return nil
	}
	s, problems := parse("", w.Bytes())
	if len(problems) > 0 {
		panic("present: FromAgent: " + problems[0].Error())
	}
	return s
}

// sendable is the first example that a form of a skill takes, from 1, else the first that is text; 0 for none.
func sendable(agent *a2aclient.Agent, skill *a2aclient.Skill) (example int, isData bool) {
	for i := range skill.Examples {
		value, text, err := content(&Step{Example: i + 1}, skill, nil)
		if err != nil || value == nil {
			if example == 0 && text != "" && skill.Text {
				example = i + 1
			}
			continue
		}
		if _, err := newPlan(agent, skill, value, ""); err == nil {
			return i + 1, true
		}
	}
	return example, false
}

// Write writes a script of recorded runs, and beside it a copy of each. It returns the paths, that of the script first. Files that are
// there already stay as they are, and then nothing is written.
func Write(path string, runs []runfile.Info, isDemo func(card []byte) bool) (written []string, err error) {
	base := strings.TrimSuffix(path, filepath.Ext(path))
	var list []Recorded
	for i, info := range runs {
		if info.Private {
			return nil, fmt.Errorf("the form of the run %s held a secret, so nothing of it was recorded", info.ID.Line(60))
		}
		name := base + ".jsonl"
		if len(runs) > 1 {
			name = fmt.Sprintf("%s-%d.jsonl", base, i+1)
		}
		list = append(list, Recorded{info.Path, filepath.Base(name)})
	}
	text, err := FromRuns(list, isDemo)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			for _, name := range written {
				_ = os.Remove(name)
			}
			written = nil
		}
	}()
	add := func(path string, write func(io.Writer) error) {
		if err == nil {
			err = store.WriteNew(path, write)
		}
		if err == nil {
			written = append(written, path)
		}
	}
	add(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	for _, r := range list {
		add(filepath.Join(filepath.Dir(path), r.Name), func(w io.Writer) error { return store.CopyRun(w, r.Path) })
	}
	return written, err
}

// scriptWriter writes the steps of a script, scene by scene.
type scriptWriter struct {
	bytes.Buffer
	agent  safe.Raw // of the first scene, and so of the script
	titles []string // of the scenes
}

// step writes a step with its members, each a line of its own.
func (w *scriptWriter) step(show string, members ...string) {
	fmt.Fprintf(&w.Buffer, "\n[[step]]\nshow = %q\n%scaption = \"\"\nnotes = \"\"\n", show, strings.Join(members, ""))
}

// scene writes the steps of a recorded run, and before those of the first one the agent.
func (w *scriptWriter) scene(r Recorded, index int, isDemo func(card []byte) bool) error {
	rec, err := run.OpenRecording(r.Path)
	if err != nil {
		return err
	}
	plan, agent := rec.Plan(), rec.Source()
	if isDemo(plan.Agent.Card().Raw) {
		agent = safe.Text("demo")
	}
	title := plan.Agent.Card().Name
	if plan.Skill != nil {
		title = plan.Skill.Name
	}
	w.titles = append(w.titles, title.Exact())
	if index == 0 {
		w.agent = agent
		w.step(Agent)
	}
	var members []string
	if agent != w.agent {
		members = append(members, fmt.Sprintf("agent = %s\n", quoted(agent)))
	}
	if plan.Skill != nil {
		members = append(members, fmt.Sprintf("skill = %s\n", quoted(plan.Skill.ID)))
	}
	w.step(Form, append(members, fmt.Sprintf("run = %s\n", quoted(safe.Text(filepath.ToSlash(r.Name)))))...)
	if plan.Data != nil { // words need no second look
		w.step(Review)
	}
	w.step(Task)
	err = runfile.Read(r.Path, func(line runfile.Line) bool {
		if line.Kind == runfile.Answer {
			name := "text"
			if text := line.Text.Exact(); strings.HasPrefix(text, "{") && isJSON([]byte(text)) {
				name = "value"
			}
			w.step(Answer, fmt.Sprintf("%s = %s\n", name, quoted(line.Text)))
			w.step(Task)
		}
		return true
	})
	w.step(Table)
	if ChartOf(rec.Run().Document()) != nil {
		w.step(Chart)
	}
	return err
}

// quoted is a text as a basic string of TOML.
func quoted(text safe.Raw) string {
	return strings.ReplaceAll(string(ojson.NewString(text.Exact()).Append(nil)), "\x7f", `\u007f`) // which TOML wants, and JSON does not
}
