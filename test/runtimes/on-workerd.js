import { env } from 'cloudflare:workers';
import { createApp } from './app.js';

const app = createApp(env.SERVICE_URL);

export default {
  fetch(request, _env, ctx) {
    const answer = app(request);
    // As docs/serverless.md has it: who leaves takes nothing from the others, and a link is kept for who asks again.
    ctx.waitUntil(answer);
    return answer;
  },
};
