package a2a

import "a2aform/internal/ojson"

// Reply is what an agent answered to one call.
type Reply struct {
	Event      Event
	IsEvent    bool
	Failed     []byte   // the error, raw; nil for none
	Results    int      // in one envelope
	Version    []byte   // of JSON-RPC, raw; nil where the envelope has none
	Answers    string   // the id of the call, "" for none
	Result     []byte   // raw
	NonNumbers []string // the words, such as NaN, that stood in place of numbers and were repaired
	IsCut      bool     // what lies deeper than [ojson.ReadableLevels] is a text
}

// Reply reads a JSON-RPC response, or the bare event of a server that leaves
// the envelope out. It reports whether data is a JSON object at all.
func (d *Decoder) Reply(data []byte) (Reply, bool) {
	d.Reader, d.Items = ojson.NewReader(d.Credentials.MaskJSON(data)), 0
	var r Reply
	var outer node
	start := d.Start()
	if !d.Enter('{') {
		return Reply{}, false
	}
	for d.Member() {
		switch string(d.Key) {
		case "result":
			r.Result, r.Event, r.IsEvent = d.result()
			r.Results++
		case "error":
			if v := d.Value(); ojson.IsObject(v) || ojson.IsString(v) {
				r.Failed = v
			}
		case "jsonrpc":
			r.Version = d.Value()
		default:
			d.field(&outer)
		}
	}
	if !d.Ended() {
		return Reply{}, false
	}
	if r.Result == nil {
		if outer.raw = d.Since(start); outer.body == nil {
			outer.body = outer.raw
		}
		r.Result = outer.raw
		r.Event, r.IsEvent = outer.event()
	} else {
		r.Answers = outer.id
	}
	return r, true
}

// Event reads the raw text of one event. It is not ok where that is no event, or contains
// too many items.
func (d *Decoder) Event(raw []byte) (e Event, ok bool) {
	d.Reader, d.Items = ojson.NewReader(raw), 0
	_, e, ok = d.result()
	return e, ok && !d.HasTooMany()
}

func (d *Decoder) result() (raw []byte, e Event, ok bool) {
	if d.Peek() != '{' {
		return d.Value(), Event{}, false
	}
	var n node
	d.node(&n)
	if d.Bad {
		return nil, Event{}, false
	}
	e, ok = n.event()
	return n.raw, e, ok
}

// taskWeight is as how many items a task counts: it takes so much more memory.
const taskWeight = 10

// Tasks reads the next value as a list of tasks; what is no task is left out.
func (d *Decoder) Tasks() []Task {
	var list []Task
	if !d.Enter('[') {
		return nil
	}
	for d.Item() {
		d.Items += taskWeight - 1
		var n node
		d.node(&n)
		if n.hasID {
			list = append(list, *n.task())
		}
	}
	return list
}
