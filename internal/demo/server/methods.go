package server

import (
	"slices"
	"strconv"
	"time"
)

// methods lists what a dialect can be asked. It is a function because the tables refer to methods that refer to codecs.
func (c *Codec) methods() map[string]func(*call) {
	if c.Old {
		return map[string]func(*call){
			"message/send":      (*call).send,
			"message/stream":    (*call).stream,
			"tasks/get":         (*call).get,
			"tasks/cancel":      (*call).cancel,
			"tasks/resubscribe": (*call).subscribe,

			"tasks/pushNotificationConfig/set":    (*call).refusePush,
			"tasks/pushNotificationConfig/get":    (*call).refusePush,
			"tasks/pushNotificationConfig/list":   (*call).refusePush,
			"tasks/pushNotificationConfig/delete": (*call).refusePush,
			"agent/getAuthenticatedExtendedCard":  (*call).refuseExtendedCard,
		}
	}
	return map[string]func(*call){
		"SendMessage":          (*call).send,
		"SendStreamingMessage": (*call).stream,
		"GetTask":              (*call).get,
		"ListTasks":            (*call).list,
		"CancelTask":           (*call).cancel,
		"SubscribeToTask":      (*call).subscribe,

		"CreateTaskPushNotificationConfig": (*call).refusePush,
		"GetTaskPushNotificationConfig":    (*call).refusePush,
		"ListTaskPushNotificationConfigs":  (*call).refusePush,
		"DeleteTaskPushNotificationConfig": (*call).refusePush,
		"GetExtendedAgentCard":             (*call).refuseExtendedCard,
	}
}

type sendParams struct {
	Message       *WireMessage `json:"message"`
	ContextID     string       `json:"contextId"` // seed 001
	Configuration struct {
		Blocking          *bool `json:"blocking"`          // 0.3
		ReturnImmediately bool  `json:"returnImmediately"` // 1.0
		HistoryLength     *int  `json:"historyLength"`
	} `json:"configuration"`
}

// accept reads the params of the two sending methods and passes the message to the agent.
func (x *call) accept() (receipt, sendParams, bool) {
	var p sendParams
	if !x.decode(&p) {
		return receipt{}, p, false
	}
	if p.Message == nil {
		x.fail(invalidParams("message is missing"))
		return receipt{}, p, false
	}
	if x.codec.workshop && p.Message.ContextID == "" {
		p.Message.ContextID = p.ContextID
	}
	m, err := x.codec.read(*p.Message)
	if err != nil {
		x.fail(invalidParams(err.Error()))
		return receipt{}, p, false
	}
	got, f := x.agent.receive(m, x.codec.Old)
	if f != nil {
		x.fail(f)
		return receipt{}, p, false
	}
	return got, p, true
}

func (x *call) send() {
	got, p, ok := x.accept()
	if !ok {
		return
	}
	if got.message != nil {
		x.answer(x.codec.wrapped("message", x.codec.message(*got.message)))
		return
	}
	config := p.Configuration
	rec := got.first
	if !config.ReturnImmediately && (config.Blocking == nil || *config.Blocking) {
		if got.task.waitUntilResting(x.r.Context()) != nil {
			return // the client left; the task goes on
		}
		rec, _ = got.task.snapshot()
	}
	x.answer(x.codec.wrapped("task", x.codec.task(rec, config.HistoryLength)))
}

type taskParams struct {
	ID            string `json:"id"`
	HistoryLength *int   `json:"historyLength"`
}

// find reads the params of a method about one task, and answers the error when there is no such task.
func (x *call) find() (*task, taskParams, bool) {
	var p taskParams
	if !x.decode(&p) {
		return nil, p, false
	}
	if p.ID == "" {
		x.fail(invalidParams("id is missing"))
		return nil, p, false
	}
	t, ok := x.agent.tasks.get(p.ID)
	if !ok {
		x.fail(taskNotFound(p.ID))
	}
	return t, p, ok
}

func (x *call) get() {
	if t, p, ok := x.find(); ok {
		rec, _ := t.snapshot()
		x.answer(x.codec.task(rec, p.HistoryLength))
	}
}

func (x *call) cancel() {
	t, _, ok := x.find()
	if !ok {
		return
	}
	done := t.cancel(x.agent.status(t.rec.ID, t.rec.ContextID, StateCanceled, "Canceled, as you asked."))
	rec, _ := t.snapshot()
	if !done {
		x.fail(notCancelable(rec.Status.State))
		return
	}
	x.answer(x.codec.task(rec, nil))
}

type listParams struct {
	ContextID        string `json:"contextId"`
	Status           string `json:"status"`
	PageSize         *int   `json:"pageSize"`
	PageToken        string `json:"pageToken"`
	HistoryLength    *int   `json:"historyLength"`
	IncludeArtifacts bool   `json:"includeArtifacts"`

	Since time.Time `json:"statusTimestampAfter"`
}

// matches reports whether the list is to have a task.
func (p *listParams) matches(rec record, state string) bool {
	return (p.ContextID == "" || p.ContextID == rec.ContextID) && (p.Status == "" || p.Status == state) && !rec.Status.Time.Before(p.Since)
}

// list answers ListTasks (v1.0.1 §3.1.4), newest first; a page token is the number of tasks to leave out.
func (x *call) list() {
	p := listParams{PageSize: new(50)}
	if !x.decode(&p) {
		return
	}
	skip, err := strconv.Atoi("0" + p.PageToken)
	if err != nil || *p.PageSize < 1 || *p.PageSize > 100 {
		x.fail(invalidParams("pageSize goes from 1 to 100, and pageToken is one that ListTasks gave"))
		return
	}
	found := []WireTask{}
	for _, t := range x.agent.tasks.newest() {
		rec, _ := t.snapshot()
		if !p.matches(rec, x.codec.State(rec.Status.State)) {
			continue
		}
		if !p.IncludeArtifacts {
			rec.Artifacts = nil
		}
		found = append(found, x.codec.task(rec, p.HistoryLength))
	}
	total, next := len(found), ""
	found = slices.Delete(found, 0, min(skip, total))
	if len(found) > *p.PageSize {
		found = found[:*p.PageSize]
		next = strconv.Itoa(skip + *p.PageSize)
	}
	x.answer(map[string]any{"tasks": found, "totalSize": total, "pageSize": *p.PageSize, "nextPageToken": next})
}

func (x *call) refusePush()         { x.fail(noPush()) }
func (x *call) refuseExtendedCard() { x.fail(noExtendedCard()) }
