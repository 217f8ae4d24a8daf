package main

import "testing"

func TestReportReplacesMarkedSection(t *testing.T) {
	const document = "a\n<!-- x -->\n\nold\n\n<!-- /x -->\nb\n<!-- y -->\n<!-- /y -->\n"
	got, err := replaced([]byte(document), "x", []byte("\n| new |\n"))
	if want := "a\n<!-- x -->\n\n| new |\n\n<!-- /x -->\nb\n<!-- y -->\n<!-- /y -->\n"; err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
	if again, err := replaced(got, "x", []byte("| new |")); err != nil || string(again) != string(got) {
		t.Errorf("a second time: %v\n%s", err, again)
	}
	if _, err := replaced([]byte(document), "z", []byte("new")); err == nil {
		t.Error("marks that are missing are no error")
	}
	if _, err := replaced([]byte(document), "x", []byte("\n")); err == nil {
		t.Error("a command that printed nothing is no error")
	}
}
