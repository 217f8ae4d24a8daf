package form

import (
	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui/kit"
)

// target is what a form is of: a schema of a skill, or of the agent itself where there is no skill. The agent is nil for a schema alone.
type target struct {
	host  *kit.Host
	agent *a2aclient.Agent
	skill *a2aclient.Skill
	Input *a2aclient.Input
}

// draftFile is where drafts are kept: by themselves those of a form that is filled in with a run, empty for none.
func (t *target) draftFile(run safe.Raw) *kit.DraftFile {
	keep := t.host.Options.Store
	if keep == nil || t.host.Options.NoDrafts || t.agent == nil {
		return nil
	}
	of := t.formOf()
	if !run.IsEmpty() {
		of.Agent = safe.Text(kit.RunRef(run))
		return &kit.DraftFile{Keep: keep, Of: of}
	}
	return &kit.DraftFile{Keep: keep, Of: of, Known: t.knownForms()}
}

// knownForms returns the digests of the schemas of the skill and [kit.TextDigest].
func (t *target) knownForms() []string {
	inputs := t.agent.Card().Inputs
	if t.skill != nil {
		inputs = t.skill.Inputs
	}
	known := []string{kit.TextDigest}
	for i := range inputs {
		known = append(known, store.Digest(inputs[i].Schema))
	}
	return known
}

// formOf is what the form's drafts and presets are kept under.
func (t *target) formOf() store.FormOf {
	return kit.FormOf(t.host.Identity(t.agent), t.skill, t.Input)
}

// loadSaved returns the func that reads the presets of the form, for a command. Presets
// that cannot be read are reported when one is saved.
func (t *target) loadSaved() func() []store.Preset {
	keep := t.host.Options.Store
	if keep == nil || t.agent == nil {
		return func() []store.Preset { return nil }
	}
	of := t.formOf()
	return func() []store.Preset {
		list, _ := keep.Presets(of)
		return list
	}
}

// origin is where the values of the form go, "" where that is not known.
func (t *target) origin() string {
	if t.agent == nil {
		return ""
	}
	return kit.OriginOf(t.agent.Interface().URL)
}

// keptNames are the member names that the user said contain no secret for this agent.
func (t *target) keptNames() func() []string {
	keep, origin := t.host.Options.Store, t.origin()
	return func() []string {
		if keep == nil || origin == "" {
			return nil
		}
		return keep.NotSecret(origin)
	}
}

// schemaName is what the schema is called.
func (t *target) schemaName() string { return kit.InputName(*t.Input) }

// Title is the name of the skill, else of the schema.
func (t *target) Title() string {
	if t.skill == nil {
		return t.schemaName()
	}
	return kit.Line(t.skill.Name)
}
