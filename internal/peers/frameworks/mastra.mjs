// An agent on Mastra, as its adapter for Express serves it: A2A 1.0, and 0.3 to those who ask for it.
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { MastraServer } from '@mastra/express';
import { InMemoryTaskStore } from '@mastra/server/a2a/store';
import express from 'express';
import { model } from './languagemodel.mjs';

const app = express().use(express.json());
const agent = new Agent({ id: 'weather', name: 'weather', description: 'Knows the weather.', instructions: 'Answer.', model });
await new MastraServer({ app, mastra: new Mastra({ agents: { weather: agent }, logger: false }), taskStore: new InMemoryTaskStore() }).init();
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/api/.well-known/weather/agent-card.json`);
});
