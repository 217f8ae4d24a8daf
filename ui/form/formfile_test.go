package form_test

import (
	"fmt"
	"testing"

	"a2aform/ui/apptest"
)

func TestFileFillsForm(t *testing.T) {
	t.Parallel()
	dir := apptest.Files(t, map[string]string{"whole.json": `{"a":"Ant","b":"Bee"}`, "broken.json": "{\n  \"a\" \"Ant\"}", "sub/part.json": `{}`})
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24)
	d.Type("Lion").Press("f3").WaitFor("Start from…", "Load from file…")
	d.Press("esc").WaitGone("Blank form").Command("load a file").WaitFor("Load the whole form from a JSON file")

	// The line is completed, and says what is wrong with it.
	d.Type(dir).Type("/").WaitFor("broken.json", "sub/", "whole.json")
	d.Type("none").Press("enter").WaitFor("✗ there is no such file")
	d.Press("ctrl+u").Type(dir).Type("/b").WaitFor("broken.json").WaitGone("whole.json").Press("tab", "enter").WaitFor("✗ it is not JSON: line 2, column 7")
	d.Press("ctrl+u").Type(dir).Type("/").WaitFor("sub/").Press("down", "down", "enter").WaitFor("part.json").WaitGone("whole.json")
	d.Press("ctrl+u").Type(dir).Type("/").WaitFor("whole.json").Press("down", "down", "down", "enter")
	d.WaitFor("The whole form is filled in from whole.json; Ctrl+Z brings back", "A *       Ant", "B *       Bee", "2 of 2 required")
	d.Press("ctrl+z").WaitFor("A *       Lion", "1 of 2 required")
}

func TestFileFillsOneLocation(t *testing.T) {
	t.Parallel()
	dir := apptest.Files(t, map[string]string{"who.json": `{"name":"Grace","vegetarian":false}`})
	d := apptest.OpenSkill(t, apptest.Trip, apptest.Quick, 80, 24)
	d.Press("f3").WaitFor("1  Lisbon", "Load from file…").Press("1").WaitFor("6 of 6 required")
	for range 6 {
		d.Press("tab")
	}
	d.Press("f3").WaitFor("   Load Traveller from file…").Type("load traveller").WaitFor("1 of 6").Press("enter").WaitFor("Load Traveller from a JSON file")
	d.Paste("'" + dir + "/who.json'").Press("enter")
	d.WaitFor("Traveller is filled in from who.json", "Name *        Grace", "(●) no", "Lisbon")
	d.Press("ctrl+z").WaitFor("Ada Lovelace", "Lisbon")
}

func TestUnreadableFileIsReported(t *testing.T) {
	t.Parallel()
	dir := apptest.Files(t, map[string]string{"x": ""})
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24)
	d.Command("load a file").WaitFor("Load the whole form").Paste(dir).Press("enter").WaitFor("✗ it is a directory")
	d.Press("ctrl+u").Paste("/dev/zero").Press("enter").WaitFor("✗ it is not a data file")
	d.Press("ctrl+u").Paste(dir + "/x").Press("enter").WaitFor("✗ it is not JSON: line 1, column 1")
	d.Press("esc").WaitFor("A *")
}

// A text that fits several fields is offered to them, and is put where it was pasted all the same.
func TestPastedFieldsAreOffered(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 80, 24)
	d.Paste("A: Lion\nB: Tiger").WaitFor("Fill in 2 fields from what you pasted? enter · esc puts it here").WaitGone("A *       A: Lion")
	d.Press("enter").WaitFor("A *       Lion", "B *       Tiger", "2 of 2 required", "2 fields are filled in; Ctrl+Z takes them back").WaitGone("from what you pasted")
	d.Press("ctrl+z").WaitFor("0 of 2 required")
	d.Paste(`{"a":"Ant","b":"Bee"}`).WaitFor("Fill in 2 fields").Press("esc").WaitFor(`A *       {"a":"Ant","b":"Bee"}`, "1 of 2 required").WaitGone("from what you pasted")
	d.Press("ctrl+u").Paste(`{"a":"Ant","b":"Bee"}`).WaitFor("Fill in 2 fields", "enter Fill in the fields  esc Put it here").Type("x").Press("tab").WaitFor("Fill in 2 fields").Press("esc").WaitFor(`A *       {"a":"Ant","b":"Bee"}`)
	d.Press("ctrl+u").Paste("A: Lion\nB: Tiger\nFax: 1\nPhone: 2\nMail: 3\nStreet: 4").WaitFor("Fill in 2 fields").Press("enter").WaitFor("2 fields are filled in; Ctrl+Z takes them back", "! Pasted, but not used: Fax, Phone, Mail, Street (Esc hides this)")
	d.Press("tab", "end").Type("x").WaitFor("Tigerx", "Fax, Phone, Mail, Street").Press("f1").WaitFor("Help", "Fax, Phone, Mail, Street").Press("esc").WaitFor("esc Hide the note").Press("esc").WaitGone("Street").WaitFor("Tigerx")
	d.Press("ctrl+z", "ctrl+z")
	d.Paste("A: Lion\nB: Tiger\nFax: 1").WaitFor("Fill in 2 fields").Press("enter").WaitFor("not used: Fax").Press("ctrl+z").WaitGone("Fax")
	many := "A: Lion\nB: Tiger"
	for n := range 60 {
		many += fmt.Sprintf("\nUnknown%d: 1", n)
	}
	d.Paste(many).WaitFor("Fill in 2 fields").Press("enter").WaitFor("Unknown1,", "… F1 lists all (Esc hides this)", "A *", "B *").Press("f1").WaitFor("Unknown30").Press("esc", "esc", "ctrl+z").WaitGone("Unknown")
	d.Press("ctrl+u").Paste("A: Lion").WaitFor("A *       A: Lion")
}
