package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/cli/command"
	"a2aform/internal/store/runfile"
	"a2aform/ui/uitest"
)

// reference is the directory of the pages that are generated from the program.
var reference = filepath.Join("..", "..", "docs", "reference")

// The page of limits is what "a2aform config limits" prints.
func TestReferenceOfLimits(t *testing.T) {
	var limits []struct {
		Name, Default, Bounds, Beyond string
	}
	decode(t, &limits, "config", "limits", "-o", "json")
	var w strings.Builder
	w.WriteString("| limit | default | what it bounds | beyond it |\n|---|---|---|---|\n")
	for _, l := range limits {
		w.WriteString(uitest.TableRow("`"+l.Name+"`", l.Default, l.Bounds, l.Beyond))
	}
	uitest.Page(t, filepath.Join(reference, "limits.md"), "limits", w.String())
}

// The page of preferences is what "a2aform config schema" prints.
func TestReferenceOfConfig(t *testing.T) {
	var schema struct{ Properties orderedProperties }
	decode(t, &schema, "config", "schema")
	var w strings.Builder
	w.WriteString("| key | variable | values | default | what it does |\n|---|---|---|---|---|\n")
	for _, p := range schema.Properties {
		if p.name == "limits" || p.name == "keys" || p.name == "commands" {
			continue // the page describes them below
		}
		values := "true, false"
		if p.Type != "boolean" {
			if len(p.AnyOf) > 0 {
				p.Enum = p.AnyOf[0].Enum // the other is a table, or 0
			}
			var words []string
			for _, word := range p.Enum {
				words = append(words, fmt.Sprint(word))
			}
			values = strings.Join(words, ", ")
		}
		if values == "" {
			values = "an age"
		}
		w.WriteString(uitest.TableRow("`"+p.name+"`", "`A2AFORM_"+strings.ToUpper(p.name)+"`", values, fmt.Sprintf("`%v`", p.Default), p.Description))
	}
	uitest.Page(t, filepath.Join(reference, "config.md"), "config", w.String())
}

// orderedProperties are the members of an object in their order.
type orderedProperties []property

type property struct {
	name              string
	Type, Description string
	Enum              []any
	AnyOf             []struct{ Enum []any }
	Default           any
}

// UnmarshalJSON reads the object member by member.
func (o *orderedProperties) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		p := property{name: name.(string)}
		if err := d.Decode(&p); err != nil {
			return err
		}
		*o = append(*o, p)
	}
	return nil
}

// decode runs a command and reads the JSON that it prints.
func decode(t *testing.T, into any, args ...string) {
	t.Helper()
	var out bytes.Buffer
	home := t.TempDir()
	s := &command.Streams{In: strings.NewReader(""), Out: &out, Err: &out, Args: args, Getenv: func(name string) string {
		if name == "A2AFORM_HOME" {
			return home
		}
		return ""
	}}
	if err := Run(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), into); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
}

// The page of exit codes has a row for each code of command/exit.go and for each signal
// that is caught, and no other.
func TestReferenceOfExitCodes(t *testing.T) {
	parsed, err := parser.ParseFile(token.NewFileSet(), "command/exit.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"129", "131", "143"} // 128 and the number of HUP, QUIT, TERM; INT is among the constants
	ast.Inspect(parsed, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || !strings.HasPrefix(strings.ToLower(spec.Names[0].Name), "exit") {
			return true
		}
		if code, ok := spec.Values[0].(*ast.BasicLit); ok {
			want = append(want, code.Value)
		}
		return true
	})
	data, err := os.ReadFile(filepath.Join(reference, "exit-codes.md"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\d+)` \\|").FindAllStringSubmatch(string(data), -1) {
		got = append(got, m[1])
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("docs/reference/exit-codes.md has %q, the program %q", got, want)
	}
}

// The page of the run file names each kind of line and each member.
func TestReferenceOfTheRunFile(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(reference, "run-file.md"))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{
		runfile.Head, runfile.Card, runfile.Input, runfile.Tool, runfile.Request, runfile.Response, runfile.Event,
		runfile.Notice, runfile.Answer, runfile.Canceled, runfile.Pause, runfile.End,
	}
	line := reflect.TypeFor[runfile.Line]()
	for i := range line.NumField() {
		name, _, _ := strings.Cut(line.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	for _, name := range names {
		if !strings.Contains(string(data), "`"+name+"`") {
			t.Errorf("docs/reference/run-file.md does not name `%s`", name)
		}
	}
}
