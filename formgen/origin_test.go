package formgen_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/internal/ojson"
)

const origins = `{"type":"object","required":["a","c"],"properties":{
	"a":{"type":"string","default":"d"},"b":{"type":"string","examples":["e"]},"c":{"const":1},
	"d":{"type":["string","null"]},"e":{"type":"array","items":{"type":"string"}},"f":{"type":"object","properties":{"g":{"type":"string"}}}}}`

func originsOf(f *formgen.Form) string {
	of := f.Origins()
	var lines []string
	for _, at := range slices.Sorted(maps.Keys(of)) {
		lines = append(lines, at+" "+of[at].String())
	}
	return strings.Join(lines, ", ")
}

func TestOrigins(t *testing.T) {
	load := func(text string, from formgen.Origin) func(*formgen.Form) {
		return func(f *formgen.Form) {
			v, _ := ojson.Parse([]byte(text), ojson.DataLimits)
			f.LoadFrom(v, from)
		}
	}
	for _, tt := range []struct {
		name string
		do   func(*formgen.Form)
		want string
	}{
		{"nothing done", func(*formgen.Form) {}, "/a default, /c default"},
		{"typed", func(f *formgen.Form) { field(t, f, "/a").SetText("x") }, "/a typed, /c default"},
		{"an example taken", func(f *formgen.Form) { field(t, f, "/b").UseDefault() }, "/a default, /b example, /c default"},
		{"a preset", load(`{"a":"x","c":1,"e":["y"],"f":{"g":"z"}}`, formgen.Saved), "/a preset, /c preset, /e/0 preset, /f/g preset"},
		{"the earlier run, then typed", func(f *formgen.Form) {
			load(`{"a":"x","c":1}`, formgen.LastRun)(f)
			field(t, f, "/a").SetText("y")
		}, "/a typed, /c earlier run"},
		{"a file in one place", func(f *formgen.Form) {
			v, _ := ojson.Parse([]byte(`["y"]`), ojson.DataLimits)
			field(t, f, "/e").LoadFrom(v, formgen.Loaded)
		}, "/a default, /c default, /e/0 file"},
		{"undone", func(f *formgen.Form) {
			load(`{"a":"x","c":1}`, formgen.LastRun)(f)
			f.Undo()
		}, "/a default, /c default"},
		{"a draft", func(f *formgen.Form) {
			load(`{"a":"x","c":1}`, formgen.LastRun)(f)
			if err := f.Restore(encode(t, f)); err != nil {
				t.Fatal(err)
			}
		}, "/a earlier run, /c earlier run"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := open(t, origins)
			tt.do(f)
			if got := originsOf(f); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestLeftOut(t *testing.T) {
	f := open(t, origins)
	field(t, f, "/a").SetText("")
	field(t, f, "/d").SetPresence(formgen.Null)
	field(t, f, "/f").SetPresence(formgen.Set)
	if got, want := fmt.Sprint(f.LeftOut()), "[B E]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
