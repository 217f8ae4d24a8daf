package agent

import "a2aform/ui/kit"

const (
	wide     = 98               // from how many columns on the skills and the chosen one are side by side: on a terminal of 100
	narrow   = kit.MinPaneWidth // from how many they are in panes
	minPanes = 14               // rows that panes need: those of a list, and of what is known of a skill
	minLast  = 8                // rows of the pane of the last result
)

// space is what the layout of a card depends on.
type space struct {
	width, height int // of the screen
	summary       int // lines at its top: what must be known of the agent
	skills        int // lines of all of them

	left func(kit.Border) int // columns left of a border that the user may have moved
}

// cardLayout is where the skills and the chosen one are, with their frames where there are panes.
type cardLayout struct {
	skills, chosen   kit.Rect   // without panes, what is known of the chosen one is below the skills in their place
	hasPanes, isWide bool       // isWide: side by side
	border           kit.Border // between them, where they are
}

func layoutOf(s space) cardLayout {
	height := max(s.height-s.summary, 1)
	l := cardLayout{skills: kit.At(0, s.summary, s.width, height), hasPanes: s.width >= narrow && s.height >= minPanes}
	l.isWide = l.hasPanes && s.width >= wide
	switch {
	case l.isWide:
		l.border = kit.Border{Of: "card", Usual: s.width * 2 / 5, Room: s.width}
		l.skills.Width = s.left(l.border)
		l.chosen = kit.At(l.skills.Width, s.summary, s.width-l.skills.Width, height)
	case l.hasPanes:
		l.skills.Height = min(s.skills+kit.FrameHeight, max(height/2, minRows+kit.FrameHeight))
		l.chosen = kit.At(0, s.summary+l.skills.Height, s.width, height-l.skills.Height)
	}
	return l
}
