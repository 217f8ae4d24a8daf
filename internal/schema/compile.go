package schema

import (
	"errors"
	"fmt"
	"runtime/debug"

	"a2aform/internal/schema/message"
	"a2aform/internal/schema/normalize"
)

func (d *Document) compile() {
	defer d.recoverCompile()
	if d.refused != nil {
		d.fail(d.refused)
		return
	}
	at, err := d.compiled.Compile(d.raw, d.registry)
	if err != nil {
		d.fail(err)
		return
	}
	d.notices = d.compiled.Notices
	if d.told != "" {
		d.notices = append([]normalize.Notice{{Text: d.told}}, d.notices...)
	}
	if d.keepAt {
		d.at = at
	}
	d.dynamic = newDynamic(d.compiled.Documents[message.BaseURL], at)
}

// recoverCompile keeps a panic of the validator for [Document.Panic]; the document does
// not compile. It is deferred itself.
func (d *Document) recoverCompile() {
	if p := recover(); p != nil {
		d.panicked = &CompilePanic{fmt.Sprint(p), string(debug.Stack())}
		d.fail(&normalize.LimitError{What: errors.New("the schema makes the validator fail")})
	}
}

// CompilePanic is a panic of the validator while it compiled a schema, for a report.
// Both texts may quote the schema.
type CompilePanic struct{ Cause, Stack string }

// Panic is the panic that kept the schema from compiling, nil for none.
func (d *Document) Panic() *CompilePanic {
	_ = d.Compile()
	return d.panicked
}

func (d *Document) fail(err error) {
	d.err = err
	d.notices = []normalize.Notice{{Text: err.Error()}}
}
