package hostile

import (
	"context"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// script is what an agent says and when. It is bent before the agent starts,
// and only read from then on.
type script struct {
	dice *rand.Rand
	// evil is behind every text that the agent says, as the inside of a JSON
	// string.
	evil string
	// members of the card, JSON texts in which HOST is replaced by the address.
	members []member
	input   string // the schema of the skill's form
	output  string // the schema of its result
	parts   string // of the artifact, a JSON array
	events  []string
	task    string // as GetTask gives it
	answers map[string]answer
	wants   string // in the head of a message, such as a credential; "" for nothing
	// How it is reached: nil for plainly.
	network func(context.Context, *Agent) error
	fault   *moment
	kept    bool // connections are promised to be kept, and cut when they are used again
}

type member struct{ name, json string }

// The requests that a script answers, by the method of the protocol; the card
// has none.
const (
	askCard   = "card"
	send      = "SendStreamingMessage"
	getTask   = "GetTask"
	subscribe = "SubscribeToTask"
	listTasks = "ListTasks"
	extended  = "GetExtendedAgentCard"
	askToken  = "token"
	askDevice = "device"
	askServer = "metadata" // of an authorization server
)

const objectSchemas = `{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}`

// States of A2A 1.0, as they are spelled in messages.
const (
	submitted = "TASK_STATE_SUBMITTED"
	working   = "TASK_STATE_WORKING"
	completed = "TASK_STATE_COMPLETED"
)

// newScript returns the script of an agent which does everything right.
func newScript(seed uint64) *script {
	return &script{
		dice: rand.New(rand.NewPCG(seed, 0)),
		members: []member{
			{"name", `«name»`},
			{"description", `«description»`},
			{"version", `"1"`},
			{"supportedInterfaces", `[{"url":"http://HOST/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]`},
			{"capabilities", `{"streaming":true,"extensions":[` + objectSchemas + `]}`},
			{"defaultInputModes", `["text/plain"]`},
			{"defaultOutputModes", `["text/plain"]`},
			{"skills", `[{"id":"go","name":«skill»,"description":«skill about»,"tags":[«tag»],"inputModes":["application/json;schema=in","text/plain"],"outputModes":["application/json;schema=out"]}]`},
		},
		input:   `{"type":"object","required":["word"],"properties":{"word":{"type":"string","title":«field»}}}`,
		output:  `{"type":"object","title":«result»,"properties":{"value":{"type":"string","title":«label»}}}`,
		parts:   result(`{"value":«cell»}`),
		events:  []string{taskIn(submitted), status(working, `«status»`), theArtifact, status(completed, "")},
		task:    taskNow(completed, `"artifacts":[{"artifactId":"a","name":«artifact»,"parts":PARTS}]`),
		answers: map[string]answer{},
	}
}

// theArtifact brings the parts of the script.
const theArtifact = `{"artifactUpdate":{"taskId":"t-1","contextId":"c-1","lastChunk":true,"artifact":{"artifactId":"a","name":«artifact»,"parts":PARTS}}}`

// result is the parts of an artifact with data of the output schema.
func result(data string) string {
	return `[{"data":` + data + `,"metadata":{"mimeType":"application/json;schema=out"}}]`
}

func taskIn(state string) string {
	return `{"task":` + taskNow(state, "") + `}`
}

// taskNow is a task in a state, with more members.
func taskNow(state, more string) string {
	if more != "" {
		more = "," + more
	}
	return `{"id":"t-1","contextId":"c-1","status":{"state":"` + state + `"}` + more + `}`
}

// status is an event that a task is in a state, with a message as a JSON text.
func status(state, text string) string {
	message := ""
	if text != "" {
		message = `,"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":` + text + `}]}`
	}
	return `{"statusUpdate":{"taskId":"t-1","contextId":"c-1","status":{"state":"` + state + `"` + message + `}}}`
}

// set gives a member of the card another value.
func (s *script) set(name, json string) {
	for i := range s.members {
		if s.members[i].name == name {
			s.members[i].json = json
			return
		}
	}
	s.members = append(s.members, member{name, json})
}

// card is the card's text.
func (s *script) card() string {
	var sb strings.Builder
	for _, m := range s.members {
		sb.WriteString(strconv.Quote(m.name) + ":" + m.json + ",")
	}
	return s.fill("{" + sb.String() + `"schemas":{"in":` + s.input + `,"out":` + s.output + "}}")
}

var slot = regexp.MustCompile(`«[^»]*»`)

// fill puts the artifact's parts and the words of the agent into a JSON text:
// each slot says its name, what is evil, and an end that must not get lost.
func (s *script) fill(text string) string {
	text = strings.ReplaceAll(text, "PARTS", s.parts)
	return slot.ReplaceAllStringFunc(text, func(name string) string {
		name = strings.Trim(name, "«»")
		if s.evil == "" {
			return `"` + name + `"`
		}
		return `"` + name + s.evil + `TAIL"`
	})
}

// reply is the answer to a request, as the script has it now.
func (s *script) reply(method string) answer {
	if a, ok := s.answers[method]; ok {
		return a
	}
	switch method {
	case askCard:
		return document(s.card())
	case send:
		return s.stream(s.events...)
	case getTask:
		return rpc(s.fill(s.task))
	case subscribe:
		return s.stream(s.events...)
	}
	return rpcError(`{"code":-32601,"message":"no such method"}`)
}
