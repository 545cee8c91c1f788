import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { signWebhook } from '../../src/contract/index.js';
import { createTestWebhooks, secret as proxySecret } from '../support/test-proxy.js';
import { quietPort, postJson } from '../support/servers.js';
import { recipePath, startServer } from './recipe.js';
import { findServer, withServers } from '../runner/requirements.js';
import { temporaryFolder } from '../support/files.js';

const secret = 'webhook-secret-3c9d51bb';
const oldSecret = 'webhook-secret-of-before';
const now = () => Math.floor(Date.now() / 1000);

// An event that another JSON printer would write differently.
const event =
  '{ "eventType": "TRANSACTION_REFUNDED", "payload": {"name": "Zoë", "amount": 50.00} }';

const nested = (depth: number) =>
  `{"eventType":"A","payload":{"list":${'['.repeat(depth)}${']'.repeat(depth)}}}`;

/** Events that JSON.parse accepts, but parsers of other languages reject by default. */
const unusualEvents: Readonly<Record<string, string>> = {
  'after a byte order mark': `\ufeff${event}`,
  'with half a surrogate pair': String.raw`{"eventType":"A","payload":{"name":"\ud800"}}`,
  'with the other half of a surrogate pair': String.raw`{"eventType":"A","payload":{"\uDFFF":"\\ud800"}}`,
  'with a key that begins with U+0000': String.raw`{"eventType":"A","payload":{"\u0000a":1,"":2}}`,
  'that is nested 600 deep': nested(600),
  'that is nested 12,000 deep': nested(12_000),
  'that is nested 32,000 deep': nested(32_000),
  'with a number of 6,000 digits': `{"eventType":"A","payload":{"n":${'9'.repeat(6_000)},"x":-1E+400}}`,
};

async function statusOfProxy(body: string, header?: string): Promise<number> {
  const headers = header === undefined ? {} : { 'svc-signature': header };
  const { status } = await createTestWebhooks().deliver(body, { headers });
  return status;
}

/** The command that starts each receiver. */
const languages: Readonly<Record<string, (port: string) => readonly [string, ...string[]]>> = {
  // PHP without a php.ini would display errors with status 200.
  php: (port) => [
    'php',
    '-d',
    'display_errors=1',
    '-S',
    `127.0.0.1:${port}`,
    recipePath('webhook-receivers/receiver.php'),
  ],
  py: () => ['python3', recipePath('webhook-receivers/receiver.py')],
  rb: () => ['ruby', recipePath('webhook-receivers/receiver.rb')],
};

