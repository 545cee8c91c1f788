/**
 * Stands before the worker as Cloudflare's edge does. A workerd by itself does not notice that a client has gone, so
 * a test's client says in a header that it goes, and the service says when.
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
