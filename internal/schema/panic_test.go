package schema

import (
	"strings"
	"testing"

	"a2aform/internal/ojson"
)

func TestCompilePanicIsReportedWithStack(t *testing.T) {
	d := &Document{raw: ojson.NewBool(true)}
	d.once.Do(func() {
		defer d.recoverCompile()
		panic("the validator fails")
	})
	p := d.Panic()
	if p == nil || p.Cause != "the validator fails" || !strings.Contains(p.Stack, "panic_test.go") {
		t.Fatalf("%+v", p)
	}
	if d.Compile() == nil || len(d.Notices()) != 1 {
		t.Errorf("%v, %v", d.Compile(), d.Notices())
	}
}
