package a2a

import (
	"bytes"
	"encoding/json"

	"a2aform/internal/ojson"
)

// adkPartial is the member of the metadata with which Google's ADK marks words of a model that come again as a whole, in another artifact.
const adkPartial = "adk_partial"

// IsPartial reports an artifact that is live text alone: what it holds comes again as a whole. Google's ADK for Go sends such artifacts, and
// empties them at the end.
func (a *Artifact) IsPartial() bool {
	if !bytes.Contains(a.Raw, []byte(adkPartial)) {
		return false
	}
	if isMarked(a.Metadata) {
		return true
	}
	for _, p := range a.Parts {
		if !isMarked(p.Metadata) {
			return false
		}
	}
	return len(a.Parts) > 0
}

func isMarked(metadata json.RawMessage) bool {
	v, err := ojson.Parse(metadata, ojson.DataLimits)
	return err == nil && v.Get(adkPartial).Bool()
}
