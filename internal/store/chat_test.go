package store_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

func TestLastChatOfEachAgentIsKept(t *testing.T) {
	keep := open(t)
	one, two := safe.Text("https://one.example"), safe.Text("https://two.example")
	for _, c := range [][2]safe.Raw{{one, safe.Text("c1")}, {two, safe.Text("c2")}, {one, safe.Text("c3")}} {
		if err := keep.KeepChat(c[0], c[1]); err != nil {
			t.Fatal(err)
		}
	}
	for agent, want := range map[safe.Raw]string{one: "c3", two: "c2", safe.Text("https://three.example"): ""} {
		if got, err := keep.LastChat(agent); got.Exact() != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", agent.Exact(), got.Exact(), err, want)
		}
	}
	for i := range 200 {
		if err := keep.KeepChat(safe.Text(fmt.Sprint("https://other.example/", i)), one); err != nil {
			t.Fatal(err)
		}
	}
	if got, _ := keep.LastChat(one); !got.IsEmpty() {
		t.Error("the list only grows")
	}
}

func TestRunsOfAChatBelongTogether(t *testing.T) {
	keep := open(t)
	source, agent := safe.Text("https://one.example/card.json"), safe.Text("One")
	began := time.Date(2026, 11, 27, 8, 0, 0, 0, time.UTC)
	for i, r := range []struct {
		head    runfile.Line
		context string
	}{
		{runfile.Line{Source: source, Agent: agent, Asked: safe.Text("the planets")}, "c1"},
		{runfile.Line{Source: source, Agent: agent, Asked: safe.Text("a form"), Input: "digest"}, "c1"},
		{runfile.Line{Source: safe.Text("elsewhere"), Agent: agent, Asked: safe.Text("the moons")}, "c2"},
		{runfile.Line{Source: source, Agent: agent, Asked: safe.Text("only those with rings")}, "c1"},
		{runfile.Line{Source: source, Agent: agent, Asked: safe.Text("a case"), Case: safe.Text("case")}, "c1"},
		{runfile.Line{Source: source, Agent: agent, Asked: safe.Text("a secret"), Private: true}, "c1"},
		{runfile.Line{Source: source, Agent: agent, Asked: safe.Text("no context")}, ""},
		{runfile.Line{Source: safe.Text("elsewhere"), Agent: safe.Text("Two"), Asked: safe.Text("another agent")}, "c3"},
	} {
		r.head.Time, r.head.ID = began.Add(time.Duration(i)*time.Minute), safe.Text(fmt.Sprint("run", i))
		file, err := keep.CreateRun(r.head)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(file.Append(runfile.Line{Kind: runfile.End, Time: r.head.Time, Outcome: safe.Text("completed"), ContextID: safe.Text(r.context)}), file.Close()); err != nil {
			t.Fatal(err)
		}
	}
	chats, err := keep.Chats(source, agent)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, runs := range chats {
		for _, r := range runs {
			got = append(got, r.Asked.Exact())
		}
		got = append(got, "|")
	}
	if want := "the planets,only those with rings,|,the moons,|"; strings.Join(got, ",") != want {
		t.Errorf("%q, want %q", got, want)
	}
}
