// How the SDKs up to 0.3 say what the script says: events are tagged with their kind.
import { cancel, play } from './script.mjs';
import { EXTENSION, note } from './shared.mjs';

export class Referee {
  async execute(request, bus) {
    const { taskId, contextId, userMessage } = request;
    const part = userMessage.parts[0];
    const seen = part.kind === 'data' ? note({
      tag: part.metadata?.mimeType,
      data: part.data,
      extensions: [...(request.context?.requestedExtensions ?? [])],
    }) : undefined;
    request.context?.addActivatedExtension?.(EXTENSION);
    const ids = { taskId, contextId };
    const status = (state, words) => ({
      state,
      timestamp: new Date().toISOString(),
      ...(words && { message: { kind: 'message', role: 'agent', messageId: crypto.randomUUID(), ...ids, parts: [{ kind: 'text', text: words }] } }),
    });
    const artifact = (artifactId, part, append, lastChunk) => bus.publish({
      kind: 'artifact-update', ...ids, append, lastChunk, artifact: { artifactId, parts: [part] },
    });
    await play({ taskId, known: Boolean(request.task), text: part.text, asked: part.metadata?.schema, seen }, {
      task: () => bus.publish(request.task ?? { kind: 'task', id: taskId, contextId, status: status('submitted'), history: [userMessage] }),
      status: (state, { words, final = false } = {}) => bus.publish({ kind: 'status-update', ...ids, status: status(state, words), final }),
      text: (id, text, { append = false, last = false }) => artifact(id, { kind: 'text', text }, append, last),
      data: (id, data, tag) => artifact(id, { kind: 'data', data, ...(tag && { metadata: { mimeType: tag } }) }, false, true),
    });
    bus.finished();
  }

  cancelTask = cancel;
}
