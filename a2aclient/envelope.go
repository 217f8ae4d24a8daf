package a2aclient

import "a2aform/a2aclient/jsonread"

// reply is what an agent answered to one call.
type reply struct {
	event   Event
	isEvent bool
	failed  []byte // the error, raw; nil for none
	results int    // in one envelope
	version []byte // of JSON-RPC, raw; nil where the envelope has none
	answers string // the id of the call, "" for none
	result  []byte // raw
}

// reply reads a JSON-RPC response, or the bare event of a server that leaves
// the envelope out. It reports whether data is a JSON object at all.
func (d *decoder) reply(data []byte) (reply, bool) {
	d.Reader = jsonread.Reader{Data: d.credentials.MaskJSON(data)}
	var r reply
	var outer node
	d.Peek()
	start := d.Pos
	if !d.Enter('{') {
		return reply{}, false
	}
	for d.Member() {
		switch string(d.Key) {
		case "result":
			r.result, r.event, r.isEvent = d.result()
			r.results++
		case "error":
			if v := d.Value(); jsonread.IsObject(v) || jsonread.IsString(v) {
				r.failed = v
			}
		case "jsonrpc":
			r.version = d.Value()
		default:
			d.field(&outer)
		}
	}
	if !d.Ended() {
		return reply{}, false
	}
	if r.result == nil {
		if outer.raw = d.Since(start); outer.body == nil {
			outer.body = outer.raw
		}
		r.result = outer.raw
		r.event, r.isEvent = outer.event()
	} else {
		r.answers = outer.id
	}
	return r, true
}

// event reads the raw text of one event. It is not ok where that is no event, or holds too many items.
func (d *decoder) event(raw []byte) (e Event, ok bool) {
	d.Reader = jsonread.Reader{Data: raw}
	_, e, ok = d.result()
	return e, ok && !d.HasTooMany()
}

func (d *decoder) result() (raw []byte, e Event, ok bool) {
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

func (d *decoder) tasks() []Task {
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

// taskWeight is as how many items a task counts: it takes so much more memory.
const taskWeight = 10
