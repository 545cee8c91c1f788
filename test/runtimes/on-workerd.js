import { env } from 'cloudflare:workers';
import { createApp } from './app.js';

const app = createApp(env.SERVICE_URL);

export default {
  fetch(request, _env, ctx) {
    const response = app(request);
    // As in docs/serverless.md: a caller that leaves doesn't affect others, and its link is kept for its retry.
    ctx.waitUntil(response);
    return response;
  },
};
