// Test cases of a2aform, for the load generator k6.
//   k6 run --vus 10 --duration 30s FILE
// Each iteration sends the next case, with a message id of its own. Where the agent streams, k6 waits for the end of the stream.
// Secrets come from the environment: ENVIRONMENT
import http from 'k6/http';
import { check } from 'k6';

const cases = CASES;

export const options = { thresholds: THRESHOLDS };

// uuid returns a new id for a message.
function uuid() {
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(Math.random() * 16).toString(16));
}

// events returns the JSON documents of a response: those of a stream, or the only one.
export function events(response) {
  const type = String(response.headers['Content-Type'] || '');
  const texts = type.startsWith('text/event-stream')
    ? response.body.split(/\r?\n\r?\n/).map((e) => e.split(/\r?\n/).filter((l) => l.startsWith('data:')).map((l) => l.slice(5)).join('\n'))
    : [response.body];
  return texts.filter((t) => t.trim() !== '').map((t) => { try { return JSON.parse(t); } catch (e) { return { error: String(e) }; } });
}

// stateOf returns how the agent ended: the last state of the task, answered, or refused.
export function stateOf(response) {
  let state = 'unknown';
  if (response.status >= 400) {
    return 'refused';
  }
  for (const event of events(response)) {
    if (event.error) {
      return 'refused';
    }
    const result = event.result || event;
    const update = result.task || result.statusUpdate || result.status_update || result;
    if (update.status && update.status.state) {
      state = String(update.status.state).replace(/^TASK_STATE_/, '').toLowerCase().replace(/_/g, '-').replace('cancelled', 'canceled');
    } else if (result.message || result.kind === 'message' || result.role) {
      state = 'answered';
    }
  }
  return state;
}

export default function () {
  const c = cases[__ITER % cases.length];
  let body = c.body.split(c.id).join(uuid());
  if (c.fill) {
    const values = { iteration: String(__ITER + 1), attempt: '1', uuid: uuid(), now: new Date().toISOString().slice(0, 19) + 'Z' };
    body = body.replace(/\$\{(iteration|attempt|uuid|now)\}/g, (_, name) => values[name]);
  }
  const response = http.post(c.url, body, { headers: c.headers, timeout: c.timeout, tags: { case: c.tag } });
  check(response, { 'ends as expected': (r) => c.states.includes(stateOf(r)) }, { case: c.tag });
}
