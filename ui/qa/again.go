package qa

import (
	"context"
	"errors"

	"a2aform/internal/qa/casefile"
)

// again runs ended rows once more, with the current content of their files.
func (b *batch) again(ctx context.Context, which []int) {
	b.mu.Lock()
	var places []int
	wanted := map[string]map[string]bool{} // the names of the cases by their files
	for _, i := range which {
		r := &b.rows[i]
		if r.c == nil {
			continue
		}
		if r.result != nil {
			b.held--
		}
		*r = newRow(r.c)
		places = append(places, i)
		if wanted[r.c.Path] == nil {
			wanted[r.c.Path] = map[string]bool{}
		}
		wanted[r.c.Path][r.c.Name] = true
	}
	b.mu.Unlock()
	b.run(ctx, func(yield func(*casefile.Case) bool) {
		files := map[string]*file{}
		for _, i := range places {
			path := b.pathOf(i)
			if files[path] == nil && path != "" {
				files[path] = b.read(path, wanted[path])
			}
			if !yield(b.renew(i, files[path])) {
				return
			}
		}
	})
}

// file has cases of a file that was read again, by their names.
type file struct {
	cases   map[string]*casefile.Case
	problem error
}

// errGone is the error of a case that its file no longer has.
var errGone = errors.New("the file has no case of this name any more: go back to the list and run it from there")

func (b *batch) read(path string, names map[string]bool) *file {
	f := &file{cases: map[string]*casefile.Case{}, problem: errGone}
	read, problems := b.list.ReadFile(path)
	if len(problems) > 0 {
		f.problem = problems[0]
	}
	if read == nil {
		return f
	}
	for c := range read.Cases() {
		if names[c.Name] {
			f.cases[c.Name] = c
		}
	}
	return f
}

func (b *batch) pathOf(i int) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.rows[i].c.Path
}

// renew replaces the case of a row with the current one of its file. A case that the file no longer has gets a problem.
func (b *batch) renew(i int, f *file) *casefile.Case {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := &b.rows[i]
	if r.c.Path == "" { // it was generated
		return r.c
	}
	c := f.cases[r.c.Name]
	if c == nil {
		gone := *r.c
		gone.Problem = f.problem
		c = &gone
	}
	delete(b.index, r.c)
	b.index[c], r.c = i, c
	return c
}
