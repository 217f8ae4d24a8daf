// What the agents do, the same on every SDK: say speaks it in the SDK's own types.
import { TAG_IN, TAG_OUT, verdict } from './shared.mjs';

const held = new Map(); // by the id of the task: lets a task go that waits to be canceled

// teas answers a question for prices as its first line says; asked is the schema that the client asks the answer to follow.
function teas(text, asked, say) {
  const [line] = text.split('\n');
  const [, how] = line.split(', ');
  const schema = asked ?? (text !== line ? JSON.parse(text.slice(text.indexOf('\n{'))) : undefined);
  const known = [{ price: 3.5, name: 'Tea', stock: true }, { price: 1e-7, name: 'Müsli "Bio"', stock: false }];
  const rows = known.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => schema?.items.required.includes(name))));
  switch (schema ? how : 'ignore') {
    case 'follow': return say.text('prices', JSON.stringify(rows), { last: true });
    case 'prose': return say.text('prices', `Two of them [1]: ${JSON.stringify(rows)} Enjoy.`, { last: true });
    case 'wrap': return say.data('prices', { result: rows });
  }
  return say.text('prices', 'There is tea, and there is muesli.', { last: true });
}

// With the argument "exact" an agent answers a text, and rejects data that is not what its card declares.
const exact = process.argv.includes('exact', 2);

function answerExactly(text, seen, say) {
  const { data, tag } = seen ?? {};
  const isFight = Object.keys(data ?? {}).sort().join() === 'a,b' && typeof data.a === 'string' && typeof data.b === 'string';
  if (seen && (!isFight || (tag && tag !== TAG_IN))) {
    return say.status('rejected', { words: 'A fight needs the texts a and b, and no more.', final: true });
  }
  say.status('working');
  if (seen) say.data('fight-result', verdict(data), TAG_OUT);
  else say.text('echo', `You said: ${text}`, { last: true });
  return say.status('completed', { final: true });
}

// play answers one message. known is true where it answers a task that waits; seen is what the agent got, for the record.
export async function play({ taskId, known, text, asked, seen }, say) {
  if (text === 'throw at once') throw new Error('the referee is ill');
  say.task(); // first: 1.0 wants it so, also behind an answer
  if (exact && !known) return answerExactly(text, seen, say);
  say.status('working');
  if (known) {
    say.text('answer', `in ${text}`, { last: true });
    return say.status('completed', { final: true });
  }
  if (text?.startsWith?.('prices')) {
    teas(text, asked, say);
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
