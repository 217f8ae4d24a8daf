package form

import (
	"a2aform/internal/safego"
	"a2aform/internal/schema"
	"a2aform/internal/store"
)

// keepPanic keeps a report of a panic of the validator while it compiled a schema. The
// form opens without checks, and its notice says so.
func keepPanic(keep *store.Store, doc *schema.Document) {
	if p := doc.Panic(); p != nil {
		_, _ = keep.KeepFault((&safego.Fault{Cause: p.Cause, Stack: p.Stack}).Report())
	}
}
