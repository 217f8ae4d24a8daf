// Package report writes the results of test cases: as lines for people, as JUnit XML for a build server, as JSON for
// programs, and as CSV or Markdown. It also writes test cases and recorded runs as a page of HTML for a developer, one file that
// fetches nothing and runs no script, and lists the differences of two runs.
//
// Every case, every attempt and every expectation that does not hold is in every report. Text of agents is cleaned, then escaped
// as its format wants it.
package report

import (
	"bufio"
	"errors"
	"io"
	"math"
	"os"
	"slices"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/runner"
	"a2aform/internal/safe"
	"a2aform/render/export"
)

// Writer writes a report while cases end. It contains none of them: a run may have a million.
type Writer interface {
	// Begin is called first. The number of cases is what is expected.
	Begin(started time.Time, cases int) error
	// Case writes a case that has ended.
	Case(r *runner.Result) error
	// End is called last, also where the run was stopped or a case could not be written.
	End(s *Summary, took time.Duration) error
}

// Formats are the formats of the reports of this package that go to files.
var Formats = []string{"junit", "csv", "md"}

// New is the writer of a format of [Formats], or of json; nil for another.
func New(format string, w io.Writer) Writer {
	switch format {
	case "junit":
		return &junit{w: w}
	case "json":
		return &document{w: w}
	case "csv":
		return &csvTable{w: w}
	case "md":
		return &markdownReport{w: w}
	}
	return nil
}

// cellsOf are the cells of a case's row.
func cellsOf(r *runner.Result) (cells []export.Cell) {
	for _, c := range r.Case.Cells {
		cells = append(cells, export.Cell{Column: safe.Text(c.Name), Text: safe.Text(c.Text)})
	}
	return cells
}

// distribution counts times in buckets, each of which is one percent wide, so that a million attempts need a few hundred numbers.
type distribution struct {
	buckets map[int]bucket
	count   int
}

type bucket struct {
	count   int
	longest time.Duration
}

const step = 1.01 // from one bucket to the next

func (d *distribution) add(t time.Duration) {
	if d.buckets == nil {
		d.buckets = map[int]bucket{}
	}
	at := int(math.Round(math.Log(max(float64(t), 1)) / math.Log(step)))
	d.buckets[at] = bucket{d.buckets[at].count + 1, max(d.buckets[at].longest, t)}
	d.count++
}

// addSeen adds milliseconds of a verdict document, which has none for what was not reached.
func (d *distribution) addSeen(ms *ojson.Value) {
	if t, err := time.ParseDuration(ms.Text() + "ms"); err == nil && ms.Is(ojson.Number) {
		d.add(t)
	}
}

// percentile is the time within which p of 100 attempts were, to one percent; 0 for no attempt.
func (d *distribution) percentile(p int) time.Duration {
	var list []int
	for at := range d.buckets {
		list = append(list, at)
	}
	slices.Sort(list)
	left := (d.count*p + 99) / 100
	for _, at := range list {
		if left -= d.buckets[at].count; left <= 0 {
			return d.buckets[at].longest
		}
	}
	return 0
}

// Times are how long attempts took until something came: half of them, 95 and 99 of 100, and the slowest.
type Times struct {
	Until                  string
	P50, P95, P99, Slowest time.Duration
	Count                  int // of the attempts
}

// Times are those until the first event, the first artifact and the end, as far as there were any.
func (s *Summary) Times() (list []Times) {
	for _, until := range []struct {
		name string
		of   *distribution
	}{{"first event", &s.firstEvent}, {"first artifact", &s.firstArtifact}, {"end", &s.end}} {
		if until.of.count > 0 {
			list = append(list, Times{until.name, until.of.percentile(50), until.of.percentile(95), until.of.percentile(99), until.of.percentile(100), until.of.count})
		}
	}
	return list
}

// errNotBegun is the error of a report without a temporary file.
var errNotBegun = errors.New("its temporary file could not be made")

// spool is a temporary file that is written once, then read once.
type spool struct {
	file *os.File
	w    *bufio.Writer
}

func newSpool() (*spool, error) {
	f, err := os.CreateTemp("", "a2aform-report-*.tmp")
	if err != nil {
		return nil, err
	}
	return &spool{f, bufio.NewWriterSize(f, 64<<10)}, nil
}

func (s *spool) write(data []byte) error {
	_, err := s.w.Write(data)
	return err
}

// reader reads what was written, from its beginning.
func (s *spool) reader() (*bufio.Reader, error) {
	if err := s.w.Flush(); err != nil {
		return nil, err
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(s.file, 64<<10), nil
}

func (s *spool) close() {
	_ = s.file.Close()
	_ = os.Remove(s.file.Name())
}
