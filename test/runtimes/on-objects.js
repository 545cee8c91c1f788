/** A Worker whose proxy stores its data in Durable Objects. `/store` runs operations of that store for the tests. */
import { env } from 'cloudflare:workers';
import { createFinancingProxy } from 'financing-elements/proxy';
import { createDurableObjectStore, FinancingStore } from 'financing-elements/workers';

/** The object, with access for the tests. */
export class TestStore extends FinancingStore {
  constructor(state) {
    super(state);
    this.storage = state.storage;
  }

  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === '/clean') await this.alarm();
    else if (pathname === '/break') throw new Error('broken by a test');
    else if (pathname !== '/rows') return super.fetch(request);
    const [{ rows }] = this.storage.sql
      .exec('SELECT (SELECT count(*) FROM records) + (SELECT count(*) FROM counters) AS rows')
      .toArray();
    return Response.json({ rows, alarm: await this.storage.getAlarm() });
  }
}

const objects = 4;
const store = createDurableObjectStore(env.FINANCING_STORE, {
  objects,
  timeout: Number(env.STORE_TIMEOUT),
});

const financing = createFinancingProxy({
  baseUrl: env.SERVICE_URL,
  svcKey: 'key-of-the-trial',
  sms: true,
  trustPageAmount: true,
  rateLimit: 1_000_000,
  linkTimeout: 400,
  clientAddress: () => '203.0.113.9',
  store: {
    ...store,
    // A trial sends more texts than the limits allow, but the store must still count them.
    count: async (key, window) => ({ ...(await store.count(key, window)), count: 1 }),
  },
});

async function answerTest(request, pathname) {
  if (pathname === '/store') {
    const { method, args } = await request.json();
    try {
      return Response.json({ result: await store[method](...args) });
    } catch (error) {
      return Response.json({ error: error.name });
    }
  }
  const results = Array.from({ length: objects }, async (_, index) => {
    const id = env.FINANCING_STORE.idFromName(`financing-${index}`);
    const object = env.FINANCING_STORE.get(id);
    return (await object.fetch(`https://test${pathname}`)).json();
  });
  return Response.json(await Promise.all(results));
}

export default {
  fetch(request, _env, ctx) {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/financing')) return answerTest(request, pathname);
    const response = financing.fetch(request);
    ctx.waitUntil(response);
    return response;
  },
};
