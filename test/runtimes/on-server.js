// Serves the app with the server of Bun, or otherwise of the Node adapter.
import { createApp } from './app.js';

const app = { fetch: createApp(process.env.SERVICE_URL) };

async function startOnNode() {
  const { serve } = await import('financing-elements/node');
  return serve(app, { host: '127.0.0.1', port: 0 });
}

const { url } = globalThis.Bun
  ? Bun.serve({ ...app, hostname: '127.0.0.1', port: 0 })
  : await startOnNode();
console.log(new URL(url).origin);
