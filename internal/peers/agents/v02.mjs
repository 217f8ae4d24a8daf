// An agent on @a2a-js/sdk 0.2.5: A2A 0.2 over JSON-RPC, its card at the old path.
import { A2AExpressApp, DefaultRequestHandler, InMemoryTaskStore } from 'a2a-js-02/server';
import { cardWith, recordingApp, serve } from './shared.mjs';
import { Referee } from './v0.mjs';

const app = recordingApp();
serve(app, (base) => {
  const card = cardWith({ url: `${base}/` });
  new A2AExpressApp(new DefaultRequestHandler(card, new InMemoryTaskStore(), new Referee())).setupRoutes(app);
});
