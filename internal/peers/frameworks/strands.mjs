// An agent on Strands, as its A2AExpressServer serves it: A2A 0.3.
import { Agent, Model } from '@strands-agents/sdk';
import { A2AExpressServer } from '@strands-agents/sdk/a2a/express';
import { answerTo, words } from './stub.mjs';

class Stub extends Model {
  getConfig() { return { modelId: 'stub' }; }

  updateConfig() {}

  async *stream(messages) {
    const said = messages.filter((m) => m.role === 'user').map((m) => m.content.map((c) => c.text ?? '').join(' '));
    const text = answerTo(said.pop(), said);
    yield { type: 'modelMessageStartEvent', role: 'assistant' };
    yield { type: 'modelContentBlockStartEvent' };
    for await (const word of words(text)) yield { type: 'modelContentBlockDeltaEvent', delta: { type: 'textDelta', text: word } };
    yield { type: 'modelContentBlockStopEvent' };
    yield { type: 'modelMessageStopEvent', stopReason: 'endTurn' };
  }
}

const server = new A2AExpressServer({
  agentFactory: () => new Agent({ model: new Stub(), printer: false }), name: 'weather', description: 'Knows the weather.', port: 0,
});
await server.serve();
console.log(`http://127.0.0.1:${server.port}`);
