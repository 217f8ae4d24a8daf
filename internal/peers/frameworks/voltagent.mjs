// An agent on VoltAgent, as its server on Hono serves it: A2A 0.3.
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { model } from './languagemodel.mjs';

const say = console.log;
console.log = () => {}; // its banner comes before the address
process.env.NODE_ENV = 'production'; // else it asks the network which models there are, as soon as it is imported
const { A2AServer } = await import('@voltagent/a2a-server');
const { Agent, VoltAgent } = await import('@voltagent/core');
const { honoServer } = await import('@voltagent/server-hono');

const free = createServer().listen(0, '127.0.0.1', () => { // the server says nowhere which port it took
  const { port } = free.address();
  free.close(async () => {
    const agent = new Agent({ id: 'weather', name: 'weather', purpose: 'Knows the weather.', instructions: 'Answer.', model, maxRetries: 0 });
    const a2a = new A2AServer({ id: 'weather', name: 'weather', version: '1.0.0', agents: { agent } });
    const volt = new VoltAgent({ agents: { agent }, server: honoServer({ port, hostname: '127.0.0.1' }), a2aServers: { weather: a2a } });
    await volt.ready; // of all but the server
    const card = `http://127.0.0.1:${port}/.well-known/weather/agent-card.json`;
    while (!(await fetch(card).catch(() => undefined))?.ok) await setTimeout(20);
    say(card);
  });
});
