package report

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"a2aform/internal/qa/plan"
)

// CheckShards fails where reports are not all the shards of one suite, each once.
func CheckShards(list []*Reader) error {
	seen := map[int]bool{}
	for _, r := range list {
		switch {
		case r.Shard == nil:
			return errors.New("a report is of no shard; write the reports with a2aform test --shard I/N --report json=FILE")
		case r.Shard.Of != list[0].Shard.Of || r.Shard.Cases != list[0].Shard.Cases:
			return fmt.Errorf("the shards are not of one suite: shard %d is one of %d with %s in all, shard %d one of %d with %d", list[0].Shard.Index, list[0].Shard.Of,
				Counted(list[0].Shard.Cases, "case", "cases"), r.Shard.Index, r.Shard.Of, r.Shard.Cases)
		case seen[r.Shard.Index]:
			return fmt.Errorf("shard %d is there twice", r.Shard.Index)
		}
		seen[r.Shard.Index] = true
	}
	var missing []string
	for i := 1; i <= list[0].Shard.Of; i++ {
		if !seen[i] {
			missing = append(missing, fmt.Sprintf("%d/%d", i, list[0].Shard.Of))
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("%s missing: %s", Counted(len(missing), "shard is", "shards are"), strings.Join(missing, ", "))
	}
	return nil
}

// Merge yields the cases of all reports in the order of the suite. It holds one case of each report.
func Merge(list []*Reader) iter.Seq2[*plan.Result, error] {
	return func(yield func(*plan.Result, error) bool) {
		heads := make([]*plan.Result, len(list))
		next := func(i int) (err error) {
			if heads[i], err = list[i].Next(); errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		for i := range list {
			if err := next(i); err != nil {
				yield(nil, err)
				return
			}
		}
		for {
			first := -1
			for i, head := range heads {
				if head != nil && (first < 0 || head.Case.Index < heads[first].Case.Index) {
					first = i
				}
			}
			if first < 0 || !yield(heads[first], nil) {
				return
			}
			if err := next(first); err != nil {
				yield(nil, err)
				return
			}
		}
	}
}
