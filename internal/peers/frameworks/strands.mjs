// An agent on Strands, as its A2AExpressServer serves it: A2A 0.3.
import { Agent, Model } from '@strands-agents/sdk';
import { A2AExpressServer } from '@strands-agents/sdk/a2a/express';
import { answerTo, words } from './stub.mjs';

class Stub extends Model {
  getConfig() { return { modelId: 'stub' }; }

  updateConfig() {}

  async *stream(messages) {
    const text = answerTo(messages.at(-1).content.map((c) => c.text ?? '').join(' '));
    yield { type: 'modelMessageStartEvent', role: 'assistant' };
    yield { type: 'modelContentBlockStartEvent' };
    for (const word of words(text)) yield { type: 'modelContentBlockDeltaEvent', delta: { type: 'textDelta', text: word } };
    yield { type: 'modelContentBlockStopEvent' };
    yield { type: 'modelMessageStopEvent', stopReason: 'endTurn' };
  }
}

const server = new A2AExpressServer({
  agentFactory: () => new Agent({ model: new Stub(), printer: false }), name: 'weather', description: 'Knows the weather.', port: 0,
});
await server.serve();
console.log(`http://127.0.0.1:${server.port}`);
