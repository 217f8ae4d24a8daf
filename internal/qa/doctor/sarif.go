package doctor

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"a2aform/internal/version"
)

// The objects of SARIF 2.1.0 that are written.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name            string      `json:"name"`
		SemanticVersion string      `json:"version"`
		Rules           []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID       string      `json:"id"`
		Short    sarifText   `json:"shortDescription"`
		Full     sarifText   `json:"fullDescription"`
		Help     sarifText   `json:"help"`
		Defaults sarifConfig `json:"defaultConfiguration"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifConfig struct {
		Level Level `json:"level"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        Level             `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
		Kind string `json:"kind"`
	}
)

// writeSARIF writes one run of the tool. The fingerprint of a result is that of its rule and pointer, so that it stays the same
// when lines move.
func (d *Document) writeSARIF(w io.Writer) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "a2aform " + d.Tool, SemanticVersion: version.Version(), Rules: []sarifRule{}}
	index := map[string]int{}
	for i, r := range d.Rules {
		index[r.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{
			ID: r.ID, Short: sarifText{r.Text}, Full: sarifText{r.Text + " Why: " + r.Why + "."}, Help: sarifText{"Fix: " + r.Fix + ".\nSource: " + r.Source + "."}, Defaults: sarifConfig{r.Level},
		})
	}
	for _, r := range d.Reports {
		for _, f := range r.Findings {
			i, known := index[f.Rule]
			if !known {
				continue
			}
			sum := sha256.Sum256([]byte(f.Rule + " " + f.Pointer))
			at := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{r.uri()}}, Logical: []sarifLogical{{line(f.Pointer), "member"}}}
			if f.Line > 0 {
				at.Physical.Region = &sarifRegion{f.Line, f.Column}
			}
			run.Results = append(run.Results, sarifResult{
				RuleID: f.Rule, RuleIndex: i, Level: f.Level, Message: sarifText{f.says() + ". Fix: " + f.Fix}, Locations: []sarifLocation{at},
				Fingerprints: map[string]string{"ruleAndPointer/v1": hex.EncodeToString(sum[:])},
			})
		}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// uri is where the document lies, as SARIF wants it.
func (r *Report) uri() string {
	at := r.Artifact
	if at == "" {
		at = r.Target
	}
	if strings.HasPrefix(at, "http://") || strings.HasPrefix(at, "https://") {
		return at
	}
	return (&url.URL{Path: filepath.ToSlash(at)}).EscapedPath()
}
