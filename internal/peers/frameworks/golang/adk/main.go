// Command adk is an agent on ADK for Go, as its executor for A2A serves it: A2A 0.3.
package main

import (
	"context"
	"iter"
	"log"
	"net/http"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2asrv"
	"google.golang.org/adk/agent"
	"google.golang.org/adk/agent/llmagent"
	"google.golang.org/adk/model"
	"google.golang.org/adk/runner"
	"google.golang.org/adk/server/adka2a"
	"google.golang.org/adk/session"
	"google.golang.org/genai"

	"a2aform/internal/peers/frameworks/golang/stub"
)

type stubModel struct{}

func (stubModel) Name() string { return "stub" }

func (stubModel) GenerateContent(_ context.Context, r *model.LLMRequest, stream bool) iter.Seq2[*model.LLMResponse, error] {
	return func(yield func(*model.LLMResponse, error) bool) {
		var said []string
		for _, c := range r.Contents {
			if c.Role == genai.RoleUser {
				said = append(said, c.Parts[0].Text)
			}
		}
		last := len(said) - 1
		text, err := stub.Answer(said[last], said[:last]...)
		if err != nil {
			yield(nil, err)
			return
		}
		if stream {
			for word := range stub.Words(text) {
				if !yield(&model.LLMResponse{Content: genai.NewContentFromText(word, genai.RoleModel), Partial: true}, nil) {
					return
				}
			}
		}
		yield(&model.LLMResponse{Content: genai.NewContentFromText(text, genai.RoleModel), TurnComplete: true}, nil)
	}
}

func main() {
	weather, err := llmagent.New(llmagent.Config{Name: "weather", Description: "Knows the weather.", Instruction: "Answer.", Model: stubModel{}})
	if err != nil {
		log.Fatal(err)
	}
	stub.Serve(func(url string) http.Handler {
		mux := http.NewServeMux()
		mux.Handle(a2asrv.WellKnownAgentCardPath, a2asrv.NewStaticAgentCardHandler(&a2a.AgentCard{
			Name: weather.Name(), Description: weather.Description(), Version: "1.0.0", ProtocolVersion: string(a2a.Version), URL: url + "/invoke",
			PreferredTransport: a2a.TransportProtocolJSONRPC, Capabilities: a2a.AgentCapabilities{Streaming: true},
			DefaultInputModes: []string{"text/plain"}, DefaultOutputModes: []string{"text/plain"}, Skills: adka2a.BuildAgentSkills(weather),
		}))
		mux.Handle("/invoke", a2asrv.NewJSONRPCHandler(a2asrv.NewHandler(adka2a.NewExecutor(adka2a.ExecutorConfig{
			RunnerConfig: runner.Config{AppName: weather.Name(), Agent: weather, SessionService: session.InMemoryService()},
			RunConfig:    agent.RunConfig{StreamingMode: agent.StreamingModeSSE},
		}))))
		return mux
	})
}
