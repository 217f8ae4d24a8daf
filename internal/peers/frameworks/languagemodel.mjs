// The stub as a language model of the AI SDK, for the frameworks that stand on it.
import { answerTo, words } from './stub.mjs';

const answer = (prompt) => {
  const said = prompt.filter((m) => m.role === 'user').map((m) => m.content.map((c) => c.text ?? '').join(' '));
  return answerTo(said.pop(), said);
};

const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 };
const finish = { finishReason: { unified: 'stop', raw: 'stop' }, usage: { inputTokens: tokens, outputTokens: tokens } };

export const model = {
  specificationVersion: 'v3', provider: 'stub', modelId: 'stub', supportedUrls: {},

  async doGenerate({ prompt }) {
    return { content: [{ type: 'text', text: answer(prompt) }], warnings: [], ...finish };
  },

  async doStream({ prompt }) {
    const text = answer(prompt);
    return { stream: ReadableStream.from((async function* () {
      yield { type: 'stream-start', warnings: [] };
      yield { type: 'text-start', id: '1' };
      for await (const delta of words(text)) yield { type: 'text-delta', id: '1', delta };
      yield { type: 'text-end', id: '1' };
      yield { type: 'finish', ...finish };
    })()) };
  },
};
