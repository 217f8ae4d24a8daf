// What both agents share: the seed's card as a plain object, a record of what was received, and a free loopback port.
import { readFileSync } from 'node:fs';
import express from 'express';

// The example card of seed 000, the same file that the demo agent serves.
const seed = JSON.parse(readFileSync(new URL('../../demo/seed/card.json', import.meta.url), 'utf8'));

export const EXTENSION = seed.capabilities.extensions[0].uri;

export function cardWith(extra) {
  return {
    name: 'Peer',
    description: 'Fight comparison on the JavaScript SDK',
    version: '1.0.0',
    capabilities: { streaming: true, pushNotifications: false, extensions: seed.capabilities.extensions },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain', 'application/json'],
    schemas: seed.schemas,
    skills: seed.skills,
    ...extra,
  };
}

// received holds requests (exact bytes and headers) and what the SDK made of them for the executor.
const received = { requests: [], messages: [] };

// app is an express app that keeps every POST, and shows the record at GET /received.
export function recordingApp() {
  const app = express();
  app.use(express.json({
    limit: '8mb',
    type: () => true,
    verify: (req, _res, body) => received.requests.push({ path: req.url, headers: req.headers, body: body.toString('utf8') }),
  }));
  app.use((req, _res, next) => {
    req._body = true; // the parser of older SDKs asks for this, and would read the body again
    next();
  });
  app.get('/received', (_req, res) => res.json(received));
  return app;
}

// note keeps what the executor was given: the first part's tag and data, and the extensions that the SDK read.
export function note(message) {
  received.messages.push(message);
  return message;
}

// verdict answers as the seed's example does; digits and key order are there to be kept by the client.
export function verdict({ a, b }) {
  const winner = a === 'Tiger' || b === 'Tiger' ? 'Tiger' : a;
  return { winner, probability: 0.65, explanation: `${a} or ${b}: ${winner}, by size.` };
}

// whoAsks knows one member, by the token.
export const whoAsks = async (req) => ({ isAuthenticated: req.headers.authorization === 'Bearer HUSH', userName: 'member' });

// MORE is a skill that only the extended card has.
export const MORE = { id: 'bets', name: 'Bets', description: 'For members', tags: ['bet'], inputModes: ['application/json;schema=fightComparison'] };

export const TAG_IN = 'application/json;schema=fightComparison';

export const TAG_OUT = 'application/json;schema=fightResponse';

// serve listens on a free loopback port, calls mount with the base URL, prints that URL, and ends with standard input, so
// that no agent outlives the test that started it.
export function serve(app, mount) {
  const server = app.listen(0, '127.0.0.1', () => {
    const base = `http://127.0.0.1:${server.address().port}`;
    mount(base);
    console.log(base);
  });
  process.stdin.on('end', () => process.exit(0)).resume();
}
