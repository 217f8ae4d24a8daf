package report_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/plan"
	"a2aform/internal/qa/report"
)

// A report that is read and written again is the same in every format but for what JSON does not hold.
func TestReportIsReadAsWritten(t *testing.T) {
	t.Parallel()
	want := sample()
	for i, r := range want.Results {
		r.Case.Index, r.Case.Skill = i+1, "fight"
	}
	want.Results[3].Case.Cells = []casefile.Cell{{Name: "a", Text: "Lion"}}
	reader, err := report.NewReader(strings.NewReader(want.write(t, "json")))
	if err != nil {
		t.Fatal(err)
	}
	got := &run{Started: reader.Started}
	for {
		r, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got.Results = append(got.Results, r)
	}
	got.Took = reader.Took
	for _, format := range append([]string{"text"}, report.Formats...) {
		if a, b := got.write(t, format), want.write(t, format); a != b {
			t.Errorf("%s:\n%s\nwant\n%s", format, a, b)
		}
	}
}

// shard is the report of a shard that has the cases of some indices.
func shard(t *testing.T, s report.Shard, indices ...int) string {
	t.Helper()
	var sb strings.Builder
	w := report.NewShard(&sb, s)
	err := w.Begin(time.Time{}, len(indices))
	var sum report.Summary
	for _, i := range indices {
		r := &plan.Result{Case: &casefile.Case{Path: "a.toml", Name: fmt.Sprint("case ", i), Index: i}, Verdict: check.Pass}
		sum.Add(r)
		err = errors.Join(err, w.Case(r))
	}
	if err := errors.Join(err, w.End(&sum, time.Second)); err != nil {
		t.Fatal(err)
	}
	return sb.String()
}

func merge(t *testing.T, reports ...string) (names string, err error) {
	t.Helper()
	var list []*report.Reader
	for _, text := range reports {
		r, err := report.NewReader(strings.NewReader(text))
		if err != nil {
			return "", err
		}
		list = append(list, r)
	}
	if err := report.CheckShards(list); err != nil {
		return "", err
	}
	for r, err := range report.Merge(list) {
		if err != nil {
			return names, err
		}
		names += r.Case.Name + ", "
	}
	return names, nil
}

// The cases of all shards come in the order of the suite.
func TestMerge(t *testing.T) {
	t.Parallel()
	of := func(i, of, cases int) report.Shard { return report.Shard{Index: i, Of: of, Cases: cases} }
	whole := []string{shard(t, of(1, 3, 5), 2, 5), shard(t, of(3, 3, 5)), shard(t, of(2, 3, 5), 1, 3, 4)}
	if names, err := merge(t, whole...); err != nil || names != "case 1, case 2, case 3, case 4, case 5, " {
		t.Errorf("%v: %s", err, names)
	}
	for _, test := range []struct {
		reports []string
		want    string
	}{
		{whole[:1], "2 shards are missing: 2/3, 3/3"},
		{whole[:2], "1 shard is missing: 2/3"},
		{append(whole, whole[0]), "shard 1 is there twice"},
		{[]string{whole[0], shard(t, of(2, 2, 5))}, "not of one suite"},
		{[]string{whole[0], shard(t, of(2, 3, 6))}, "not of one suite"},
		{[]string{sample().write(t, "json")}, "of no shard"},
		{[]string{`{"cases":1}`}, "no JSON report"},
		{[]string{`[]`}, "no JSON report"},
		{[]string{`{"started":"x"}`}, "no JSON report"},
		{[]string{strings.Split(shard(t, of(1, 1, 2), 1, 2), `"case 2"`)[0]}, "no JSON report"},
		{[]string{strings.TrimSuffix(shard(t, of(1, 1, 2), 1, 2), "}\n")}, "no JSON report"},
	} {
		if names, err := merge(t, test.reports...); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v (%s), want %s", err, names, test.want)
		}
	}
}

// Whatever a file holds, it is read or refused.
func FuzzReader(f *testing.F) {
	f.Add(`{"started":"2026-01-02T03:04:05Z","shard":{"index":1,"of":2,"cases":3},"cases":[{"name":"a","verdict":"pass","attempts":[{"lines":[{"check":"state"}],"document":{"a":1}}]}],"ms":5,"summary":{}}`)
	f.Add(`{"cases":[`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := report.NewReader(strings.NewReader(text))
		for n := 0; err == nil; n++ {
			if _, err = r.Next(); n > len(text) {
				t.Fatal("there are more cases than bytes")
			}
		}
		if !errors.Is(err, report.ErrNoReport) && !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
	})
}