for (const [extension, commandFor] of Object.entries(languages)) {
  const [program] = commandFor('0');
  const missing = findServer(program) ? undefined : `${program} is not installed`;
  withServers('webhook-receivers', 'recipes/webhook-receivers', missing, () => {
    describe(`recipes/webhook-receivers/receiver.${extension}`, () => {
      const start = (t: TestContext) => startReceiver(t, commandFor);

      it('stores the exact bytes of a signed event', async (t) => {
        const { deliver, stored } = await start(t);
        assert.equal(await deliver(event), 204);
        const spaced = (await signWebhook(event, secret, now() - 60)).replace(',', ', ');
        assert.equal(await deliver(event, spaced), 204);
        assert.deepEqual(stored(), [event, event]);
      });

      for (const [what, body] of Object.entries(unusualEvents)) {
        it(`stores a signed event ${what}, like the proxy`, async (t) => {
          const { deliver, stored } = await start(t);
          assert.equal(await statusOfProxy(body), 200);
          assert.equal(await deliver(body), 204);
          assert.deepEqual(stored(), [body]);
        });
      }

      it('accepts a signature in upper case, like the proxy', async (t) => {
        const { deliver, stored } = await start(t);
        const inUpperCase = async (key: string) =>
          (await signWebhook(event, key, now())).toUpperCase().replace('T=', 't=');
        assert.equal(await statusOfProxy(event, await inUpperCase(proxySecret)), 200);
        assert.equal(await deliver(event, await inUpperCase(secret)), 204);
        assert.deepEqual(stored(), [event]);
      });

      it('responds with a client error to a length of 5,000 digits', async (t) => {
        const { url } = await start(t);
        const { port, hostname } = new URL(url);
        const socket = connect(Number(port), hostname);
        t.after(() => socket.destroy());
        socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${'9'.repeat(5_000)}\r\n\r\n`);
        let received = '';
        for await (const chunk of socket.setEncoding('utf8')) {
          received += chunk;
          if (received.includes('\r\n\r\n')) break;
        }
        assert.match(received, extension === 'php' ? /^HTTP\/1\.\d 4\d\d / : /^HTTP\/1\.\d 413 /);
      });

      it('stores nothing if the length of the body is unclear', async (t) => {
        const { url, stored } = await start(t);
        const { port, hostname } = new URL(url);
        const signature = await signWebhook(event, secret, now());
        const size = Buffer.byteLength(event);
        const requests = [`+${size}`, `0x${size.toString(16)}`, `${size}, 3`].map(
          (length) => `Content-Length: ${length}\r\n\r\n${event}`,
        );
        // PHP decodes the chunks, and stops at the maximum.
        const chunks = `${size.toString(16)}\r\n${event}\r\n0\r\n\r\n`;
        if (extension !== 'php')
          requests.push(`Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`);
        for (const request of requests) {
          const socket = connect(Number(port), hostname);
          t.after(() => socket.destroy());
          socket.end(`POST / HTTP/1.1\r\nHost: x\r\nsvc-signature: ${signature}\r\n${request}`);
          let received = '';
          for await (const chunk of socket.setEncoding('utf8')) received += chunk;
          assert.doesNotMatch(received, /^HTTP\/1\.\d [25]/m, `${request}\n${received}`);
        }
        assert.deepEqual(stored(), []);
      });

      it('stores nothing that was signed with another secret or changed in transit', async (t) => {
        const { deliver, stored } = await start(t);
        const forged = await signWebhook(event, 'another-secret-of-20', now());
        assert.equal(await deliver(event, forged), 401);
        const signed = await signWebhook(event, secret, now());
        assert.equal(await deliver(event.replace('50', '90'), signed), 401);
        for (const header of [
          '',
          'v1=',
          't=,v1=',
          signed.replace(/t=\d+/, 't='),
          signed.split(',')[0]!,
          signed.replace(/v1=.*/, 'v1=zz'),
        ]) {
          assert.equal(await deliver(event, header), 401, header);
        }
        assert.deepEqual(stored(), []);
      });

      it('rejects a signature from more than five minutes ago or ahead', async (t) => {
        const { deliver, stored } = await start(t);
        for (const seconds of [-310, 310]) {
          const header = await signWebhook(event, secret, now() + seconds);
          assert.equal(await deliver(event, header), 401, `${seconds} s`);
        }
        assert.equal(await deliver(event, await signWebhook(event, secret, now() - 280)), 204);
        assert.equal(stored().length, 1);
      });

      it('stores a repeated delivery once, and the same bytes at another time again', async (t) => {
        const { deliver, stored } = await start(t);
        const first = await signWebhook(event, secret, now() - 1);
        assert.equal(await deliver(event, first), 204);
        assert.equal(await deliver(event, first), 204);
        assert.deepEqual(stored(), [event]);
        assert.equal(await deliver(event, await signWebhook(event, secret, now())), 204);
        assert.deepEqual(stored(), [event, event]);
      });

      it('separates a second loan for an order from the events that pay orders', async (t) => {
        const { deliver, stored, inbox } = await start(t);
        const purchase = (payload: object) =>
          JSON.stringify({ eventType: 'TEXT_TO_PAY_COMPLETED', payload });
        const first = purchase({ transactionId: 'order-1', purchaseId: 'loan-1' });
        const second = purchase({ transactionId: '', referral: 'order-1', purchaseId: 'loan-2' });
        const other = purchase({ transactionId: 'order-2', purchaseId: 3 });
        const unnamed = purchase({ transactionId: 'order-1' });
        for (const body of [first, first, second, other, unnamed]) {
          assert.equal(await deliver(body, await signWebhook(body, secret, now())), 204, body);
        }
        assert.deepEqual(new Set(stored()), new Set([first, other, unnamed]));
        assert.deepEqual(stored(join(inbox, 'second-loans')), [second]);
      });

      it('accepts both secrets during a rotation, and two signatures in one header', async (t) => {
        const { deliver, stored } = await start(t);
        // Two explicit times, because equal bytes in the same second are one delivery.
        const time = now();
        assert.equal(await deliver(event, await signWebhook(event, oldSecret, time - 1)), 204);
        const [wrong, right] = await Promise.all([
          signWebhook(event, 'another-secret-of-20', time),
          signWebhook(event, secret, time),
        ]);
        const both = `${wrong},v0=unknown,${right.split(',')[1]}`;
        assert.equal(await deliver(event, both), 204);
        assert.equal(stored().length, 2);
      });

      it('responds with an error if the event can’t be stored, so that it is delivered again', async (t) => {
        const { deliver, inbox } = await start(t);
        const time = now();
        const name = createHash('sha256').update(`${time}.${event}`).digest('hex');
        const inTheWay = join(inbox, `${name}.json`);
        mkdirSync(join(inTheWay, 'anything'), { recursive: true });
        const header = await signWebhook(event, secret, time);
        assert.equal(await deliver(event, header), 500);
        rmSync(inTheWay, { recursive: true });
        assert.equal(await deliver(event, header), 204);
      });

      it('rejects other methods, and names the right one', async (t) => {
        const { url } = await start(t);
        for (const method of ['GET', 'PUT']) {
          const { status, headers } = await fetch(url, { method });
          assert.deepEqual([status, headers.get('allow')], [405, 'POST'], method);
        }
      });

      it('rejects signed bytes that aren’t an event, or are too long', async (t) => {
        const { deliver, stored } = await start(t);
        for (const body of [
          '',
          '{',
          '[]',
          'null',
          '{"eventType": 1, "payload": {}}',
          '{"eventType": "A"}',
        ]) {
          assert.equal(await deliver(body), 400, body);
        }
        assert.equal(
          await deliver(JSON.stringify({ eventType: 'A'.repeat(65_536), payload: {} })),
          413,
        );
        assert.deepEqual(stored(), []);
      });
    });
  });
}

async function startReceiver(t: TestContext, commandFor: (typeof languages)[string]) {
  const inbox = temporaryFolder(t);
  const port = String(await quietPort());
  const url = `http://127.0.0.1:${port}/`;
  const [program, ...args] = commandFor(port);
  const env = { FINANCING_WEBHOOK_SECRET: `${secret}, ${oldSecret}`, INBOX: inbox, PORT: port };
  await startServer(t, program, args, { url, env });
  return {
    url,
    inbox,
    /** Delivers a body, signed now unless a header is given, and returns the status. */
    async deliver(body: string, header?: string): Promise<number> {
      const signature = header ?? (await signWebhook(body, secret, now()));
      return (await postJson(url, body, { 'svc-signature': signature })).status;
    },
    stored: (folder = inbox) =>
      readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .map((file) => readFileSync(join(folder, file), 'utf8')),
  };
}
