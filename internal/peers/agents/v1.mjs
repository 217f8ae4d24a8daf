// An agent on @a2a-js/sdk 1.3.0: A2A 1.0 over JSON-RPC, or over HTTP+JSON with the argument "rest".
import { TaskState } from 'a2a-js-1';
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from 'a2a-js-1/server';
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from 'a2a-js-1/server/express';
import { cardWith, EXTENSION, note, recordingApp, serve, TAG_OUT, verdict } from './shared.mjs';

const data = (value, metadata) => ({ content: { $case: 'data', value }, metadata, filename: '', mediaType: '' });

class Referee {
  async execute(request, bus) {
    const { taskId, contextId, userMessage } = request;
    const part = userMessage.parts[0];
    const seen = note({
      tag: part.metadata?.mimeType,
      data: part.content?.value,
      extensions: [...(request.context.requestedExtensions ?? [])],
    });
    request.context.addActivatedExtension?.(EXTENSION);
    const status = (state) => ({ state, message: undefined, timestamp: new Date().toISOString() });
    const ids = { taskId, contextId, metadata: undefined };
    const artifact = (artifactId, parts) => bus.publish(AgentEvent.artifactUpdate({
      ...ids, append: false, lastChunk: true,
      artifact: { artifactId, name: '', description: '', parts, metadata: undefined, extensions: [] },
    }));
    bus.publish(AgentEvent.task({
      id: taskId, contextId, status: status(TaskState.TASK_STATE_SUBMITTED), artifacts: [], history: [userMessage], metadata: undefined,
    }));
    bus.publish(AgentEvent.statusUpdate({ ...ids, status: status(TaskState.TASK_STATE_WORKING) }));
    artifact('received', [data(seen)]);
    artifact('fight-result', [data(verdict(seen.data), { mimeType: TAG_OUT })]);
    bus.publish(AgentEvent.statusUpdate({ ...ids, status: status(TaskState.TASK_STATE_COMPLETED) }));
    bus.finished();
  }

  async cancelTask() {}
}

const rest = process.argv[2] === 'rest';
const app = recordingApp();
serve(app, (base) => {
  const card = cardWith({
    supportedInterfaces: [{ url: `${base}/${rest ? 'rest' : 'rpc'}`, protocolBinding: rest ? 'HTTP+JSON' : 'JSONRPC', protocolVersion: '1.0', tenant: '' }],
    securitySchemes: {}, securityRequirements: [], signatures: [],
  });
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new Referee());
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: async () => card }));
  app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
  app.use('/rest', restHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
});
