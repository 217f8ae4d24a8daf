// What the stub models of the agents answer: a table in words, an error, or what was said.
export function answerTo(said) {
  if (said.includes('fail')) throw new Error('the model is away');
  return said.includes('table') ? 'Here:\n\n| city | temp |\n|---|---|\n| Oslo | 4 |\n' : `You said: ${said}`;
}

export const words = (text) => text.split(/(?<= )/);

// The agent ends with the test that started it.
process.stdin.on('end', () => process.exit(0)).resume();
