package command

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

// ArtifactFlag names the one artifact of a result that is printed, "" for all.
type ArtifactFlag struct{ Name string }

// Add adds the flag.
func (f *ArtifactFlag) Add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Name, "artifact", "", "print only the artifact with this `NAME`, id or number from 1")
}

// ArtifactError says that --artifact has to name an artifact, or another one.
type ArtifactError struct{ text string }

func (e *ArtifactError) Error() string { return e.text }

// Pick returns the document of the artifact that the flag names, or d without the flag.
func (f *ArtifactFlag) Pick(d *render.Document) (*render.Document, error) {
	if f.Name == "" {
		return d, nil
	}
	name := Line(safe.Text(f.Name))
	var found []int
	for i, s := range d.Sections {
		if Line(s.Name) == name || Line(s.ID) == name {
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
			return nil, &ArtifactError{fmt.Sprintf("the result has no artifact %s; it has no artifacts", safe.Text(name).Line(60))}
		}
		return nil, &ArtifactError{fmt.Sprintf("the result has no artifact %s; it has %s", safe.Text(name).Line(60), strings.Join(names, ", "))}
	case 1:
		return &render.Document{Sections: d.Sections[found[0] : found[0]+1]}, nil
	}
	var same []string
	for _, i := range found {
		same = append(same, names[i])
	}
	return nil, &ArtifactError{fmt.Sprintf("the result has several artifacts %s: set --artifact to one of %s", safe.Text(name).Line(60), strings.Join(same, ", "))}
}

// artifactNames are what --artifact takes for each artifact: its name where no other has
// it, else its id, else its number.
func artifactNames(d *render.Document) []string {
	count := map[string]int{}
	for _, s := range d.Sections {
		count[Line(s.Name)]++
		if Line(s.ID) != Line(s.Name) {
			count[Line(s.ID)]++
		}
	}
	names := make([]string, len(d.Sections))
	for i, s := range d.Sections {
		names[i] = strconv.Itoa(i + 1)
		for _, name := range []string{Line(s.ID), Line(s.Name)} {
			if name != "" && count[name] == 1 {
				names[i] = name
			}
		}
	}
	return names
}

// ExportDocument writes a document, or the artifact of it that --artifact names, and
// says on standard error what is not in the output but is no failure.
func (s *Streams) ExportDocument(ctx context.Context, w io.Writer, d *render.Document, artifact ArtifactFlag, format export.Format, title string) error {
	picked, err := artifact.Pick(d)
	if err != nil {
		return err
	}
	picked.Load(ctx)
	err = export.Document(w, picked, format, export.Options{Title: title})
	s.hasPrinted = s.hasPrinted || err == nil
	var several *export.TablesError
	var repeated *export.DuplicateKeysError
	switch {
	case errors.As(err, &several) && len(several.Artifacts) > 1:
		names, with := artifactNames(d), make([]string, len(several.Artifacts))
		for i, section := range several.Artifacts {
			with[i] = names[section]
		}
		return &ArtifactError{fmt.Sprintf("the result has %d tables, but %s can hold only one: choose an artifact with --artifact NAME (%s), or use jsonl, md or html",
			several.Count, format, strings.Join(with, ", "))}
	case errors.As(err, &repeated):
		s.Warn("note: " + repeated.Error())
		return nil
	case errors.Is(err, export.ErrNoData) && format == export.JSONL:
		s.Warn("note: " + export.ErrNoData.Error() + ", so there are no rows")
		return nil
	}
	return err
}
