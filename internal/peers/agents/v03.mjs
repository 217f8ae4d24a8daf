// An agent on @a2a-js/sdk 0.3.14: A2A 0.3 over JSON-RPC, its card as in the SDK's README (no preferredTransport); with the
// argument "rest" over HTTP+JSON alone. It has another card for those who show the token.
import { DefaultRequestHandler, InMemoryTaskStore } from 'a2a-js-03/server';
import { agentCardHandler, jsonRpcHandler, restHandler } from 'a2a-js-03/server/express';
import { cardWith, MORE, recordingApp, serve, whoAsks } from './shared.mjs';
import { Referee } from './v0.mjs';

const app = recordingApp();
serve(app, (base) => {
  const rest = process.argv.includes('rest', 2);
  const url = `${base}/${rest ? 'rest' : 'rpc'}`;
  const transport = rest ? 'HTTP+JSON' : 'JSONRPC';
  const preferred = rest ? { preferredTransport: transport } : {};
  const card = cardWith({
    protocolVersion: '0.3.0', url, ...preferred, additionalInterfaces: [{ url, transport }], supportsAuthenticatedExtendedCard: true,
  });
  const more = { ...card, skills: [...card.skills, MORE] };
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new Referee(), undefined, undefined, undefined, more);
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: async () => card }));
  app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder: whoAsks }));
  app.use('/rest', restHandler({ requestHandler, userBuilder: whoAsks }));
});
