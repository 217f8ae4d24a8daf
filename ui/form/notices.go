package form

import "strings"

func (s *Screen) notices() []string {
	var texts []string
	if s.agent != nil && s.use == nil && s.Form.Root().Location().Kind().IsNoObject() && s.agent.TakesOnlyObjects(s.Input.Tag) {
		texts = append(texts, "this form cannot be sent: its value is not an object, and the agent takes only objects")
	}
	if s.Input.IsNoted() {
		rule := s.Input.Rule
		if s.isSlots() {
			rule = strings.TrimSuffix(rule, ", any text can be sent too") + "; esc goes on with a plain text"
		}
		texts = append(texts, rule)
	}
	if s.Input.AsText && s.Input.Template == nil {
		texts = append(texts, "sent as JSON in a text part, because the skill takes only text")
	}
	for _, n := range s.Form.Notices() {
		texts = append(texts, n.Text)
	}
	return texts
}
