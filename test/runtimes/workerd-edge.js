/**
 * Plays the role of Cloudflare's edge. Plain workerd doesn't notice that a client has left, so a test's client
 * announces it in a header, and the service chooses the time.
 */
export default {
  async fetch(request, env) {
    if (!request.headers.has('leaves')) return env.APP.fetch(request);
    const client = new AbortController();
    const left = env.APP.fetch(new Request(request, { signal: client.signal })).catch(() => {});
    await fetch(`${env.SERVICE_URL}/leave`);
    client.abort();
    await left;
    return new Response('gone', { status: 499 });
  },
};
