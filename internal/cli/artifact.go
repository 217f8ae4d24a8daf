package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/export"
)

// artifactFlag names the one artifact of a result that is printed, "" for all.
type artifactFlag struct{ name string }

func (f *artifactFlag) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.name, "artifact", "", "print only the artifact with this `NAME`, id or number from 1")
}

// artifactError says that --artifact has to name an artifact, or another one.
type artifactError struct{ text string }

func (e *artifactError) Error() string { return e.text }

// pick returns the document of the artifact that the flag names, or d without the flag.
func (f *artifactFlag) pick(d *render.Document) (*render.Document, error) {
	if f.name == "" {
		return d, nil
	}
	name := line(safe.Text(f.name))
	var found []int
	for i, s := range d.Sections {
		if line(s.Name) == name || line(s.ID) == name {
			found = append(found, i)
		}
	}
	if n, err := strconv.Atoi(name); len(found) == 0 && err == nil && n >= 1 && n <= len(d.Sections) {
		found = []int{n - 1}
	}
	names := artifactNames(d)
	switch len(found) {
	case 0:
		if len(names) == 0 {
			return nil, &artifactError{fmt.Sprintf("the result has no artifact %s; it has no artifacts", safe.Text(name).Line(60))}
		}
		return nil, &artifactError{fmt.Sprintf("the result has no artifact %s; it has %s", safe.Text(name).Line(60), strings.Join(names, ", "))}
	case 1:
		return &render.Document{Sections: d.Sections[found[0] : found[0]+1]}, nil
	}
	var same []string
	for _, i := range found {
		same = append(same, names[i])
	}
	return nil, &artifactError{fmt.Sprintf("the result has several artifacts %s: set --artifact to one of %s", safe.Text(name).Line(60), strings.Join(same, ", "))}
}

// artifactNames are what --artifact takes for each artifact: its name where no other has
// it, else its id, else its number.
func artifactNames(d *render.Document) []string {
	count := map[string]int{}
	for _, s := range d.Sections {
		count[line(s.Name)]++
		if line(s.ID) != line(s.Name) {
			count[line(s.ID)]++
		}
	}
	names := make([]string, len(d.Sections))
	for i, s := range d.Sections {
		names[i] = strconv.Itoa(i + 1)
		for _, name := range []string{line(s.ID), line(s.Name)} {
			if name != "" && count[name] == 1 {
				names[i] = name
			}
		}
	}
	return names
}

// exportDocument writes a document, or the artifact of it that --artifact names, and
// says on standard error what is not in the output but is no failure.
func (s *Streams) exportDocument(ctx context.Context, w io.Writer, d *render.Document, artifact artifactFlag, format export.Format, title string) error {
	picked, err := artifact.pick(d)
	if err != nil {
		return err
	}
	picked.Load(ctx)
	err = export.Document(w, picked, format, export.Options{Title: title})
	var several *export.TablesError
	var repeated *export.DuplicateKeysError
	switch {
	case errors.As(err, &several) && len(several.Artifacts) > 1:
		names, with := artifactNames(d), make([]string, len(several.Artifacts))
		for i, section := range several.Artifacts {
			with[i] = names[section]
		}
		return &artifactError{fmt.Sprintf("the result has %d tables, but %s can hold only one: choose an artifact with --artifact NAME (%s), or use jsonl, md or html",
			several.Count, format, strings.Join(with, ", "))}
	case errors.As(err, &repeated):
		s.warn("note: " + repeated.Error())
		return nil
	case errors.Is(err, export.ErrNoData) && format == export.JSONL:
		s.warn("note: " + export.ErrNoData.Error() + ", so there are no rows")
		return nil
	}
	return err
}
