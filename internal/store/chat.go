package store

import (
	"slices"

	"a2aform/internal/safe"
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
