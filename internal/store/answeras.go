package store

import (
	"slices"

	"a2aform/internal/safe"
)

// AnswerAs is what the answers of a skill are to be, by what the user asked for last and got.
type AnswerAs struct {
	Agent  safe.Raw `json:"agent"`          // as [FormOf.Agent]
	Skill  safe.Raw `json:"skill,omitzero"` // its id; empty for the agent itself
	Spec   safe.Raw `json:"spec"`
	InText bool     `json:"inText,omitempty"` // the schema was written into the text
}

func (s *Store) answersAs() listOf[AnswerAs] {
	return listOf[AnswerAs]{s, "answer-as.json", "the list of what answers are to be"}
}

// AnswerAs returns what the answers of a skill are to be; the zero value for anything, and where
// the list cannot be read.
func (s *Store) AnswerAs(agent, skill safe.Raw) AnswerAs {
	if s == nil {
		return AnswerAs{}
	}
	list, err := s.answersAs().read()
	if err != nil {
		return AnswerAs{}
	}
	if i := slices.IndexFunc(list, AnswerAs{Agent: agent, Skill: skill}.isOfSameSkill); i >= 0 {
		return list[i]
	}
	return AnswerAs{}
}

// KeepAnswerAs keeps what the answers of a skill are to be, in place of what was kept for it. An
// empty spec forgets that.
func (s *Store) KeepAnswerAs(a AnswerAs) error {
	return s.answersAs().change(func(list []AnswerAs) []AnswerAs {
		if slices.Contains(list, a) {
			return nil
		}
		list = slices.DeleteFunc(list, a.isOfSameSkill)
		if !a.Spec.IsEmpty() {
			list = append(list, a)
		}
		return list
	})
}

func (a AnswerAs) isOfSameSkill(other AnswerAs) bool {
	return a.Agent == other.Agent && a.Skill == other.Skill
}
