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

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"a2aform/internal/cli/command"
	"a2aform/internal/store/runfile"
	"a2aform/ui/uitest"
)

// reference is the directory of the pages that are generated from the program.
var reference = filepath.Join("..", "..", "docs", "reference")

// Each command has a page, each page is of a command, and what it says is the help
// of the command.
func TestReferenceOfCommands(t *testing.T) {
	root := newRoot(&command.Streams{Getenv: func(string) string { return "" }})
	pages := map[string]*cobra.Command{"a2aform.md": root}
	for _, cmd := range root.Commands() {
		if cmd.Name() != "help" {
			pages[cmd.Name()+".md"] = cmd
		}
	}
	dir := filepath.Join(reference, "commands")
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if pages[file.Name()] == nil && file.Name() != "README.md" {
			t.Errorf("%s is the page of no command", file.Name())
		}
	}
	for name, cmd := range pages {
		uitest.Page(t, filepath.Join(dir, name), cmd.Name(), commandPage(cmd))
	}
	var index strings.Builder
	index.WriteString("| command | what it does |\n|---|---|\n")
	for _, name := range sortedKeys(pages) {
		listCommands(&index, pages[name], name)
	}
	uitest.Page(t, filepath.Join(dir, "README.md"), "commands", index.String())
}

// listCommands writes a row for each command that can be run.
func listCommands(w *strings.Builder, cmd *cobra.Command, page string) {
	if cmd.HasParent() && cmd.HasAvailableSubCommands() {
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() {
				listCommands(w, sub, page)
			}
		}
		return
	}
	if cmd.HasParent() && cmd.Parent().HasParent() {
		page += "#" + strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	}
	use := strings.TrimSuffix(cmd.UseLine(), " [flags]")
	w.WriteString(uitest.TableRow("[`"+use+"`]("+page+")", sentence(cmd.Short)))
}

// commandPage is the help of a command, and of the commands below it, in Markdown.
func commandPage(cmd *cobra.Command) string {
	var w strings.Builder
	if cmd.HasParent() && cmd.HasAvailableSubCommands() {
		w.WriteString(prose(about(cmd)))
		writeBelow(&w, cmd)
	} else {
		commandHelp(&w, cmd, "##")
	}
	if cmd.HasParent() && cmd.Name() != "completion" {
		w.WriteString("\nThe [flags of every command](README.md#flags-of-every-command) work here too.\n")
	}
	return w.String()
}

// writeBelow writes the help of the commands below a command, at any depth.
func writeBelow(w *strings.Builder, cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		switch {
		case !sub.IsAvailableCommand():
		case sub.HasAvailableSubCommands():
			writeBelow(w, sub)
		default:
			fmt.Fprintf(w, "\n## %s\n\n", sub.CommandPath())
			commandHelp(w, sub, "###")
		}
	}
}

func commandHelp(w *strings.Builder, cmd *cobra.Command, level string) {
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	w.WriteString(prose(about(cmd)))
	fmt.Fprintf(w, "\n```text\n%s\n```\n", cmd.UseLine())
	if cmd.Example != "" {
		fmt.Fprintf(w, "\n%s Examples\n\n```sh\n%s\n```\n", level, unindent(cmd.Example))
	}
	if rows := flagRows(cmd.LocalFlags()); rows != "" {
		fmt.Fprintf(w, "\n%s Flags\n\n%s", level, rows)
	}
}

func TestReferenceOfFlags(t *testing.T) {
	root := newRoot(&command.Streams{Getenv: func(string) string { return "" }})
	uitest.Page(t, filepath.Join(reference, "commands", "README.md"), "flags", flagRows(root.PersistentFlags()))
}

func about(cmd *cobra.Command) string {
	if cmd.Long != "" {
		return cmd.Long
	}
	return cmd.Short
}

// prose is the text of a help as paragraphs; lines that are indented are code.
func prose(text string) string {
	var w strings.Builder
	for paragraph := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		if strings.Trim(paragraph, "\n") == "" {
			continue
		}
		if strings.HasPrefix(strings.TrimLeft(paragraph, "\n"), " ") || strings.HasPrefix(paragraph, "\t") {
			fmt.Fprintf(&w, "\n```sh\n%s\n```\n", unindent(paragraph))
			continue
		}
		code := slices.IndexFunc(strings.Split(paragraph, "\n"), func(line string) bool { return strings.HasPrefix(line, "\t") })
		if code < 0 {
			code = strings.Count(paragraph, "\n") + 1
		}
		lines := strings.Split(paragraph, "\n")
		fmt.Fprintf(&w, "\n%s\n", sentence(strings.Join(strings.Fields(strings.Join(lines[:code], " ")), " ")))
		if code < len(lines) {
			fmt.Fprintf(&w, "\n```sh\n%s\n```\n", unindent(strings.Join(lines[code:], "\n")))
		}
	}
	return strings.TrimLeft(w.String(), "\n")
}

// sentence ends a line with a full stop unless it ends with another mark, and keeps
// what could be a tag of HTML as text.
func sentence(text string) string {
	text = strings.ReplaceAll(text, "<", "&lt;")
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, ":") {
		return text
	}
	return text + "."
}

func unindent(text string) string {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	for i, line := range lines {
		line = strings.TrimPrefix(strings.TrimPrefix(line, "\t"), "  ")
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// flagRows is a table of flags; "" for none but --help.
func flagRows(set *pflag.FlagSet) string {
	var w strings.Builder
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		placeholder, text := pflag.UnquoteUsage(f)
		if f.NoOptDefVal != "" && f.Value.Type() != "bool" {
			placeholder = "[=" + placeholder + "]"
		}
		if f.Name == "version" {
			text = "print the version"
		}
		name := "`--" + strings.ReplaceAll(strings.TrimSpace(f.Name+" "+placeholder), " [=", "[=") + "`"
		if f.Shorthand != "" {
			name = "`-" + f.Shorthand + "`, " + name
		}
		if d := f.DefValue; d != "" && d != "false" && d != "[]" && d != "0" && d != "0s" && d != "-1" {
			text += " (default `" + d + "`)"
		}
		w.WriteString(uitest.TableRow(name, text))
	})
	if w.Len() == 0 {
		return ""
	}
	return "| flag | what it does |\n|---|---|\n" + w.String()
}

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
		if p.name == "limits" {
			continue // has a page of its own
		}
		values := "true, false"
		if p.Type != "boolean" {
			if len(p.AnyOf) > 0 {
				p.Enum = p.AnyOf[0].Enum // the other is a table
			}
			values = strings.Join(p.Enum, ", ")
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
	Enum              []string
	AnyOf             []struct{ Enum []string }
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

func sortedKeys[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
