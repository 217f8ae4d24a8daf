package store

import (
	"slices"

	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// chat is the context of the last chat with an agent.
type chat struct {
	Agent     safe.Raw `json:"agent"` // its endpoint
	ContextID safe.Raw `json:"contextId"`
}

// maxChats is of how many agents the last chat is kept.
const maxChats = 200

func (s *Store) chats() listOf[chat] { return listOf[chat]{s, "chats.json", "the list of chats"} }

// LastChat returns the context of the last chat with the agent at an endpoint, empty where none is known.
func (s *Store) LastChat(agent safe.Raw) (contextID safe.Raw, err error) {
	if s == nil {
		return safe.Raw{}, nil
	}
	list, err := s.chats().read()
	if i := slices.IndexFunc(list, func(c chat) bool { return c.Agent == agent }); i >= 0 {
		return list[i].ContextID, err
	}
	return safe.Raw{}, err
}

// KeepChat keeps the context of the last chat with the agent at an endpoint, in place of the one before.
func (s *Store) KeepChat(agent, contextID safe.Raw) error {
	last := chat{agent, contextID}
	return s.chats().change(func(list []chat) []chat {
		if len(list) > 0 && list[0] == last {
			return nil
		}
		list = slices.DeleteFunc(list, func(c chat) bool { return c.Agent == agent })
		return slices.Insert(list[:min(len(list), maxChats-1)], 0, last)
	})
}

// Chats are the runs of each chat with an agent that are kept, the oldest run first, and the chat with the newest run first: of the card that was
// read at the same place, or of an agent of the same name.
func (s *Store) Chats(source, agent safe.Raw) ([][]runfile.Info, error) {
	list, err := s.Runs()
	if err != nil {
		return nil, err
	}
	source, agent = runfile.Truncated(source), runfile.Truncated(agent)
	var chats [][]runfile.Info
	at := map[safe.Raw]int{} // by context
	for _, r := range list.Runs {
		if !r.IsChat() || r.Source != source && r.Agent != agent {
			continue
		}
		i, known := at[r.ContextID]
		if !known {
			i = len(chats)
			at[r.ContextID], chats = i, append(chats, nil)
		}
		chats[i] = append(chats[i], r)
	}
	for _, runs := range chats {
		slices.Reverse(runs)
	}
	return chats, nil
}
