package doctor

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"a2aform/internal/cli/command"
	"a2aform/internal/cli/lines"
	"a2aform/internal/cli/reportfile"
	"a2aform/internal/qa/finding"
	"a2aform/internal/safe"
)

// print prints what was found.
func (o *options) print(s *command.Streams, d *finding.Document) error {
	if o.format == "text" {
		return d.WriteText(lines.New(s))
	}
	return d.Write(command.JSONWriter(s), o.format)
}

func failure(n int, level finding.Level) string {
	words := fmt.Sprintf("%d findings fail", n)
	if n == 1 {
		words = "1 finding fails"
	}
	return fmt.Sprintf("%s (--fail-on %s)", words, level)
}

// maxBaseline is how large a file of known findings may be.
const maxBaseline = 16 << 20

// readBaseline reads the findings that are known, nil without --baseline, and where it is to be written.
func (o *options) readBaseline() (*finding.Report, error) {
	if o.baseline == "" || o.update {
		return nil, nil
	}
	shown := safe.Text(o.baseline).Line(200)
	info, err := os.Stat(o.baseline)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, command.Usagef("--baseline %s: there is no such file; write it with --update", shown)
	case err == nil && info.Size() > maxBaseline:
		return nil, command.Usagef("--baseline %s: it is too large", shown)
	}
	data, err := os.ReadFile(o.baseline)
	if err != nil {
		return nil, command.Usagef("--baseline %s: %s", shown, command.FileFault(err))
	}
	known := finding.New("")
	if err := json.Unmarshal(data, known); err != nil {
		return nil, command.Usagef("--baseline %s: it is no file of findings; write it with --update", shown)
	}
	return known, nil
}

// writeBaseline writes rules and places of all findings.
func (o *options) writeBaseline(s *command.Streams, d *finding.Document) error {
	type known struct {
		Rule    string `json:"rule"`
		Pointer string `json:"at"`
	}
	var file struct {
		Findings []known `json:"findings"`
	}
	file.Findings = []known{}
	for _, r := range d.Reports {
		for _, f := range r.Findings {
			if k := (known{f.Rule, f.Pointer}); !slices.Contains(file.Findings, k) {
				file.Findings = append(file.Findings, k)
			}
		}
	}
	text, err := json.MarshalIndent(file, "", "  ")
	if err == nil {
		err = reportfile.Write(o.baseline, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("the baseline %w", err)
	}
	s.Warn(fmt.Sprintf("wrote %d findings to %s", len(file.Findings), safe.Text(o.baseline).Line(200)))
	return nil
}

// copyLimited copies at most one byte more than the limit.
func copyLimited(w io.Writer, r io.Reader, most int) (int, error) {
	n, err := io.Copy(w, io.LimitReader(r, int64(most)+1))
	return int(n), err
}
