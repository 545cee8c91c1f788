import { createApp } from './app.js';

const fetch = createApp(process.env.SERVICE_URL);
const { url } = Bun.serve({ fetch, hostname: '127.0.0.1', port: 0 });
console.log(url.origin);
