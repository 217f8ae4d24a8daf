package run

// Size is how many bytes the run holds in memory, about: what the agent said and sent,
// and the traffic that is kept of it. What is made of them for the screen does not
// count; see [Run.Compact].
func (r *Run) Size() int {
	r.mu.Lock()
	size := r.state.memory.used
	r.mu.Unlock()
	return size + r.traffic.Size()
}

// Compact drops what was made of the results for the screen. [Run.Document] makes it
// again.
func (r *Run) Compact() { r.drawn.drop() }

// DropResults drops what the agent said and sent in a run that is over, and the
// traffic. The snapshot says so.
func (r *Run) DropResults() {
	r.Compact()
	r.traffic.Clear()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.state.Phase.IsOver() {
		return
	}
	r.state.artifacts, r.state.memory = artifacts{}, memoryBudget{}
	r.state.DropResults()
	r.recorder.drop()
	r.signal()
}

// Traffic returns the traffic of the run.
func (r *Run) Traffic() *Traffic { return &r.traffic }
