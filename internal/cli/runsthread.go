package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"a2aform/internal/cli/command"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/ui/kit"
)

// printThread prints the runs that a run is a part of, each with what of the one before it filled in its form.
func (o *runsShowOptions) printThread(s *command.Streams, name string) error {
	if v := o.output.Value; v != "text" && v != "json" {
		return command.Usagef("--thread is printed as text or json, not as %s", v)
	}
	info, err := command.FindRun(s, name)
	if err != nil {
		return err
	}
	keep, err := runStore(s)
	if err != nil {
		return err
	}
	list, err := keep.Runs()
	if err != nil {
		return err
	}
	thread, _ := store.Thread(list.Runs, info.ID)
	if thread == nil { // a file that lies elsewhere
		thread = []runfile.Info{info}
	}
	if o.output.JSON() {
		return printThreadJSON(s, thread)
	}
	var rows command.Rows
	if s.OutTTY {
		rows.Add("RUN", "BEGAN", "AGENT", "SKILL", "OUTCOME", "FILLED IN FROM")
	}
	for i, r := range thread {
		cells := []string{r.ID.Line(80).String(), r.Time.Local().Format(timeLayout), command.Line(r.Agent), kit.RunName(r), outcomeOf(r)}
		if r.Rows > 0 {
			cells[len(cells)-1] += ", " + kit.Plural(r.Rows, "row", "rows")
		}
		if r.FedBy != nil {
			cells = append(cells, fedByText(r.FedBy, i == 0))
		}
		rows.Add(cells...)
	}
	return rows.Print(s.Text())
}

// fedByText says what of which result filled in which fields. The run is the one before, unless that one was deleted.
func fedByText(f *runfile.FedBy, isDeleted bool) string {
	var fields []string
	for _, field := range f.Fields {
		fields = append(fields, command.Line(field))
	}
	text := f.Part()
	if list := strings.Join(fields, ", "); list != "" && list != text {
		text += ": " + list
	}
	if isDeleted {
		text += fmt.Sprintf(" (of %s, which is not there)", f.Run.Line(80))
	}
	return text
}

// threadRunJSON is a run of a thread.
type threadRunJSON struct {
	runJSON
	Rows  int            `json:"rows,omitempty"`
	FedBy *runfile.FedBy `json:"fedBy,omitempty"`
}

func printThreadJSON(s *command.Streams, thread []runfile.Info) error {
	all := make([]threadRunJSON, len(thread))
	for i, r := range thread {
		all[i] = threadRunJSON{runJSONOf(r), r.Rows, r.FedBy}
	}
	text, err := json.Marshal(all)
	if err != nil {
		return fmt.Errorf("write the thread: %w", err)
	}
	return command.PrintRaw(s, text)
}
