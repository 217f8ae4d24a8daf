// Command trpc is an agent on trpc-a2a-go, as its server serves it: A2A 0.3.
package main

import (
	"context"
	"log"
	"net/http"

	"trpc.group/trpc-go/trpc-a2a-go/protocol"
	"trpc.group/trpc-go/trpc-a2a-go/server"
	"trpc.group/trpc-go/trpc-a2a-go/taskmanager"

	"a2aform/internal/peers/frameworks/golang/stub"
)

func words(m protocol.Message) (text string) {
	for _, part := range m.Parts {
		if p, ok := part.(*protocol.TextPart); ok {
			text += p.Text
		}
	}
	return text
}

type processor struct{}

// ProcessMessage answers with a message, or in a stream with a task: its words are pieces of one artifact.
func (processor) ProcessMessage(_ context.Context, m protocol.Message, o taskmanager.ProcessOptions, h taskmanager.TaskHandler) (*taskmanager.MessageProcessingResult, error) {
	var before []string
	for _, said := range h.GetMessageHistory() {
		if said.Role == protocol.MessageRoleUser && said.MessageID != m.MessageID {
			before = append(before, words(said))
		}
	}
	text, err := stub.Answer(words(m), before...)
	say := func(text string) *protocol.Message {
		m := protocol.NewMessage(protocol.MessageRoleAgent, []protocol.Part{protocol.NewTextPart(text)})
		return &m
	}
	if !o.Streaming {
		if err != nil {
			return nil, err
		}
		return &taskmanager.MessageProcessingResult{Result: say(text)}, nil
	}
	id, taskErr := h.BuildTask(nil, m.ContextID)
	if taskErr != nil {
		return nil, taskErr
	}
	events, taskErr := h.SubscribeTask(&id)
	if taskErr != nil {
		return nil, taskErr
	}
	go func() {
		defer events.Close()
		update := func(state protocol.TaskState, m *protocol.Message) {
			if err := h.UpdateTaskState(&id, state, m); err != nil {
				log.Print(err)
			}
		}
		update(protocol.TaskStateWorking, nil)
		if err != nil {
			update(protocol.TaskStateFailed, say(err.Error()))
			return
		}
		more := false
		for word := range stub.Words(text) {
			a := protocol.Artifact{ArtifactID: "answer", Parts: []protocol.Part{protocol.NewTextPart(word)}}
			if err := h.AddArtifact(&id, a, false, more); err != nil {
				log.Print(err)
			}
			more = true
		}
		update(protocol.TaskStateCompleted, nil)
	}()
	return &taskmanager.MessageProcessingResult{StreamingEvents: events}, nil
}

func main() {
	manager, err := taskmanager.NewMemoryTaskManager(processor{})
	if err != nil {
		log.Fatal(err)
	}
	stub.Serve(func(url string) http.Handler {
		yes := true
		text := []string{"text/plain"}
		about := "Knows the weather."
		agent, err := server.NewA2AServer(server.AgentCard{
			Name: "weather", Description: about, Version: "1.0.0", URL: url + "/",
			Capabilities: server.AgentCapabilities{Streaming: &yes}, DefaultInputModes: text, DefaultOutputModes: text,
			Skills: []server.AgentSkill{{ID: "weather", Name: "Weather", Description: &about, Tags: []string{"weather"}}},
		}, manager)
		if err != nil {
			log.Fatal(err)
		}
		return agent.Handler()
	})
}
