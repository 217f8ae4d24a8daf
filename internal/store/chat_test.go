package store_test

import (
	"fmt"
	"testing"

	"a2aform/internal/safe"
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
