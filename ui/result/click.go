package result

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// Click goes to a node, and opens or closes the one at the cursor.
func (s *JSONScreen) Click(_, line int) (kit.Action, tea.Cmd) {
	if line = s.FrameLine(line); s.typing || line < 0 {
		return kit.Action{}, nil
	}
	if s.Trouble != "" {
		line--
	}
	if wasThere, _ := s.tree.Point(line); wasThere {
		return kit.Action{}, s.toggleNode()
	}
	return kit.Action{}, nil
}
