// An agent on @reactive-agents/a2a, as its HTTP server serves it: A2A 0.3. That server asks for Bun.serve; Node's stands in for it.
import { createServer } from 'node:http';
import { createA2AHttpServer, createA2AServer, A2AHttpServer, generateAgentCard } from '@reactive-agents/a2a';
import { Effect, Layer } from 'effect';
import { answerTo } from './stub.mjs';

let handle;
globalThis.Bun = { serve: ({ fetch }) => { handle = fetch; return { stop() {} }; } };

const server = createServer(async (req, res) => {
  const { method, headers } = req;
  const asked = new Request(`http://${headers.host}${req.url}`, { method, headers, ...(method === 'POST' && { body: req, duplex: 'half' }) });
  const answer = await handle(asked);
  res.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
});

server.listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const card = generateAgentCard({
    name: 'weather', description: 'Knows the weather.', url, skills: [{ id: 'weather', name: 'Weather', description: 'Knows the weather.', tags: [] }],
  });
  const executor = (said) => Effect.try({ try: () => answerTo(said), catch: (error) => error });
  const agent = createA2AHttpServer(0, executor).pipe(Layer.provide(createA2AServer(card)));
  await Effect.runPromise(Effect.flatMap(A2AHttpServer, (http) => http.start()).pipe(Effect.provide(agent)));
  console.log(url);
});
