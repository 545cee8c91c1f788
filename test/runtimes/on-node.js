import { serve } from 'financing-elements/node';
import { createApp } from './app.js';

const app = { fetch: createApp(process.env.SERVICE_URL) };
const { url } = await serve(app, { host: '127.0.0.1', port: 0 });
console.log(url);
