// An agent on @a2a-js/sdk 1.3.0: A2A 1.0 over JSON-RPC. The arguments change it: "rest" for HTTP+JSON, "strict" to refuse media
// types that the card does not name, "compat" to speak 0.3 too. It has another card for those who show the token.
import { TaskState } from 'a2a-js-1';
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from 'a2a-js-1/server';
import { agentCardHandler, jsonRpcHandler, restHandler } from 'a2a-js-1/server/express';
import { cancel, play } from './script.mjs';
import { cardWith, EXTENSION, MORE, note, recordingApp, serve, whoAsks } from './shared.mjs';

const part = ($case, value, metadata) => ({ content: { $case, value }, metadata, filename: '', mediaType: '' });
const stateOf = (name) => TaskState[`TASK_STATE_${name.toUpperCase().replace('-', '_')}`];

class Referee {
  async execute(request, bus) {
    const { taskId, contextId, userMessage } = request;
    const first = userMessage.parts[0];
    const seen = first.content?.$case === 'data' ? note({
      tag: first.metadata?.mimeType,
      data: first.content.value,
      extensions: [...(request.context.requestedExtensions ?? [])],
    }) : undefined;
    if (request.context.requestedExtensions?.includes(EXTENSION)) request.context.addActivatedExtension?.(EXTENSION);
    const ids = { taskId, contextId, metadata: undefined };
    const status = (name, words) => ({
      state: stateOf(name),
      message: words && {
        ...ids, messageId: crypto.randomUUID(), role: 2, parts: [part('text', words)], extensions: [], referenceTaskIds: [],
      },
      timestamp: new Date().toISOString(),
    });
    const artifact = (artifactId, piece, append, lastChunk) => bus.publish(AgentEvent.artifactUpdate({
      ...ids, append, lastChunk, artifact: { artifactId, name: '', description: '', parts: [piece], metadata: undefined, extensions: [] },
    }));
    await play({ taskId, known: Boolean(request.task), text: first.content?.value, asked: first.metadata?.schema, seen }, {
      task: () => bus.publish(AgentEvent.task(request.task ?? {
        id: taskId, contextId, status: status('submitted'), artifacts: [], history: [userMessage], metadata: undefined,
      })),
      status: (name, { words } = {}) => bus.publish(AgentEvent.statusUpdate({ ...ids, status: status(name, words) })),
      text: (id, text, { append = false, last = false }) => artifact(id, part('text', text), append, last),
      data: (id, value, tag) => artifact(id, part('data', value, tag && { mimeType: tag }), false, true),
    });
    bus.finished();
  }

  cancelTask = cancel;
}

const [rest, strict, compat] = ['rest', 'strict', 'compat'].map((word) => process.argv.includes(word, 2));
const app = recordingApp();
serve(app, (base) => {
  const at = { url: `${base}/${rest ? 'rest' : 'rpc'}`, protocolBinding: rest ? 'HTTP+JSON' : 'JSONRPC', tenant: '' };
  const card = cardWith({
    supportedInterfaces: ['1.0', ...(compat ? ['0.3'] : [])].map((protocolVersion) => ({ ...at, protocolVersion })),
    securitySchemes: {}, securityRequirements: [], signatures: [],
  });
  card.capabilities.extendedAgentCard = true;
  const more = { ...card, skills: [...card.skills, MORE] };
  const options = { validateInputModes: strict };
  const requestHandler = new DefaultRequestHandler(
    card, new InMemoryTaskStore(), new Referee(), undefined, undefined, undefined, more, undefined, options,
  );
  const legacyCompat = { enabled: compat };
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: async () => card, legacyCompat }));
  app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder: whoAsks, legacyCompat }));
  app.use('/rest', restHandler({ requestHandler, userBuilder: whoAsks, legacyCompat }));
});
