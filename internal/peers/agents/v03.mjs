// An agent on @a2a-js/sdk 0.3.14: A2A 0.3 over JSON-RPC, its card as in the SDK's README (no preferredTransport); with the
// argument "rest" over HTTP+JSON alone.
import { DefaultRequestHandler, InMemoryTaskStore } from 'a2a-js-03/server';
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from 'a2a-js-03/server/express';
import { cardWith, EXTENSION, note, recordingApp, serve, TAG_OUT, verdict } from './shared.mjs';

class Referee {
  async execute(request, bus) {
    const { taskId, contextId, userMessage } = request;
    const part = userMessage.parts[0];
    const seen = note({
      tag: part.metadata?.mimeType,
      data: part.data,
      extensions: [...(request.context?.requestedExtensions ?? [])],
    });
    request.context?.addActivatedExtension?.(EXTENSION);
    const status = (state) => ({ state, timestamp: new Date().toISOString() });
    const update = (state, final) => bus.publish({ kind: 'status-update', taskId, contextId, status: status(state), final });
    const artifact = (artifactId, parts) => bus.publish({
      kind: 'artifact-update', taskId, contextId, append: false, lastChunk: true, artifact: { artifactId, parts },
    });
    bus.publish({ kind: 'task', id: taskId, contextId, status: status('submitted'), history: [userMessage] });
    update('working', false);
    artifact('received', [{ kind: 'data', data: seen }]);
    artifact('fight-result', [{ kind: 'data', data: verdict(seen.data), metadata: { mimeType: TAG_OUT } }]);
    update('completed', true);
    bus.finished();
  }

  async cancelTask() {}
}

const app = recordingApp();
serve(app, (base) => {
  const rest = process.argv[2] === 'rest';
  const url = `${base}/${rest ? 'rest' : 'rpc'}`;
  const transport = rest ? 'HTTP+JSON' : 'JSONRPC';
  const preferred = rest ? { preferredTransport: transport } : {};
  const card = cardWith({ protocolVersion: '0.3.0', url, ...preferred, additionalInterfaces: [{ url, transport }] });
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new Referee());
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: async () => card }));
  app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
  app.use('/rest', restHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
});
