package store

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// The index knows the heads and ends of runs that have ended, so that ten
// thousand of them need not be opened to be listed. It only spares work: what it
// lacks is read from the files, what the files lack is not listed, and where it
// is damaged it is written anew. A line is one run: its fields, divided by tabs
// and without any escape that has to be undone for nearly all of them.

// indexVersion is the first line of the index; one with another is not read.
const indexVersion = "a2aform runs 6"

// indexFields is how many fields a line has.
const indexFields = 19

var (
	escapeField   = strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`)
	unescapeField = strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n")
)

// indexLine is a run as a line of the index, with its end.
func indexLine(r runfile.Info) string {
	fields := []string{
		filepath.Base(r.Path), r.ID.Exact(), strconv.FormatInt(r.Time.UnixNano(), 10), strconv.FormatInt(r.Ended.UnixNano(), 10), r.Outcome.Exact(),
		strconv.FormatBool(r.Private), r.Input, r.Source.Exact(), r.Agent.Exact(), r.Skill.Exact(), r.Schema.Exact(),
		strconv.Itoa(r.Code), strconv.Itoa(r.Problems), strconv.Itoa(r.Rows), r.Asked.Exact(), r.Error.Exact(), r.SkillName.Exact(), r.Usage.Exact(),
		r.Case.Exact(),
	}
	for i, f := range fields {
		fields[i] = escapeField.Replace(f)
	}
	return strings.Join(fields, "\t") + "\n"
}

// isCountable reports a time that a line can contain, which is one of the years 1678
// to 2261.
func isCountable(t time.Time) bool { return time.Unix(0, t.UnixNano()).Equal(t) }

// parseIndexed reads a line of the index, without its end.
func parseIndexed(line string) (name string, r runfile.Info, ok bool) {
	var f [indexFields]string
	for i := range f {
		field, rest, more := strings.Cut(line, "\t")
		if more == (i == indexFields-1) {
			return "", r, false
		}
		if strings.IndexByte(field, '\\') >= 0 {
			field = unescapeField.Replace(field)
		}
		f[i], line = field, rest
	}
	began, err := strconv.ParseInt(f[2], 10, 64)
	ended, err2 := strconv.ParseInt(f[3], 10, 64)
	code, err3 := strconv.Atoi(f[11])
	problems, err4 := strconv.Atoi(f[12])
	rows, err5 := strconv.Atoi(f[13])
	if err != nil || err2 != nil || err3 != nil || err4 != nil || err5 != nil || f[0] == "" || f[1] == "" || f[4] == "" {
		return "", r, false
	}
	return f[0], runfile.Info{
		ID: safe.Text(f[1]), Time: time.Unix(0, began), Ended: time.Unix(0, ended), Outcome: safe.Text(f[4]), Private: f[5] == "true", Input: f[6],
		Source: safe.Text(f[7]), Agent: safe.Text(f[8]), Skill: safe.Text(f[9]), Schema: safe.Text(f[10]), Over: true,
		Code: code, Problems: problems, Rows: rows, Asked: safe.Text(f[14]), Error: safe.Text(f[15]), SkillName: safe.Text(f[16]), Usage: safe.Text(f[17]),
		Case: safe.Text(f[18]),
	}, true
}

type runIndex struct {
	runs    map[string]runfile.Info // by the file's name
	lines   int
	damaged bool // some of it, or all
}

func (s *Store) indexPath() string { return filepath.Join(s.state, "runs.index") }

// readIndex reads what it can of the index.
func (s *Store) readIndex(budget int) *runIndex {
	index := &runIndex{runs: make(map[string]runfile.Info, budget)}
	data, err := readFile(s.indexPath())
	if err != nil {
		index.damaged = !os.IsNotExist(err)
		return index
	}
	first, text, _ := strings.Cut(string(data), "\n")
	if first != indexVersion {
		index.damaged = true
		return index
	}
	for len(text) > 0 {
		line, rest, whole := strings.Cut(text, "\n")
		text = rest
		name, run, ok := parseIndexed(line)
		if !whole || !ok {
			index.damaged = true
			continue
		}
		index.lines++
		index.runs[name] = run
	}
	return index
}

// dueLines is how many lines of runs that are gone the index may have, besides
// as many as there are runs.
const dueLines = 100

// writeIndex adds what the index does not know yet, or writes it anew. Failing
// to costs only time, the next time.
func (s *Store) writeIndex(index *runIndex, runs []runfile.Info) {
	var fresh []byte
	anew := index.damaged || index.lines == 0 || index.lines > 2*len(runs)+dueLines
	if anew {
		fresh = []byte(indexVersion + "\n")
	}
	found := false
	for _, r := range runs {
		name := filepath.Base(r.Path)
		_, known := index.runs[name]
		if known && !anew || !r.Over || !isCountable(r.Time) || !isCountable(r.Ended) {
			continue
		}
		fresh, found = append(fresh, indexLine(r)...), true
	}
	switch {
	case !found && !index.damaged:
	case anew:
		_ = writeFile(s.indexPath(), fresh)
	default:
		if f, err := openAppend(s.indexPath()); err == nil {
			_, _ = f.Write(fresh)
			_ = f.Close()
		}
	}
}
