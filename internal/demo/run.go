package demo

import "time"

// run is what a skill holds while it works on a task. After a cancel or a shutdown every method does nothing, so skills
// are written as if nothing could interrupt them.
type run struct {
	agent *Agent
	task  *task
	// objectsOnly: the client speaks 0.3, where a data part holds an object (a2a.json of v0.3.0, DataPart).
	objectsOnly bool
}

// say publishes a working status with a message and lets one step of time pass.
func (r *run) say(text string) {
	r.enter(stateWorking, text)
	r.step()
}

// add publishes (a chunk of) an artifact.
func (r *run) add(e event) {
	if r.task.ctx.Err() == nil {
		r.task.publish(e)
	}
}

// complete settles the task; text may be empty.
func (r *run) complete(text string) { r.enter(stateCompleted, text) }

// reject settles the task as refused.
func (r *run) reject(text string) { r.enter(stateRejected, text) }

// ask stops in input-required. The answer, a text or an untagged data part on the same task, goes to then.
func (r *run) ask(question string, then func(*run, message)) {
	r.task.mu.Lock()
	r.task.resume = then
	r.task.mu.Unlock()
	r.enter(stateAsking, question)
}

func (r *run) enter(s state, text string) {
	if r.task.ctx.Err() != nil {
		return
	}
	st := r.agent.status(r.task.rec.ID, r.task.rec.ContextID, s, text)
	r.task.publish(event{Status: &st})
}

func (r *run) step() {
	if r.agent.pace <= 0 {
		return
	}
	t := time.NewTimer(r.agent.pace)
	defer t.Stop()
	select {
	case <-t.C:
	case <-r.task.ctx.Done():
	}
}
