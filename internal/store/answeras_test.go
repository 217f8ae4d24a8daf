package store_test

import (
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/store"
)

func TestAnswerAsIsKeptForEachSkill(t *testing.T) {
	keep := open(t)
	agent, skill := safe.Text("https://a.example"), safe.Text("chat")
	first := store.AnswerAs{Agent: agent, Skill: skill, Spec: safe.Text("name")}
	other := store.AnswerAs{Agent: agent, Spec: safe.Text("table"), InText: true}
	changed := store.AnswerAs{Agent: agent, Skill: skill, Spec: safe.Text("name, price: number")}
	for _, a := range []store.AnswerAs{first, other, changed} {
		if err := keep.KeepAnswerAs(a); err != nil {
			t.Fatal(err)
		}
	}
	if got := keep.AnswerAs(agent, skill); got != changed {
		t.Errorf("%+v", got)
	}
	if got := keep.AnswerAs(agent, safe.Raw{}); got != other {
		t.Errorf("%+v", got)
	}
	if err := keep.KeepAnswerAs(store.AnswerAs{Agent: agent, Skill: skill}); err != nil {
		t.Fatal(err)
	}
	if got := keep.AnswerAs(agent, skill); got != (store.AnswerAs{}) {
		t.Errorf("forgotten, and still %+v", got)
	}
}
