// @ts-check
import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * Stands in for a proxy whose connection breaks: of the POSTs with the same `referral` it resets the first one's
 * connection, which the browser had kept open, as a load balancer does that has just given up on it. Tests find its
 * address at `/resetting-server`, and there at `/keys` what has arrived.
 *
 * @returns {import('@web/test-runner').TestRunnerPlugin}
 */
export function resettingServer() {
  /** @type {Record<string, unknown[]>} the idempotency keys that arrived, by referral */
  const keys = {};
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'Content-Type, Idempotency-Key');
    if (request.method !== 'POST') return response.end(JSON.stringify(keys));
    const [{ referral }] = JSON.parse(body);
    const arrived = (keys[referral] ??= []);
    arrived.push(request.headers['idempotency-key']);
    if (arrived.length === 1) return request.socket.resetAndDestroy();
    return response.end(JSON.stringify({ url: 'https://apply.example/a1' }));
  });
  return {
    name: 'resetting-server',
    async serverStart() {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    },
    async serverStop() {
      server.close();
      server.closeAllConnections();
    },
    serve({ path }) {
      if (path !== '/resetting-server') return undefined;
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      return { body: `http://127.0.0.1:${port}`, type: 'text' };
    },
  };
}
