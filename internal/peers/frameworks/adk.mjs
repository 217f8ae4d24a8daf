// An agent on ADK for JavaScript, as its toA2a serves it: A2A 0.3.
import { createServer } from 'node:net';
import { BaseLlm, LlmAgent, LogLevel, setLogLevel, toA2a } from '@google/adk';
import { answerTo, words } from './stub.mjs';

setLogLevel(LogLevel.ERROR); // it warns that it takes anybody's messages

class Stub extends BaseLlm {
  constructor() { super({ model: 'stub' }); }

  async *generateContentAsync(request) {
    const said = request.contents.filter((c) => c.role === 'user').map((c) => c.parts.map((p) => p.text ?? '').join(' '));
    const text = answerTo(said.pop(), said);
    for await (const word of words(text)) yield { content: { role: 'model', parts: [{ text: word }] }, partial: true };
    yield { content: { role: 'model', parts: [{ text }] }, turnComplete: true };
  }

  async connect() { throw new Error('the stub has no live connection'); }
}

const free = createServer().listen(0, '127.0.0.1', () => { // the card names the port before the server listens
  const { port } = free.address();
  free.close(async () => {
    const agent = new LlmAgent({ name: 'weather', description: 'Knows the weather.', model: new Stub(), instruction: 'Answer.' });
    const app = await toA2a(agent, { host: '127.0.0.1', port, allowUnauthenticated: true });
    app.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}`));
  });
});
