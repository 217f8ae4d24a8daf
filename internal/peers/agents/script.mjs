// What the agents do, the same on every SDK: say speaks it in the SDK's own types.
import { TAG_OUT, verdict } from './shared.mjs';

const held = new Map(); // by the id of the task: lets a task go that waits to be canceled

// play answers one message. known is true where it answers a task that waits; seen is what the agent got, for the record.
export async function play({ taskId, known, text, seen }, say) {
  if (text === 'throw at once') throw new Error('the referee is ill');
  say.task(); // first: 1.0 wants it so, also behind an answer
  say.status('working');
  if (known) {
    say.text('answer', `in ${text}`, { last: true });
    return say.status('completed', { final: true });
  }
  switch (seen?.data?.a ?? text) {
    case 'rest': // in data only: the task lasts
      await new Promise((go) => setTimeout(go, 2000));
      break;
    case 'ask':
      return say.status('input-required', { words: 'In which ring?', final: true });
    case 'hold':
      await new Promise((go) => held.set(taskId, go));
      return say.status('canceled', { final: true });
    case 'throw':
      throw new Error('the referee fell ill');
    case 'count':
      ['one', 'two', 'three'].forEach((word, i) => say.text('count', word, { append: i > 0, last: i === 2 }));
      return say.status('completed', { final: true });
  }
  say.data('received', seen);
  say.data('fight-result', verdict(seen.data), TAG_OUT);
  return say.status('completed', { final: true });
}

export async function cancel(taskId) {
  held.get(taskId)?.();
  held.delete(taskId);
}
