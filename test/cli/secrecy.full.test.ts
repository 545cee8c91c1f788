/**
 * What test/properties/secrecy.full.test.ts searches in this process, searched in the running command: its output at
 * debug, its answers, and every command that Redis receives. The service works first, then repeats in its errors all
 * that it was sent.
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
/** What the service answers: the sample, with a link and tokens that nothing else has. */
function answerOf(operation: OperationName): unknown {
  const { response: answer } = samples[operation];
  return Array.isArray(answer)
    ? answer
    : { ...(answer as object), url, shortToken: token, longToken: token };
}

/** A service that answers, or fails and repeats what it was sent. */
async function startService(t: TestContext) {
  const service = { fails: false, received: '' };
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const heard = JSON.stringify([req.url, req.headers, Buffer.concat(chunks).toString()]);
    service.received += heard;
    res.setHeader('content-type', 'application/json');
    if (service.fails) return res.writeHead(500).end(JSON.stringify({ message: heard }));
    const operation = operationNames.find((name) => {
      const { path, method } = operations[name];
      return method === req.method && req.url!.startsWith(path.replace('{location}', ''));
    });
    return res.end(JSON.stringify(answerOf(operation!)));
  };
  return Object.assign(service, { url: await startHttp(t, (req, res) => void answer(req, res)) });
}

/** Everything that a Redis is told from now on until its end. */
async function monitor(t: TestContext, { port }: RedisServer) {
  const client = new Redis(port, '127.0.0.1');
  t.after(() => client.disconnect());
  const commands: string[] = [];
  // ioredis takes a command that comes with the answer to MONITOR, such as this client's own first one, for an answer.
  await client.ping();
  const watching = await client.monitor();
  t.after(() => watching.disconnect());
  watching.on('monitor', (_time: string, args: string[]) => commands.push(args.join(' ')));
  return {
    commands,
    /** Resolves once what it was told before has arrived here, too. */
    async end() {
      await client.ping();
      await eventually(async () => commands.includes('ping'), { what: 'the end of the commands' });
    },
  };
}

/** Asks each operation once with sentinels in all fields, and gives the answers. */
async function askAll(mount: string, key: string): Promise<{ status: number; text: string }[]> {
  return Promise.all(
    operationNames.map(async (operation) => {
      const { path, body: plain } = samples[operation];
      const { body = plain, path: asked = path, query = '' } = requests[operation];
      const { method } = operations[operation];
      const isForStaff = operations[operation].credentials.length > 1;
      const response = await fetch(`${mount}${asked}${query}`, {
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
    it('shows no credentials and no personal data to its log, callers and Redis', async (t) => {
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

      const worked = await askAll(mount, idempotencyKey);
      assert.deepEqual(
        worked.map(({ status }) => status),
        operationNames.map(() => 200),
      );
      const replayed = await askAll(mount, idempotencyKey);
      service.fails = true;
      const failed = await askAll(mount, `${idempotencyKey}-2`);
      command.child.kill('SIGKILL');
      const { stdout, stderr } = await command.closed;
      await end();

      // Else this would search where there is nothing to find.
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
