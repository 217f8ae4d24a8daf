// What the stub models of the agents answer: a table in words, an error, what was said before, or what was said.
export function answerTo(said, before = []) {
  if (said.includes('fail')) throw new Error('the model is away');
  if (said.includes('table')) return 'Here:\n\n| city | temp |\n|---|---|\n| Oslo | 4 |\n';
  return said.includes('before') ? `Said before: ${before.join(', ') || 'nothing'}` : `You said: ${said}`;
}

// The agent ends with the test that started it, and the first that the test writes lets the last words go that are held.
const letGo = new Promise((go) => process.stdin.once('data', go));
process.stdin.on('end', () => process.exit(0)).resume();

// words are the pieces of a stream. The last one of a text with the word "hold" waits until the test has seen those before it.
export async function* words(text) {
  const list = text.split(/(?<= )/);
  const last = list.pop();
  yield* list;
  if (text.includes('hold')) await letGo;
  yield last;
}
