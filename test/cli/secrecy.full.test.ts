/**
 * The counterpart of test/properties/secrecy.full.test.ts for the running command: searches its debug log, its
 * responses, and every Redis command. The service first works and then repeats in its errors everything it received.
 */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { type OperationName, operationNames, operations } from '../../src/contract/index.js';
import {
  requests,
  assertNoSentinel,
  customer,
  idempotencyKey,
  linkSecrets,
  personal,
  purchaseToken,
  secrets,
} from '../support/secrets.js';
import { withLongTimeout, type RedisServer, startRedis, withRedis } from '../support/redis.js';
import { samples } from '../support/samples.js';
import { startHttp } from '../support/servers.js';
import { shop } from '../support/test-proxy.js';
import { eventually } from '../support/until.js';
import { startCommand } from './command.js';

const { url, token } = linkSecrets;
/** Returns the sample response with a link and tokens that appear nowhere else. */
function responseOf(operation: OperationName): unknown {
  const { response } = samples[operation];
  return Array.isArray(response)
    ? response
    : { ...(response as object), url, shortToken: token, longToken: token };
}

/** Starts a service that either works or fails and repeats what it received. */
async function startService(t: TestContext) {
  const service = { fails: false, received: '' };
  const respond = async (req: IncomingMessage, res: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const received = JSON.stringify([req.url, req.headers, Buffer.concat(chunks).toString()]);
    service.received += received;
    res.setHeader('content-type', 'application/json');
    if (service.fails) return res.writeHead(500).end(JSON.stringify({ message: received }));
    const operation = operationNames.find((name) => {
      const { path, method } = operations[name];
      return method === req.method && req.url!.startsWith(path.replace('{location}', ''));
    });
    return res.end(JSON.stringify(responseOf(operation!)));
  };
  return Object.assign(service, { url: await startHttp(t, (req, res) => void respond(req, res)) });
}

/** Records every command that a Redis receives. */
async function monitor(t: TestContext, { port }: RedisServer) {
  const client = new Redis(port, '127.0.0.1');
  t.after(() => client.disconnect());
  const commands: string[] = [];
  // ioredis would take a command that arrives with the reply to MONITOR for that reply.
  await client.ping();
  const watching = await client.monitor();
  t.after(() => watching.disconnect());
  watching.on('monitor', (_time: string, args: string[]) => commands.push(args.join(' ')));
  return {
    commands,
    /** Resolves once all earlier commands have been recorded. */
    async end() {
      await client.ping();
      await eventually(async () => commands.includes('ping'), { what: 'the end of the commands' });
    },
  };
}

/** Sends one request with sentinels to each operation, and returns the responses. */
async function sendAll(mount: string, key: string): Promise<{ status: number; text: string }[]> {
  return Promise.all(
    operationNames.map(async (operation) => {
      const { path, body: plain } = samples[operation];
      const { body = plain, path: changedPath = path, query = '' } = requests[operation];
      const { method } = operations[operation];
      const isForStaff = operations[operation].credentials.length > 1;
      const response = await fetch(`${mount}${changedPath}${query}`, {
        method,
        headers: {
          ...(method !== 'GET' && { 'content-type': 'application/json' }),
          ...(isForStaff && { authorization: `Bearer ${secrets.adminToken}` }),
          origin: shop,
          'idempotency-key': key,
          'financing-purchase': purchaseToken,
        },
        ...(method !== 'GET' && { body: JSON.stringify(body) }),
      });
      const text = `${JSON.stringify([...response.headers])} ${await response.text()}`;
      return { status: response.status, text };
    }),
  );
}

withRedis(() => {
  describe('financing-elements serve --log-level debug', { timeout: 120_000 }, () => {
    it('keeps credentials and personal data out of its log, its responses, and Redis', async (t) => {
      const [service, redis] = [await startService(t), await startRedis(t)];
      const { commands, end } = await monitor(t, redis);
      const env = {
        FINANCING_BASE_URL: service.url,
        FINANCING_SVC_KEY: secrets.svcKey,
        FINANCING_SVC_SECRET: secrets.svcSecret,
        FINANCING_ADMIN_TOKEN: secrets.adminToken,
        FINANCING_PURCHASE_SECRET: secrets.purchaseSecret,
        FINANCING_REDIS_URL: withLongTimeout(redis.url),
        FINANCING_SMS: 'on',
        FINANCING_ALLOWED_ORIGINS: shop,
      };
      const args = ['serve', '--port', '0', '--log-level', 'debug'];
      const command = startCommand(t, args, { env });
      const mount = await command.listening();

      const worked = await sendAll(mount, idempotencyKey);
      assert.deepEqual(
        worked.map(({ status }) => status),
        operationNames.map(() => 200),
      );
      const replayed = await sendAll(mount, idempotencyKey);
      service.fails = true;
      const failed = await sendAll(mount, `${idempotencyKey}-2`);
      command.child.kill('SIGKILL');
      const { stdout, stderr } = await command.closed;
      await end();

      // Otherwise the search below couldn't find anything.
      const { email } = customer;
      assert.throws(() => assertNoSentinel(service.received, { email }), 'the service hears it');
      assert.ok(stderr.includes('"level":"debug"') && commands.length > 10, 'there are traces');

      const hidden = { ...secrets, ...personal };
      for (const { text } of [...worked, ...replayed, ...failed]) assertNoSentinel(text, hidden);
      assertNoSentinel(stdout + stderr, { ...hidden, ...linkSecrets });
      assertNoSentinel(commands.join('\n'), hidden);
    });
  });
});
